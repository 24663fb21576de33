/** Loaded into a node's process before the program: ends the threads that the test names. */
import { isMainThread } from "node:worker_threads";
import { endThread } from "./end-thread.ts";

if (isMainThread) {
  process.on("message", (name: string) => void endThread(name));
  // The test's line must not keep the node alive when it stops.
  process.channel?.unref();
}
