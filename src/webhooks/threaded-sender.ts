import { ThreadEnded } from "../shared/thread.ts";
import type { Threads } from "../shared/threads.ts";
import type { Sender, SenderOptions } from "./sender.ts";
import type { SenderOperations } from "./sender-thread.ts";

const FILE = new URL("./sender-thread.ts", import.meta.url);

/** Sends from a thread, which starts with the first request: most services never make one. */
export function createThreadedSender(options: SenderOptions, threads: Threads): Sender {
  const thread = threads.start<SenderOperations>("webhooks", FILE, options, { isLazy: true, isExpendable: true });
  return {
    async send(url, headers, body) {
      try {
        return await thread.call("send", url, headers, body);
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        // It may have arrived, and is sent again like any other without an answer.
        return { status: null, answer: null, problem: "sending was interrupted before a response" };
      }
    },
    // Ends requests in flight.
    close: () => thread.terminate(),
  };
}
