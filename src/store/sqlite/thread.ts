/** The thread that holds one SQLite connection, so that the event loop never waits for a disk. */
import { workerData } from "node:worker_threads";
import { createSystemClock } from "../../shared/clock.ts";
import { slide } from "../../shared/sliding-window.ts";
import { lowerPriority, serveThread } from "../../shared/thread.ts";
import { openDatabase, requireSqliteVersion } from "./database.ts";
import { dropOldScans } from "./drop-old-scans.ts";
import { createSettle } from "./settle.ts";
import { NothingFound, type Step } from "./steps.ts";

export interface ThreadOptions {
  file: string;
  readOnly: boolean;
  /** How far it stands back for others where the processor is short: 0 not at all, 19 for all. */
  nice: number;
  lifetimeMs: number;
}

export interface AdmitOptions {
  keyId: string;
  limit: number;
  windowMs: number;
  /** Undefined: the system's time, once the lock is held. */
  now: number | undefined;
  count: boolean;
}

interface InForceOptions extends Omit<AdmitOptions, "count"> {
  plan: string;
}

const IN_FORCE = `SELECT 1 FROM api_keys k JOIN "user" u ON u.id = k.user_id
  WHERE k.id = ? AND k.revoked_at IS NULL AND u.suspended = 0 AND u.plan = ?`;

const options = workerData as ThreadOptions;
lowerPriority(options.nice);
const sqlite = openDatabase(options.file, options.readOnly);
requireSqliteVersion(sqlite.db);
const clock = createSystemClock();
let settle: ReturnType<typeof createSettle> | undefined;

const operations = {
  query: (text: string, params: readonly unknown[]) => sqlite.run(text, params),
  together,
  rollback() {
    try {
      if (sqlite.db.isTransaction) sqlite.db.exec("ROLLBACK");
    } catch (error) {
      // A connection that stays in a transaction is of no use: the thread ends, another takes its place.
      setImmediate(() => {
        throw error;
      });
    }
  },
  admit: (options: AdmitOptions) => sqlite.transaction(() => admit(options)),
  admitInForce: (options: InForceOptions) =>
    sqlite.transaction(() => (isInForce(options) ? admit({ ...options, count: true }) : null)),
  settle(batches: readonly string[]) {
    settle ??= createSettle(sqlite, options.lifetimeMs);
    return settle(batches);
  },
  dropOldScans: (keepFrom: number, after: number) => dropOldScans(sqlite, keepFrom, after),
  close: () => sqlite.db.close(),
};

export type Operations = typeof operations;

/** In one call, so that nobody waits for the way between two statements. */
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

/** The time is taken under the lock: one taken before would let a window begin too early. */
function admit({ keyId, limit, windowMs, now: given, count }: AdmitOptions) {
  const now = given ?? clock.steady();
  const { rows } = sqlite.run("SELECT times FROM rate_windows WHERE key_id = ?", [keyId]);
  const times = JSON.parse(String(rows[0]?.times ?? "[]")) as number[];
  const { times: live, ...answer } = slide(times, now, limit, windowMs, count);
  if (answer.admitted && count) {
    sqlite.run("UPDATE rate_windows SET times = ?, last_used_at = ? WHERE key_id = ?", [
      JSON.stringify(live),
      Math.floor(now),
      keyId,
    ]);
  } else if (count && live.at(-1) !== times.at(-1)) {
    // Refused, but the clock was put right: see slide.
    sqlite.run("UPDATE rate_windows SET times = ? WHERE key_id = ?", [JSON.stringify(live), keyId]);
  }
  return answer;
}

function isInForce({ keyId, plan }: InForceOptions): boolean {
  const { rows } = sqlite.run(IN_FORCE, [keyId, plan]);
  return rows.length > 0;
}

serveThread(operations);
