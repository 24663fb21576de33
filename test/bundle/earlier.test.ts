/**
 * A bundle of version 1 of the format: it had counts by day and month, and scans of only some of the days. The scans
 * that it was made of are those of `SCANS`.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { importBundle } from "../../src/bundle/import.ts";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import { readLines, type ScanLine } from "../../src/scans/lines.ts";
import { DAY_MS, dayOf, firstDayOf, monthOf, QUARTERS_PER_DAY, quarterOf } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { quartersOf, rowsOf } from "../store/insight-rows.ts";
import { addWorkspace, scansOf, WORKSPACE } from "../store/support.ts";
import { freshDir, onEachEngine, onSqlite } from "../support/stores.ts";
import { forge } from "./forge.ts";
import { intoOne, NOW } from "./support.ts";

const BUNDLE = join(import.meta.dirname, "version-1");
const [FIRST, SECOND, THIRD] = ["a", "b", "c"].map((one) => `0197a000-0000-7000-8000-0000000000${one}0`) as [
  string,
  string,
  string,
];
const DOOR = "0197a000-0000-7000-8000-0000000000d0";
const GONE = "0197a000-0000-7000-8000-0000000000e0";
const scans = (...of: Parameters<typeof scansOf>): ScanLine[] =>
  readLines(scansOf(...of).map((line) => line.trimEnd())).scans;

/** By code: all scans, and those of days that are in the bundle one by one. */
const SCANS: Record<string, { all: ScanLine[]; rawFrom: number }> = {
  // Values of its days are only known by month.
  [FIRST]: {
    all: [...scans(FIRST, 230, Date.UTC(2025, 6, 14)), ...scans(FIRST, 9, NOW - 3 * DAY_MS)],
    rawFrom: dayOf(Date.UTC(2025, 7)),
  },
  // Values of its days are known, of a deleted placement too.
  [SECOND]: {
    all: [
      ...scans(SECOND, 60, NOW - 200 * DAY_MS, [DOOR, null, GONE]),
      ...scans(SECOND, 12, NOW - 10 * DAY_MS, [DOOR, null]),
    ],
    rawFrom: dayOf(Date.UTC(2026, 8)),
  },
  [THIRD]: { all: scans(THIRD, 5, Date.UTC(2025, 2, 5)), rawFrom: dayOf(Date.UTC(2025, 7)) },
};

/** Of the scans in the bundle. */
const idsOf = (code: string): string[] =>
  readFileSync(join(BUNDLE, "data/scans.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ qrCodeId }) => qrCodeId === code)
    .map(({ id }) => id);

async function importInto(store: Store, dir = BUNDLE): Promise<void> {
  await addWorkspace(store);
  await importBundle({
    dir,
    store,
    isDryRun: false,
    now: NOW,
    isOwn: false,
    targets: intoOne(WORKSPACE),
    personOf: async () => null,
    readLogo,
    shareRule: () => null,
    refuse: (problem) => assert.fail(problem),
    warn: (message) => assert.fail(message),
  });
}

const numOf = async (store: Store, id: string): Promise<number> => (await store.codes.find(WORKSPACE, id))!.num;

const tally = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, some]) => [value, some.length]).sort());

const valuesOf = (some: readonly ScanLine[]) => ({
  device: tally(some.map(({ agent }) => agent.parts[0])),
  browser: tally(some.map(({ agent }) => agent.parts[1])),
  os: tally(some.map(({ agent }) => agent.parts[2])),
  country: tally(some.map(({ place }) => place.parts[0])),
  city: tally(some.flatMap(({ place: { parts } }) => (parts[1] === null ? [] : `${parts[0]}/${parts[1]}`))),
});

/** The same as a report has them. */
async function reportOf(store: Store, num: number, fromDay: number, toDay: number) {
  const rows = await rowsOf(store, num, fromDay * QUARTERS_PER_DAY, toDay * QUARTERS_PER_DAY);
  const counted = (list: readonly { value: string; count: number }[]) =>
    Object.fromEntries(list.map(({ value, count }) => [value, count]).sort());
  const { device, browser, os, country } = rows;
  const cities = rows.city.map((city) => [`${city.country}/${city.city}`, city.count]).sort();
  return {
    ...{ device: counted(device), browser: counted(browser), os: counted(os), country: counted(country) },
    city: Object.fromEntries(cities),
  };
}

