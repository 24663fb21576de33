/** Settles on a connection and in a thread of its own, so that the event loop serves people. */
import { workerData } from "node:worker_threads";
import { serveThread } from "../../shared/thread.ts";
import { connect } from "./connect.ts";
import { createSettle } from "./settle.ts";

export interface SettleThreadOptions {
  url: string;
  lifetimeMs: number;
}

const { url, lifetimeMs } = workerData as SettleThreadOptions;
const sql = connect(url, 1);

const operations = {
  settle: createSettle(sql, lifetimeMs),
  close: () => sql.end({ timeout: 2 }),
};

export type SettleOperations = typeof operations;

serveThread(operations);
