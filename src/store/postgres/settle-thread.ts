/** Settles in its own thread and on its own connection, to keep the event loop free. */
import { workerData } from "node:worker_threads";
import { createPipelines } from "../../database/postgres/pipeline.ts";
import { createPool } from "../../database/postgres/pool.ts";
import { createSettle, SETTLING } from "../../scans/settle.postgres.ts";
import { serveThread } from "../../shared/thread.ts";

export interface SettleThreadOptions {
  url: string;
  lifetimeMs: number;
}

/**
 * Longer than the pipelined statements of the largest batch take, since each waits for those before it. The server
 * cancels a late statement, or the connection is cut; a COMMIT that was cut may still succeed, which is harmless.
 */
const STATEMENT_MS = 20_000;

const { url, lifetimeMs } = workerData as SettleThreadOptions;
const pool = createPool(url, { max: 1, statementMs: STATEMENT_MS, ...SETTLING });
const settle = createSettle(createPipelines(pool), lifetimeMs);

const operations = { settle, close: () => pool.end() };

export type SettleOperations = typeof operations;

serveThread(operations);
