import { randomBytes } from "node:crypto";
import { scanLine, tagText, uncountedLine } from "../scans/lines.ts";
import type { DaySpan, SaltedDay, Visitors } from "../scans/visitor-days.ts";
import { isWithin } from "../scans/visitors.ts";
import { DAY_MS, dayOf, localDay, QUARTER_MS } from "../shared/days.ts";
import { createIds } from "../shared/ids.ts";
import type { DemoCode } from "./codes.ts";
import type { Random } from "./visitors.ts";
import { AGENTS, HOURS, MISSED, PLACES, WEEKDAYS } from "./visitors.ts";

interface StoredCode extends Omit<DemoCode, "placements"> {
  id: string;
  /** Ids, each with its share of the scans. */
  placements: readonly (readonly [id: string, weight: number])[];
}

const DAYS = 90;
const MISSED_SHARE = 0.06;
/** Scans by the visitor who scanned the code last. */
const AGAIN_SHARE = 0.2;
/** Scans of a code with placements that came through none of them. */
const OWN_LINK_SHARE = 0.1;
const HOUR_MS = 3_600_000;
/** Since when nobody could scan codes that have ended. */
const ENDED_DAYS = { expired: 20, paused: 2, soon: 0 };

/** The days that have scans. */
const demoDays = (now: number): number[] => Array.from({ length: DAYS }, (_, ago) => dayOf(now) - ago);

/** These days in a time zone. */
export const demoSpans = (now: number, zone: string): DaySpan[] => {
  const spans = demoDays(now).flatMap((day) => [localDay(zone, day * DAY_MS), localDay(zone, (day + 1) * DAY_MS - 1)]);
  return [...new Map(spans.map((span) => [span.from, span])).values()];
};

/** How likely each hour of a day is that has so many milliseconds. */
const hoursUntil = (hours: readonly number[], length: number): number[] =>
  hours.map((likely, hour) => likely * Math.min(1, Math.max(0, length / HOUR_MS - hour)));
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The times of scans, oldest first: more at noon, more recently, more on some days. */
function planVisits(codes: readonly StoredCode[], now: number, scans: number, random: Random) {
  const days: [{ code: StoredCode; day: number; hours: number[] }, number][] = [];
  for (const code of codes) {
    const last = code.ends ? ENDED_DAYS[code.ends] : 0;
    for (let ago = Math.min(code.age, DAYS - 1); ago >= last; ago--) {
      const day = dayOf(now) - ago;
      const growth = 1 + (0.9 * (DAYS - ago)) / DAYS;
      const weekday = WEEKDAYS[code.rhythm][new Date(day * DAY_MS).getUTCDay()]!;
      const chance = 0.75 + 0.5 * random.next();
      // Today has no scans after the current time.
      const hours = hoursUntil(HOURS[code.rhythm], ago === 0 ? now % DAY_MS : DAY_MS);
      const part = sumOf(hours) / sumOf(HOURS[code.rhythm]);
      days.push([{ code, day, hours }, code.weight * growth * weekday * chance * part]);
    }
  }
  const whole = days.reduce((sum, [, weight]) => sum + weight, 0);
  const visits: { code: string; at: number }[] = [];
  let owed = 0;
  for (const [{ code, day, hours }, weight] of days) {
    owed += (weight / whole) * scans;
    for (; owed >= 1; owed--) {
      const begin = day * DAY_MS + random.pick(hours.map((likely, i) => [i, likely] as const)) * HOUR_MS;
      visits.push({ code: code.id, at: begin + Math.floor(random.next() * Math.min(HOUR_MS, now - begin)) });
    }
  }
  while (visits.length < scans) visits.push({ ...visits[0]! });
  return visits.sort((a, b) => a.at - b.at);
}

interface Batches {
  codes: readonly StoredCode[];
  now: number;
  scans: number;
  random: Random;
  /** For placements. */
  places: Random;
  /** The days in the workspace's zone. */
  spans: readonly DaySpan[];
  /** Of today, which is the only day that real scans are added to. */
  salt: SaltedDay;
}

export interface DemoVisitors extends Visitors {
  code: string;
}

/**
 * Journal rows as real scans would write them, in batches. Visitors of earlier days come as numbers, with the last one:
 * their salts and tags would be removed soon, and those of real scans with them.
 */
export function* demoBatches({ codes, now, scans, random, places, spans, salt }: Batches) {
  const placementsOf = new Map(codes.map(({ id, placements }) => [id, placements]));
  const placementOf = (code: string): string | null => {
    const placements = placementsOf.get(code)!;
    return placements.length === 0 || places.next() < OWN_LINK_SHARE ? null : places.pick(placements);
  };
  const visits = planVisits(codes, now, scans, random);
  const spanAt = (at: number) => spans.find((span) => isWithin(span, Math.floor(at / QUARTER_MS)))!;
  const latest = new Map<string, { from: number; tag: string | null; agent: string; place: string }>();
  const visitors = new Map<string, DemoVisitors>();
  let moment = 0;
  const createId = createIds(() => moment);
  const uncounted = new Map<string, { code: string; day: number; reason: string; count: number }>();
  let batch = "";
  for (const [i, { code, at }] of visits.entries()) {
    moment = at;
    const { from, quarters } = spanAt(at);
    const isToday = from === salt.from;
    const before = latest.get(code);
    const visitor =
      before?.from === from && random.next() < AGAIN_SHARE
        ? before
        : {
            from,
            tag: isToday ? tagText(salt.id, randomBytes(8).toString("base64url")) : null,
            agent: JSON.stringify(random.pick(AGENTS)),
            place: JSON.stringify(random.pick(PLACES)),
          };
    if (!isToday) {
      const key = `${code} ${from}`;
      const sum = visitors.get(key) ?? { code, from, quarters, salt: 0, visitors: 0, scans: 0 };
      if (visitor !== before) sum.visitors += 1;
      sum.scans += 1;
      visitors.set(key, sum);
    }
    latest.set(code, visitor);
    batch += scanLine(createId(), code, at, visitor.agent, visitor.place, visitor.tag, placementOf(code));
    if (random.next() < MISSED_SHARE) {
      const reason = random.pick(MISSED);
      const day = dayOf(at);
      const key = `${code} ${day} ${reason}`;
      const sum = uncounted.get(key) ?? { code, day, reason, count: 0 };
      uncounted.set(key, { ...sum, count: sum.count + 1 });
    }
    if ((i + 1) % 2500 === 0) {
      yield { batch, done: (i + 1) / visits.length, visitors: [] };
      batch = "";
    }
  }
  for (const code of codes.filter(({ ends }) => ends === "expired")) {
    const day = dayOf(now) - 5;
    uncounted.set(`late ${code.id}`, { code: code.id, day, reason: "expired", count: 37 });
  }
  for (const sum of uncounted.values()) batch += uncountedLine({ id: createId(), ...sum });
  yield { batch, done: 1, visitors: [...visitors.values()] };
}

export const expiryOf = (now: number): number => now - ENDED_DAYS.expired * DAY_MS;
