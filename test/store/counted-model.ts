/** What every read of a code should return, added up from its raw scans in the simplest way. */
import assert from "node:assert/strict";
import { scanLine } from "../../src/scans/lines.ts";
import type { Counted } from "../../src/scans/scan.ts";
import { DAY_MS, dayOf, QUARTERS_PER_DAY, utcDays } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { quartersOf, rowsOf } from "./insight-rows.ts";
import { WORKSPACE } from "./support.ts";

export interface Seen {
  day: number;
  agent: readonly [device: string, browser: string, os: string];
  place: readonly [country: string, city: string | null, lat: number | null, long: number | null];
}

/** Few enough that some occur twice on a day; two of the locations are in one city, two cities share a name. */
export const AGENTS: readonly Seen["agent"][] = [
  ["mobile", "Safari", "iOS"],
  ["mobile", "Chrome", "Android"],
  ["desktop", "Firefox", "Linux"],
  ["desktop", "Chrome", "Windows"],
];
export const PLACES: readonly Seen["place"][] = [
  ["DE", "Berlin", 52.5, 13.4],
  ["DE", "Berlin", 52.6, 13.3],
  ["FR", "Paris", 48.9, 2.4],
  ["US", "Paris", 33.7, -95.6],
  ["DE", null, null, null],
  ["Unknown", null, null, null],
];

/** The line of one scan, at some millisecond of its day. */
export function lineOf(code: string, { day, agent, place }: Seen, nth: number): string {
  const at = day * DAY_MS + (nth % DAY_MS);
  const id = createIds(() => at)();
  return scanLine(id, code, at, JSON.stringify(agent), JSON.stringify(place));
}

const ranked = (rows: readonly Counted[]): Counted[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

function counted(values: readonly (string | null)[]): Counted[] {
  const known = values.filter((value) => value !== null);
  return ranked([...new Set(known)].map((value) => ({ value, count: count(known, value) })));
}

const count = <T>(all: readonly T[], one: T): number => all.filter((each) => each === one).length;

const cityOf = ({ place: [country, city] }: Seen): string | null => (city === null ? null : `${country}/${city}`);

/** Scans per UTC day, without those that have none. */
async function daysOf(store: Store, num: number, begin: number, end: number) {
  const days = new Map<number, number>();
  for (const { quarter, count } of await quartersOf(store, num, begin, end)) {
    const day = Math.floor(quarter / QUARTERS_PER_DAY);
    days.set(day, (days.get(day) ?? 0) + count);
  }
  return Array.from(days, ([day, count]) => ({ day, count }));
}

/** Compares every read of a period that ends today. */
export async function assertReads(
  store: Store,
  code: { id: string; num: number },
  seen: readonly Seen[],
  { today, days }: { today: number; days: number },
): Promise<void> {
  const from = today - days + 1;
  const within = seen.filter(({ day }) => day >= from && day <= today);
  const { scanCount } = (await store.codes.find(WORKSPACE, code.id))!;
  const [begin, end] = [from * QUARTERS_PER_DAY, (today + 1) * QUARTERS_PER_DAY];
  const rows = await rowsOf(store, code.num, begin, end);
  const perDay = [...new Set(within.map(({ day }) => day))]
    .sort((a, b) => a - b)
    .map((day) => ({ day, count: within.filter((scan) => scan.day === day).length }));
  assert.deepEqual(
    {
      device: ranked(rows.device),
      browser: ranked(rows.browser),
      os: ranked(rows.os),
      country: ranked(rows.country),
      city: ranked(rows.city.map(({ country, city, count }) => ({ value: `${country}/${city}`, count }))),
      days: await daysOf(store, code.num, begin, end),
    },
    {
      device: counted(within.map(({ agent }) => agent[0])),
      browser: counted(within.map(({ agent }) => agent[1])),
      os: counted(within.map(({ agent }) => agent[2])),
      country: counted(within.map(({ place }) => place[0])),
      city: counted(within.map(cityOf)),
      days: perDay,
    },
  );
  const daily = await store.scans.daily([code.num], utcDays(from, today));
  assert.deepEqual(
    daily.map(({ day, count }) => ({ day, count })).sort((a, b) => a.day - b.day),
    perDay,
  );
  assert.equal(scanCount, seen.length);
}

export const TODAY = dayOf(Date.UTC(2026, 4, 20));
