/** What every read of a code should return, added up from its scans in the simplest way. */
import assert from "node:assert/strict";
import { scanLine } from "../../../src/scans/lines.ts";
import type { Counted } from "../../../src/scans/scan.ts";
import { DAY_MS, dayOf, QUARTER_MS, quarterOf, utcDays } from "../../../src/shared/days.ts";
import { createIds } from "../../../src/shared/ids.ts";
import type { Store } from "../../../src/store/store.ts";
import { quartersOf, rowsOf } from "../insight-rows.ts";
import { WORKSPACE } from "../support.ts";

export interface Visit {
  at: number;
  agent: readonly [device: string, browser: string, os: string];
  place: readonly [country: string, city: string | null, lat: number | null, long: number | null];
}

export function lineOf(code: string, { at, agent, place }: Visit, placement: string | null = null): string {
  const id = createIds(() => at)();
  return scanLine(id, code, at, JSON.stringify(agent), JSON.stringify(place), null, placement);
}

const ranked = (rows: readonly Counted[]): Counted[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

function counted(values: readonly (string | null)[]): Counted[] {
  const known = values.filter((value) => value !== null);
  return ranked(Array.from(Map.groupBy(known, String), ([value, some]) => ({ value, count: some.length })));
}

const countBy = (seen: readonly Visit[], key: (at: number) => number) =>
  Array.from(
    Map.groupBy(seen, ({ at }) => key(at)),
    ([at, { length }]) => ({ at, count: length }),
  ).sort((a, b) => a.at - b.at);

const cityOf = ({ place: [country, city] }: Visit): string | null => (city === null ? null : `${country}/${city}`);

/** Compares every read of some days, up to before another. */
export async function assertReads(
  store: Store,
  code: { id: string; num: number },
  seen: readonly Visit[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  const within = seen.filter(({ at }) => at >= from * DAY_MS && at < to * DAY_MS);
  const span = [quarterOf(from * DAY_MS), quarterOf(to * DAY_MS)] as const;
  const rows = await rowsOf(store, code.num, ...span);
  assert.deepEqual(
    {
      device: ranked(rows.device),
      browser: ranked(rows.browser),
      os: ranked(rows.os),
      country: ranked(rows.country),
      city: ranked(rows.city.map(({ country, city, count }) => ({ value: `${country}/${city}`, count }))),
      exactFrom: rows.exactFrom,
    },
    {
      device: counted(within.map(({ agent }) => agent[0])),
      browser: counted(within.map(({ agent }) => agent[1])),
      os: counted(within.map(({ agent }) => agent[2])),
      country: counted(within.map(({ place }) => place[0])),
      city: counted(within.map(cityOf)),
      exactFrom: null,
    },
  );
  const quarters = await quartersOf(store, code.num, ...span);
  assert.deepEqual(
    quarters,
    countBy(within, quarterOf).map(({ at, count }) => ({ quarter: at, count })),
  );
  const daily = await store.scans.daily([code.num], utcDays(from, to - 1));
  assert.deepEqual(
    daily.map(({ day, count }) => ({ at: day, count })).sort((a, b) => a.at - b.at),
    countBy(within, dayOf),
  );
  const change = QUARTER_MS * Math.floor((span[0] + span[1]) / 2);
  const zoned = utcDays(from, to - 1);
  zoned.offsets.push({ from: quarterOf(change), quarters: -7 });
  const local = await store.scans.daily([code.num], zoned);
  assert.deepEqual(
    local.map(({ day, count }) => ({ at: day, count })).sort((a, b) => a.at - b.at),
    countBy(within, (at) => dayOf(at < change ? at : at - 7 * QUARTER_MS)),
  );
  assert.equal((await store.codes.find(WORKSPACE, code.id))!.scanCount, seen.length);
}
