/**
 * Rate limit windows of keys. The latest times are in the key's row, older ones in parts, so that a request reads and
 * writes few of them whatever the limit.
 */

import type { Sqlite } from "../database/sqlite/database.ts";
import type { Clock } from "../shared/clock.ts";
import { slide } from "../shared/sliding-window.ts";
import type { Admission } from "../workspaces/people.ts";
import { PART } from "./rate-windows.schema.ts";

export interface AdmitOptions {
  keyId: string;
  limit: number;
  windowMs: number;
  /** Undefined: the system's time, read once the lock is held. */
  now: number | undefined;
  count: boolean;
}

interface Row {
  times: string;
  first_part: number;
  next_part: number;
}

const NO_ROW: Row = { times: "[]", first_part: 0, next_part: 0 };

export function createRateWindows(sqlite: Sqlite, clock: Clock) {
  function readPart(keyId: string, number: number): number[] {
    const text = "SELECT times FROM rate_window_parts WHERE key_id = ? AND number = ?";
    return JSON.parse(String(sqlite.run(text, [keyId, number]).rows[0]!.times));
  }

  function keepPart(keyId: string, number: number, times: readonly number[]): void {
    const text = "INSERT OR REPLACE INTO rate_window_parts VALUES (?, ?, ?)";
    sqlite.run(text, [keyId, number, JSON.stringify(times)]);
  }

  function keep(keyId: string, first: number, next: number, own: number[], usedAt?: number): void {
    let rest = own;
    let after = next;
    for (; rest.length >= 2 * PART; after++) {
      keepPart(keyId, after, rest.slice(0, PART));
      rest = rest.slice(PART);
    }
    const text = `UPDATE rate_windows SET times = ?, first_part = ?, next_part = ?,
      last_used_at = coalesce(?, last_used_at) WHERE key_id = ?`;
    sqlite.run(text, [JSON.stringify(rest), first, after, usedAt, keyId]);
  }

  return {
    /** In a transaction: a time read before the lock would let a window start too early. */
    admit({ keyId, limit, windowMs, now: given, count }: AdmitOptions): Admission {
      const now = given ?? clock.steady();
      const { rows } = sqlite.run("SELECT times, first_part, next_part FROM rate_windows WHERE key_id = ?", [keyId]);
      const { times, first_part, next_part: next } = (rows[0] as unknown as Row) ?? NO_ROW;
      const own = JSON.parse(times) as number[];
      const last = own.at(-1) ?? 0;
      // A clock that was ahead has been corrected: see slide, which does not get all parts.
      const isWrong = last - now > windowMs;
      const at = isWrong ? now : Math.max(now, last);
      const part = (number: number): number[] => {
        const found = readPart(keyId, number);
        if (!isWrong) return found;
        return found.filter((time) => last - time < windowMs).map((time) => Math.min(time, now));
      };

      const first = firstFrom(first_part, next, (number) => at - part(number).at(-1)! < windowMs);
      const oldest = first < next ? part(first) : [];
      // Everything between the oldest part and the row's own times counts.
      const between = PART * Math.max(0, next - first - 1);
      const { times: live, ...answer } = slide([...oldest, ...own], now, limit - between, windowMs, count);
      const isCounted = count && answer.admitted;
      const ofOldest = first < next ? live.length - own.length - Number(isCounted) : 0;

      // After a lowered limit, a time in the middle may be the one that has to leave first.
      const leaving = live.length + between - limit;
      if (between > 0 && leaving >= ofOldest) {
        const inBetween = leaving - ofOldest;
        const time =
          inBetween < between
            ? part(first + 1 + Math.floor(inBetween / PART))[inBetween % PART]!
            : live[leaving - between]!;
        answer.resetIn = time + windowMs - now;
      }

      if (isCounted || (count && isWrong)) {
        if (isWrong) for (let n = first; n < next; n++) keepPart(keyId, n, part(n));
        if (first > first_part) {
          const text = "DELETE FROM rate_window_parts WHERE key_id = ? AND number < ?";
          sqlite.run(text, [keyId, first]);
        }
        keep(keyId, first, next, live.slice(ofOldest), isCounted ? Math.floor(now) : undefined);
      }
      return answer;
    },
  };
}

/** The first number that passes, given that all later ones do; usually the first. */
function firstFrom(from: number, until: number, passes: (number: number) => boolean): number {
  let [low, high] = [from, until];
  for (let number = from; low < high; number = Math.floor((low + high) / 2)) {
    if (passes(number)) high = number;
    else low = number + 1;
  }
  return low;
}
