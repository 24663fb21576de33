/** Preloaded into a node's process: ends the threads that the test names and reports memory use. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { endThread } from "./end-thread.ts";

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("message", (order: { thread: string } | "collect") => {
    if (order !== "collect") return void endThread(order.thread);
    collect();
    process.send!(process.memoryUsage());
  });
  // The channel to the test must not keep the node alive when it stops.
  process.channel?.unref();
}
