/** Reads scans for reports on a connection of its own. */
import { workerData } from "node:worker_threads";
import { Kysely } from "kysely";
import { openDatabase } from "../../database/sqlite/database.ts";
import { createLocalDialect } from "../../database/sqlite/local-dialect.ts";
import type { Tables } from "../../database/tables.ts";
import { serveThread } from "../../shared/thread.ts";
import { createReportOperations } from "../reports.ts";

export interface ReportThreadOptions {
  file: string;
}

const { file } = workerData as ReportThreadOptions;
const db = new Kysely<Tables>({ dialect: createLocalDialect(openDatabase(file, true)) });

serveThread(createReportOperations("sqlite", (work) => db.transaction().setAccessMode("read only").execute(work)));
