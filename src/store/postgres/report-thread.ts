/** Reads scans for reports on connections of its own, from a replica if there is one. */
import { workerData } from "node:worker_threads";
import type { PoolOptions } from "../../database/postgres/connect.ts";
import { createPool } from "../../database/postgres/pool.ts";
import { createReplica, readsOn } from "../../database/postgres/replica.ts";
import type { ReadSnapshot } from "../../scans/read.queries.ts";
import { serveThread } from "../../shared/thread.ts";
import { createReportOperations } from "../reports.ts";

export interface ReportThreadOptions {
  url: string;
  /** A streaming replica. */
  readUrl: string | undefined;
  connection: Omit<PoolOptions, "max">;
  catchUpMs: number;
  askMs: number | undefined;
}

const { url, readUrl, connection, catchUpMs, askMs } = workerData as ReportThreadOptions;
const options = { ...connection, max: 1 };
const pool = createPool(url, options);
const primary = readsOn(pool);

async function open(): Promise<ReadSnapshot> {
  if (readUrl === undefined) return primary.snapshot;
  // The event loop has a connection to it too, and warns of its problems.
  const replica = createReplica({ url: readUrl, db: primary.db, warn: () => {}, askMs });
  await replica.resume();
  return replica.reads(pool, { ...options, catchUpMs }).snapshot;
}

let opened: Promise<ReadSnapshot> | undefined;

/** Opened with the first report; tried again with the next one if that fails. */
const snapshot: ReadSnapshot = async (work) => {
  opened ??= open();
  try {
    return await (await opened)(work);
  } catch (error) {
    opened.catch(() => {
      opened = undefined;
    });
    throw error;
  }
};

serveThread(createReportOperations("postgres", snapshot));