onEachEngine("A bundle of version 1", (engine) => {
  it("gives all scans: one by one, or by quarter of an hour and by value", async () => {
    const store = await engine.fresh();
    await importInto(store);
    for (const [id, { all, rawFrom }] of Object.entries(SCANS)) {
      const num = await numOf(store, id);
      assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, all.length);
      const raw = all.filter(({ at }) => dayOf(at) >= rawFrom);
      const held = await store.scans.page(num, 1000);
      assert.deepEqual(
        held.map(({ at, device, city }) => [at, device, city]).toReversed(),
        raw.map(({ at, agent, place }) => [at, agent.parts[0], place.parts[1]]),
      );
      assert.deepEqual(held.map((scan) => scan.id).toReversed(), idsOf(id));
      const last = (dayOf(NOW) + 1) * QUARTERS_PER_DAY;
      const quarters = (await quartersOf(store, num, 20_000 * QUARTERS_PER_DAY, last)).map((each) =>
        Object.values(each),
      );
      const expected = Object.entries(tally(all.map(({ at }) => String(quarterOf(at)))));
      assert.deepEqual(
        quarters,
        expected.map(([quarter, count]) => [Number(quarter), count]),
      );
      for (const [month, some] of Map.groupBy(all, ({ at }) => monthOf(dayOf(at)))) {
        const span = [firstDayOf(month), firstDayOf(month + 1)] as const;
        assert.deepEqual(await reportOf(store, num, ...span), valuesOf(some), `${id} in month ${month}`);
      }
    }
    // Of this code the values of each day were known.
    const num = await numOf(store, SECOND);
    for (const [day, some] of Map.groupBy(SCANS[SECOND]!.all, ({ at }) => dayOf(at))) {
      assert.deepEqual(await reportOf(store, num, day, day + 1), valuesOf(some), `day ${day}`);
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("gives placements, visitors, uncounted visits and changes", async () => {
    const store = await engine.fresh();
    await importInto(store);
    const [first, second] = [await numOf(store, FIRST), await numOf(store, SECOND)];
    const door = (await store.placements.find(second, DOOR))!;
    const through = SCANS[SECOND]!.all.filter(({ placement }) => placement === DOOR).length;
    assert.deepEqual([door.scanCount, door.token], [through, "front-door"]);
    const all = await rowsOf(store, second, 20_000 * QUARTERS_PER_DAY, (dayOf(NOW) + 1) * QUARTERS_PER_DAY);
    assert.deepEqual(
      all.placements.map(({ id, count }) => [id, count]),
      [[DOOR, through]],
    );
    const { visitors } = await rowsOf(store, first, (dayOf(NOW) - 5) * QUARTERS_PER_DAY, quarterOf(NOW));
    assert.deepEqual(
      visitors.map(({ visitors, scans }) => [visitors, scans]),
      [
        [2, 3],
        [2, 6],
      ],
    );
    const uncounted = await store.scans.traffic(first, dayOf(NOW) - 5, dayOf(NOW));
    assert.deepEqual(
      uncounted.map(({ reason, count }) => [reason, count]),
      [["crawler", 7]],
    );
    assert.deepEqual(
      (await store.history.changes(first, 10)).map(({ kind }) => kind),
      ["paused"],
    );
  });
});

onSqlite("A bundle of version 1", () => {
  const problemsOf = async (kind: string, edit: Parameters<typeof forge>[2]) => {
    const copy = join(freshDir(), "bundle");
    cpSync(BUNDLE, copy, { recursive: true });
    forge(copy, kind, edit);
    return (await verifyBundle(copy)).problems;
  };

  it("is complete", async () => assert.deepEqual(await problemsOf("codes", () => {}), []));

  it("is refused if it is damaged", async () => {
    const [wrongShape] = await problemsOf("history", (record) => Object.assign(record, { daily: "none" }));
    assert.match(wrongShape!, /^data\/history.ndjson line 1: daily must be array$/);
    const [missing] = await problemsOf("history", (record) => Object.assign(record, { quarters: [] }));
    assert.match(missing!, /^data\/codes.ndjson line 1: scanCount is 239, but it has \d+ scans$/);
    const [stranger] = await problemsOf("history", (record) => Object.assign(record, { codeId: DOOR }));
    assert.match(stranger!, /^data\/history.ndjson line 1: belongs to no code in the bundle, or is out of order$/);
  });
});
