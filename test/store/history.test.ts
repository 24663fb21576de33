import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { countDay } from "../../src/store/queries/version-counts.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { uuidBytes } from "../../src/store/sqlite/settle.ts";
import type { Store } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, OWNER } from "./support.ts";

const AGENT = JSON.stringify(["mobile", "Safari", "iOS"]);
const PLACE = JSON.stringify(["DE", "Berlin", 52.5, 13.4]);
const HOUR_MS = 3_600_000;
const DAYS = 6;

/** What happens to a code, in the order in which the store hears of it. */
type Event =
  | { kind: "change" }
  | { kind: "scans"; ago: number[]; idOff: number }
  | { kind: "again" }
  | { kind: "read" }
  | { kind: "remove"; keepDays: number }
  | { kind: "wait"; ms: number };

/** Near boundaries, near midnight, and far: a line may come days late. */
const ago = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 * HOUR_MS }));
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant("change" as const) }),
  fc.record({
    kind: fc.constant("scans" as const),
    ago: fc.array(ago, { minLength: 1, maxLength: 6 }),
    // A clock that stepped back leaves ids ahead of the scan's time.
    idOff: fc.constantFrom(0, 0, 0, 1, 2 * HOUR_MS),
  }),
  fc.record({ kind: fc.constant("again" as const) }),
  fc.record({ kind: fc.constant("read" as const) }),
  fc.record({ kind: fc.constant("remove" as const), keepDays: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(0, 1, 2, 1000, HOUR_MS, 11 * HOUR_MS, DAY_MS) }),
);

