/** Rate limit windows of keys: logs of numbered requests, of which each request reads and writes few. */

import type { Sqlite } from "../database/sqlite/database.ts";
import type { Clock } from "../shared/clock.ts";
import type { Admission } from "../workspaces/people.ts";
import { REMOVED_PER_REQUEST } from "./rate-windows.schema.ts";

export interface AdmitOptions {
  keyId: string;
  limit: number;
  windowMs: number;
  /** Undefined: the system's time, read once the lock is held. */
  now: number | undefined;
  count: boolean;
}

type Window = Record<"num" | "first_n" | "next_n", number> & { last: number | null };

const WINDOW = `SELECT num, first_n, next_n,
  (SELECT at FROM counted_requests WHERE window_num = num AND n = next_n - 1) AS last
  FROM rate_windows WHERE key_id = ?`;
const CHANGE = "UPDATE rate_windows SET first_n = ?, next_n = ?, last_used_at = ? WHERE num = ?";

export function createRateWindows({ run }: Sqlite, clock: Clock) {
  return {
    /** In a transaction: a time read before the lock would let a window start too early. */
    admit({ keyId, limit, windowMs, now: given, count }: AdmitOptions): Admission {
      const now = given ?? clock.steady();
      const [window] = run(WINDOW, [keyId]).rows as Window[];
      if (!window) return { admitted: false, remaining: 0, resetIn: 0 };
      const { num, first_n, next_n: next } = window;
      let last = window.last ?? now;
      if (last - now > windowMs) {
        // The clock was ahead and has been put right. What had left by its time does not come back.
        run("DELETE FROM counted_requests WHERE window_num = ? AND ? - at >= ?", [num, last, windowMs]);
        run("UPDATE counted_requests SET at = ? WHERE window_num = ? AND at > ?", [now, num, now]);
        last = now;
      }
      // A clock that stepped back must not admit more: the window's time never runs backwards.
      const moment = Math.max(now, last);

      /** Undefined if it was removed, since it had left the window. */
      const timeOf = (n: number): number | undefined =>
        run("SELECT at FROM counted_requests WHERE window_num = ? AND n = ?", [num, n]).rows[0]?.at as number;
      // Usually the oldest that is kept or the one after it; otherwise found by halves.
      let [first, high, oldest] = [first_n, next, moment];
      for (let [n, step] = [first, 0]; first < high; step = 2 * step + 1) {
        const at = timeOf(n);
        if (at !== undefined && moment - at < windowMs) [high, oldest] = [n, at];
        else first = n + 1;
        n = Math.min(first + step, Math.floor((first + high) / 2));
      }

      const admitted = next - first < limit;
      const after = next + Number(admitted && count);
      if (after > next) {
        const kept = Math.min(first, first_n + REMOVED_PER_REQUEST);
        if (kept > first_n) run("DELETE FROM counted_requests WHERE window_num = ? AND n < ?", [num, kept]);
        run("INSERT INTO counted_requests VALUES (?, ?, ?)", [num, next, moment]);
        run(CHANGE, [kept, after, Math.floor(moment), num]);
      }
      // After a lowered limit, one in the middle has to leave first.
      const leaving = after - limit > first ? timeOf(after - limit)! : oldest;
      const resetIn = after > first ? leaving + windowMs - now : 0;
      return { admitted, remaining: Math.max(0, limit - (after - first)), resetIn };
    },
  };
}
