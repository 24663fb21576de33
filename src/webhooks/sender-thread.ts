/** The sender's thread: DNS, TLS and parsing what receivers answer never delay the event loop. */
import { workerData } from "node:worker_threads";
import { serveThread } from "../shared/thread.ts";
import { createSender, type SenderOptions } from "./sender.ts";

const { send } = createSender(workerData as SenderOptions);
const operations = { send };

export type SenderOperations = typeof operations;

serveThread(operations);
