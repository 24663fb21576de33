/** The sender's thread: DNS, TLS and parsing what receivers answer never delay the event loop. */
import { workerData } from "node:worker_threads";
import { serveThread } from "../shared/thread.ts";
import type { WebhookRules } from "./rules.ts";
import { createSender } from "./sender.ts";

const { send } = createSender({ rules: workerData as WebhookRules });
const operations = { send };

export type SenderOperations = typeof operations;

serveThread(operations);
