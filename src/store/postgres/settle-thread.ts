/** Settles on a connection and in a thread of its own, so that the event loop serves people. */
import { workerData } from "node:worker_threads";
import { Kysely, PostgresDialect } from "kysely";
import { serveThread, yieldToOthers } from "../../shared/thread.ts";
import type { Tables } from "../tables.ts";
import { createPool } from "./pool.ts";
import { createSettle } from "./settle.ts";

export interface SettleThreadOptions {
  url: string;
  lifetimeMs: number;
}

/** Longer than any transaction takes; one given up may be committed yet, which is harmless. */
const DEADLINE_MS = 20_000;

yieldToOthers();
const { url, lifetimeMs } = workerData as SettleThreadOptions;
const pool = createPool(url, 1, DEADLINE_MS);
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const settle = createSettle(db, lifetimeMs, (work) => pool.inTime(work));

const operations = {
  settle,
  close: () => pool.end(),
};

export type SettleOperations = typeof operations;

serveThread(operations);
