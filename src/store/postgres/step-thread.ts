/** Packs, moves and forgets scans, which takes processor time, on a connection of its own. */
import { workerData } from "node:worker_threads";
import { Kysely, PostgresDialect } from "kysely";
import { serveThread } from "../../shared/thread.ts";
import { runStep, type StepName } from "../scans/steps.ts";
import type { Tables } from "../tables.ts";
import type { PoolOptions } from "./connect.ts";
import { createPool } from "./pool.ts";

export interface StepThreadOptions {
  url: string;
  connection: Omit<PoolOptions, "max">;
}

const { url, connection } = workerData as StepThreadOptions;
/** As many as there are jobs that run at once: packing, moving and forgetting. */
const CONNECTIONS = 3;
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: createPool(url, { ...connection, max: CONNECTIONS }) }),
});

const operations = {
  step: (name: StepName, args: readonly unknown[]) => runStep(db, "postgres", name, args),
};

export type StepOperations = typeof operations;

serveThread(operations);
