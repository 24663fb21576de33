import { DAY_MS, dayOf } from "../shared/days.ts";
import { createIds } from "../shared/ids.ts";
import { scanLine, uncountedLine } from "../store/scan-lines.ts";
import type { DemoCode } from "./codes.ts";
import type { Random } from "./visitors.ts";
import { AGENTS, HOURS, MISSED, PLACES, WEEKDAYS } from "./visitors.ts";

interface StoredCode extends DemoCode {
  id: string;
}

const DAYS = 90;
const MISSED_SHARE = 0.06;
const HOUR_MS = 3_600_000;
const EXPIRED_DAYS = 20;

/** The days that have scans. */
export const demoDays = (now: number): number[] => Array.from({ length: DAYS }, (_, ago) => dayOf(now) - ago);

/** The times of scans, oldest first: more at noon, more recently, more on some days. */
function planVisits(codes: readonly StoredCode[], now: number, scans: number, random: Random) {
  const days: [{ code: StoredCode; day: number }, number][] = [];
  for (const code of codes) {
    const last = code.ends === "expired" ? EXPIRED_DAYS : 0;
    for (let ago = Math.min(code.age, DAYS - 1); ago >= last; ago--) {
      const day = dayOf(now) - ago;
      const growth = 1 + (0.9 * (DAYS - ago)) / DAYS;
      const weekday = WEEKDAYS[code.rhythm][new Date(day * DAY_MS).getUTCDay()]!;
      const chance = 0.75 + 0.5 * random.next();
      // Today has no scans after the current time.
      const part = ago === 0 ? (now % DAY_MS) / DAY_MS : 1;
      days.push([{ code, day }, code.weight * growth * weekday * chance * part]);
    }
  }
  const whole = days.reduce((sum, [, weight]) => sum + weight, 0);
  const visits: { code: string; at: number }[] = [];
  let owed = 0;
  for (const [{ code, day }, weight] of days) {
    owed += (weight / whole) * scans;
    for (; owed >= 1; owed--) {
      const hour = random.pick(HOURS[code.rhythm].map((likely, i) => [i, likely] as const));
      const at = day * DAY_MS + hour * HOUR_MS + Math.floor(random.next() * HOUR_MS);
      const inTime = at < now ? at : day * DAY_MS + Math.floor(random.next() * (now % DAY_MS));
      visits.push({ code: code.id, at: inTime });
    }
  }
  while (visits.length < scans) visits.push({ ...visits[0]! });
  return visits.sort((a, b) => a.at - b.at);
}

/** Journal rows as real scans would write them, in batches. */
export function* demoBatches(codes: readonly StoredCode[], now: number, scans: number, random: Random) {
  const visits = planVisits(codes, now, scans, random);
  let moment = 0;
  const createId = createIds(() => moment);
  const uncounted = new Map<string, { code: string; day: number; reason: string; count: number }>();
  let batch = "";
  for (const [i, { code, at }] of visits.entries()) {
    moment = at;
    const agent = JSON.stringify(random.pick(AGENTS));
    const place = JSON.stringify(random.pick(PLACES));
    batch += scanLine(createId(), code, at, agent, place);
    if (random.next() < MISSED_SHARE) {
      const reason = random.pick(MISSED);
      const day = dayOf(at);
      const key = `${code} ${day} ${reason}`;
      const sum = uncounted.get(key) ?? { code, day, reason, count: 0 };
      uncounted.set(key, { ...sum, count: sum.count + 1 });
    }
    if ((i + 1) % 2500 === 0) {
      yield { batch, done: (i + 1) / visits.length };
      batch = "";
    }
  }
  for (const code of codes.filter(({ ends }) => ends === "expired")) {
    const day = dayOf(now) - 5;
    uncounted.set(`late ${code.id}`, { code: code.id, day, reason: "expired", count: 37 });
  }
  for (const sum of uncounted.values()) batch += uncountedLine({ id: createId(), ...sum });
  yield { batch, done: 1 };
}

export const expiryOf = (now: number): number => now - EXPIRED_DAYS * DAY_MS;
