/** The thread of one SQLite connection, so that the event loop never waits for the disk. */
import { workerData } from "node:worker_threads";
import { NothingFound, openDatabase, requireSqliteVersion, type Step } from "../../database/sqlite/database.ts";
import { type AdmitOptions, createRateWindows } from "../../limits/windows.sqlite.ts";
import type { RunLines } from "../../scans/run-lines.ts";
import { createSettle } from "../../scans/settle.sqlite.ts";
import { forgetVisitors } from "../../scans/visitors.sqlite.ts";
import { createSystemClock } from "../../shared/clock.ts";
import { serveThread } from "../../shared/thread.ts";
import type { StepName } from "../steps.ts";

export interface ThreadOptions {
  file: string;
  readOnly: boolean;
  /** The thread's nice value: 0 to 19. */
  nice: number;
  lifetimeMs: number;
}

interface InForceOptions extends Omit<AdmitOptions, "count"> {
  plan: string;
  person: string;
}

const IN_FORCE = `SELECT 1 FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
  LEFT JOIN "user" u ON u.id = k.made_by
  WHERE k.id = ? AND k.revoked_at IS NULL AND w.suspended = 0 AND u.suspended IS NOT 1 AND w.plan = ?
    AND coalesce(k.made_by, w.made_by, w.id) = ?`;

const options = workerData as ThreadOptions;
const sqlite = openDatabase(options.file, options.readOnly);
requireSqliteVersion(sqlite.db);
const { admit } = createRateWindows(sqlite, createSystemClock());
let settle: ReturnType<typeof createSettle> | undefined;
let steps: Promise<ReturnType<typeof import("./local-steps.ts").createLocalSteps>> | undefined;

const operations = {
  query: (text: string, params: readonly unknown[]) => sqlite.run(text, params),
  together,
  rollback() {
    try {
      sqlite.rollBack();
    } catch (error) {
      // A connection stuck in a transaction is unusable: the thread ends and is replaced.
      setImmediate(() => {
        throw error;
      });
    }
  },
  admit: (options: AdmitOptions) => sqlite.transaction(() => admit(options), false),
  admitInForce: (options: InForceOptions) =>
    sqlite.transaction(() => (isInForce(options) ? admit({ ...options, count: true }) : null), false),
  settle(rows: readonly RunLines[]) {
    settle ??= createSettle(sqlite, options.lifetimeMs);
    return settle(rows);
  },
  forgetVisitors: (now: number) => forgetVisitors(sqlite, now),
  async step(name: StepName, args: readonly unknown[]) {
    // Loaded by the first step, so that starting stays fast.
    steps ??= import("./local-steps.ts").then(({ createLocalSteps }) => createLocalSteps(sqlite));
    return (await steps)(name, args);
  },
  close: () => sqlite.db.close(),
};

export type Operations = typeof operations;

/** In one call, without round trips between statements. */
function together(steps: readonly Step[]): string | null {
  try {
    sqlite.transaction(() => {
      for (const { sql, parameters, orElse } of steps) {
        const { rows } = sqlite.run(sql, parameters);
        if (orElse !== undefined && rows.length === 0) throw new NothingFound(orElse);
      }
    });
    return null;
  } catch (error) {
    if (error instanceof NothingFound) return error.message;
    throw error;
  }
}

function isInForce({ keyId, plan, person }: InForceOptions): boolean {
  const { rows } = sqlite.run(IN_FORCE, [keyId, plan, person]);
  return rows.length > 0;
}

serveThread(operations);
