/** Settles on a connection and in a thread of its own, so that the event loop serves people. */
import { workerData } from "node:worker_threads";
import { serveThread } from "../../shared/thread.ts";
import { createPipelines } from "./pipeline.ts";
import { createPool } from "./pool.ts";
import { createSettle, SETTLING } from "./settle.ts";

export interface SettleThreadOptions {
  url: string;
  lifetimeMs: number;
}

/**
 * Longer than all statements of the largest batch that go together take: each waits for those before it.
 * One that is later is cancelled by the server, or cut off with its connection; only a COMMIT given up may
 * be settled yet, which is harmless.
 */
const STATEMENT_MS = 20_000;

const { url, lifetimeMs } = workerData as SettleThreadOptions;
const pool = createPool(url, { max: 1, statementMs: STATEMENT_MS, ...SETTLING });
const settle = createSettle(createPipelines(pool), lifetimeMs);

const operations = { settle, close: () => pool.end() };

export type SettleOperations = typeof operations;

serveThread(operations);
