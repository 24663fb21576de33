/** Packs, moves and forgets scans, which takes processor time, on a connection of its own. */
import { workerData } from "node:worker_threads";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolOptions } from "../../database/postgres/connect.ts";
import { createPool } from "../../database/postgres/pool.ts";
import type { Tables } from "../../database/tables.ts";
import { serveThread } from "../../shared/thread.ts";
import { runStep, type StepName } from "../steps.ts";

export interface StepThreadOptions {
  url: string;
  connection: Omit<PoolOptions, "max">;
}

const { url, connection } = workerData as StepThreadOptions;
const pool = createPool(url, { ...connection, max: 1 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
let last: Promise<unknown> = Promise.resolve();

const operations = {
  /** One after another: a step waits for those before it, and not for a connection, for which it could wait in vain. */
  step(name: StepName, args: readonly unknown[]) {
    const step = last.then(() => runStep(db, "postgres", name, args));
    last = step.catch(() => {});
    return step;
  },
};

export type StepOperations = typeof operations;

serveThread(operations);