onEachEngine("The history of a code", (engine) => {
  const change = (store: Store, id: string, now: number, content: string) =>
    store.codes.update(OWNER, id, now, () => ({ content }), { kind: "key", name: "till" });

  async function all(store: Store, num: number, now: number) {
    const page = await store.history.page(num, now, 500);
    assert.equal(page?.more, false);
    return page!.versions;
  }

  it("counts the scans of each version by their time, whatever comes late or twice", async () => {
    const store = await engine.fresh();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 25 }), async (events) => {
        // Days of their own, as what is removed is removed for every code.
        const begin = NOON + 40 * DAY_MS * runs++;
        const { id, num } = await freshCode(store, begin - 2 * DAY_MS);
        let now = begin;
        let lines: string[] = [];
        let changes = 0;
        /** By id, also of those that are removed since: when each scan was. */
        const settled = new Map<string, number>();
        const noteSettled = async () => {
          const rows = await store.auth.db
            .selectFrom("scans")
            .select(["id", "at"])
            .where("code_num", "=", num)
            .execute();
          for (const row of rows) settled.set(Buffer.from(row.id).toString("hex"), row.at);
        };
        for (const each of events) {
          if (each.kind === "change") await change(store, id, now, `https://example.com/${++changes}`);
          else if (each.kind === "wait") now += each.ms;
          else if (each.kind === "read") await all(store, num, now);
          else if (each.kind === "remove") {
            await noteSettled();
            await store.maintain(now, dayOf(now) - each.keepDays);
          } else if (each.kind === "again") await settleLines(store, [lines.join("")]);
          else {
            lines = each.ago.map((ms) =>
              scanLine(createIds(() => now - ms + each.idOff)(), id, now - ms, AGENT, PLACE),
            );
            await settleLines(store, [lines.join("")]);
          }
        }
        const versions = await all(store, num, now);
        assert.equal(versions.length, changes + 1);
        await noteSettled();
        const times = [...settled.values()];
        for (const { from, until, version, scanCount } of versions) {
          const lowest = version === 1 ? 0 : from;
          const inTime = times.filter((at) => at >= lowest && at < (until ?? Infinity));
          assert.equal(scanCount, inTime.length, `version ${version}`);
        }
        assert.deepEqual(await store.scans.check(), []);
      }),
      { numRuns: 15 },
    );
  });

  it("keeps its counts when raw scans are removed, also of days that nobody had looked at", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, NOON - 40 * DAY_MS);
    const start = NOON - 39 * DAY_MS;
    const settle = (at: number, idOff = 0) =>
      settleLines(store, [scanLine(createIds(() => at + idOff)(), id, at, AGENT, PLACE)]);
    for (let day = 0; day < DAYS; day++) {
      const noon = start + day * DAY_MS;
      // Also ids that were ahead, on a day that is not looked at before.
      for (let i = 0; i <= day; i++) await settle(noon - 1 - i, day === 3 ? 2 * HOUR_MS : 0);
      await change(store, id, noon, `https://example.com/day/${day}`);
      await settle(noon);
      await settle(noon + HOUR_MS);
      // Some were looked at before, and one of these is out of date by the time of the removal.
      if (day % 2 === 0) await all(store, num, noon + 3 * DAY_MS);
      if (day === 2) await settle(noon - HOUR_MS);
    }
    const before = await all(store, num, start);
    assert.deepEqual(
      before.map(({ scanCount }) => scanCount),
      [2, 8, 7, 6, 5, 4, 1].map((count, i) => (i === 4 ? count + 1 : count)),
    );
    await store.auth.db
      .updateTable("code_versions")
      .set({ day_total: null, day_scans: null })
      .where("n", "=", 4)
      .execute();
    await store.maintain(NOON, dayOf(NOON) - 10);
    const left = await store.auth.db.selectFrom("scans").select("id").execute();
    assert.equal(left.length, 0);
    assert.deepEqual(await all(store, num, NOON), before);
    assert.deepEqual(await all(store, num, NOON + 900 * DAY_MS), before);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("keeps its counts when another node looks for raw scans that have just gone", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, NOON - 40 * DAY_MS);
    const ended = NOON - 30 * DAY_MS;
    for (const at of [ended - HOUR_MS, ended - 1, ended + 1]) {
      await settleLines(store, [scanLine(createIds(() => at)(), id, at, AGENT, PLACE)]);
    }
    await change(store, id, ended, "https://example.com/later");
    // As the other node read it, before this one counted and removed.
    const ends = [{ n: 1, at: ended, held: null }];
    const asked = { codeNum: num, day: dayOf(ended), ends, total: 3, today: dayOf(NOON) };
    await store.maintain(NOON, dayOf(NOON) - 10);
    const before = await all(store, num, NOON);
    assert.deepEqual(
      before.map(({ scanCount }) => scanCount),
      [1, 2],
    );
    const { db } = store.auth as { db: Kysely<Tables> };
    const toColumn = (text: string) => (engine.name === "sqlite" ? uuidBytes(text) : text);
    const ids = { toColumn, fromColumn: String };
    for (const isForGood of [true, false]) {
      await countDay({ db, listing: db, ids }, { ...asked, isForGood });
      assert.deepEqual(await all(store, num, NOON), before);
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("counts what was imported from days before those that are removed already", async () => {
    const store = await engine.fresh();
    await store.maintain(NOON, dayOf(NOON) - 10);
    const { id, num } = await freshCode(store, NOON - 40 * DAY_MS);
    const ended = NOON - 30 * DAY_MS;
    await change(store, id, ended, "https://example.com/later");
    // As an import writes them: whatever a line would come to here, the scans stand in the table.
    const marks = store.auth.db.updateTable("meta").set({ value: 0 });
    await marks.where("name", "=", "raw_from_day").execute();
    const at = [ended - HOUR_MS, ended - 1, ended + 1];
    for (const each of at) {
      await settleLines(store, [scanLine(createIds(() => each)(), id, each, AGENT, PLACE)]);
    }
    await store.maintain(NOON + DAY_MS, dayOf(NOON) - 9);
    const left = await store.auth.db.selectFrom("scans").select("id").execute();
    assert.equal(left.length, 0);
    const versions = await all(store, num, NOON + DAY_MS);
    assert.deepEqual(
      versions.map(({ scanCount }) => scanCount),
      [1, 2],
    );
  });

  it("keeps with versions what the check agrees with, and a wrong number is told", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, NOON - 40 * DAY_MS);
    const ended = NOON - 30 * DAY_MS;
    for (const at of [ended - HOUR_MS, ended + 1, ended + HOUR_MS]) {
      await settleLines(store, [scanLine(createIds(() => at)(), id, at, AGENT, PLACE)]);
    }
    await change(store, id, ended, "https://example.com/2");
    await change(store, id, ended + 2, "https://example.com/3");
    await all(store, num, NOON);
    assert.deepEqual(await store.scans.check(), []);
    const plant = async (n: number, scans: number) => {
      const rows = store.auth.db.updateTable("code_versions").set({ day_scans: scans });
      await rows.where("code_num", "=", num).where("n", "=", n).execute();
      return (await store.scans.check()).map((line) => line.replace(/^code number \d+, /, ""));
    };
    const kept = (n: number, count: number, rest: string) =>
      `version ${n}: ${count} scans are kept of the day it ended, ${rest}`;
    assert.deepEqual(await plant(1, 2), [kept(1, 2, "and 1 raw scans were before")]);
    assert.deepEqual(await plant(1, 1), []);
    await store.maintain(NOON, dayOf(NOON) - 10);
    assert.deepEqual(await plant(2, 4), [kept(2, 4, "which must be 1 to 3")]);
    assert.deepEqual(await plant(2, 0), [kept(2, 0, "which must be 1 to 3")]);
    assert.deepEqual(await plant(2, 2), []);
  });

  it("goes by page, tells who and when, and of no version ends before it began", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store);
    const times = [1000, 5000, 3000].map((ms) => NOON + ms);
    for (const [i, at] of times.entries()) await change(store, id, at, `https://example.com/${i}`);
    const versions = await all(store, num, NOON);
    assert.deepEqual(
      versions.map(({ version, from, until, by }) => [version, from - NOON, until && until - NOON, by]),
      [
        [4, 5000, null, { kind: "key", name: "till" }],
        [3, 5000, 5000, { kind: "key", name: "till" }],
        [2, 1000, 5000, { kind: "key", name: "till" }],
        [1, 0, 1000, null],
      ],
    );
    const walked = [];
    let before: number | undefined;
    do {
      const page = (await store.history.page(num, NOON, 1, before))!;
      walked.push(...page.versions);
      before = page.more ? page.versions.at(-1)!.version : undefined;
    } while (before !== undefined);
    assert.deepEqual(walked, versions);
    assert.equal(await store.history.page(num, NOON, 10, 5), null, "no such version");
    assert.equal(await store.history.contentOf(num, 2), "https://example.com/0");
    assert.equal(await store.history.contentOf(num, 4), "https://example.com/2");
    for (const none of [0, 5]) assert.equal(await store.history.contentOf(num, none), null);
  });
});
