/** Settles on a connection and in a thread of its own, so that the event loop serves people. */
import { workerData } from "node:worker_threads";
import { Kysely, PostgresDialect } from "kysely";
import { lowerPriority, serveThread } from "../../shared/thread.ts";
import type { Tables } from "../tables.ts";
import { createPool } from "./pool.ts";
import { createSettle } from "./settle.ts";

export interface SettleThreadOptions {
  url: string;
  lifetimeMs: number;
}

/**
 * Longer than any statement of the largest batch takes. One that is later is cancelled by the server;
 * only a COMMIT given up may be settled yet, which is harmless.
 */
const STATEMENT_MS = 20_000;

lowerPriority(5);
const { url, lifetimeMs } = workerData as SettleThreadOptions;
const pool = createPool(url, { max: 1, statementMs: STATEMENT_MS });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const settle = createSettle(db, lifetimeMs);

const operations = {
  settle,
  close: () => pool.end(),
};

export type SettleOperations = typeof operations;

serveThread(operations);
