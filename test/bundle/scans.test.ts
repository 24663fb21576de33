/** How an export reads scans from rows and blocks. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Transaction } from "kysely";
import type { BundledScan, ForgottenDay } from "../../src/bundle/bundled.ts";
import { uuidBytes } from "../../src/database/scan-ids.ts";
import type { Tables } from "../../src/database/tables.ts";
import type { OneScan } from "../../src/scans/columns.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { addToMonths, scansByMonth } from "../../src/scans/pack.queries.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, NOON, scansOf } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const AGENT = JSON.stringify(["mobile", "Safari", "iOS"]);
const PLACE = JSON.stringify(["DE", "Berlin", 52.5, 13.4]);

const allOf = (store: Store, num: number): Promise<BundledScan[]> =>
  store.snapshot(async (reader) => (await Array.fromAsync(reader.scans(num))).flat());

const someOf = (store: Store, nums: readonly number[]): Promise<BundledScan[]> =>
  store.snapshot((reader) => reader.scansOfMany(nums));

const daysOf = async (store: Store, num: number): Promise<ForgottenDay[]> =>
  store.snapshot(async (reader) => (await Array.fromAsync(reader.days([num]))).flatMap(({ days }) => days));

/** Different each time it is called, and the same in each run. */
function createRandom() {
  let state = 1;
  return (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

onEachEngine("The scans of a bundle", (engine) => {
  it("are all there once and in order of their ids, although blocks overlap and ids are ahead of their times", async () => {
    const store = await engine.fresh();
    const { id: code, num } = await freshCode(store, NOON - 100 * DAY_MS);
    const random = createRandom();
    const idAt = (ms: number) => createIds(() => ms)();
    // More than a page, around the end of a month.
    const rows = Array.from({ length: 6_000 }, () => ({ id: "", at: NOON - random(20 * DAY_MS) }));
    for (const row of rows) row.id = idAt(row.at);
    await settleLines(
      store,
      rows.map(({ id, at }) => scanLine(id, code, at, AGENT, PLACE)),
    );
    const [agent, place] = [
      await store.auth.db.selectFrom("agents").select("id").executeTakeFirstOrThrow(),
      await store.auth.db.selectFrom("places").select("id").executeTakeFirstOrThrow(),
    ];
    const packed = Array.from({ length: 3_000 }, (_, i): OneScan => {
      // In order but for every tenth, which is late; the clock was set back before every seventh.
      const at = NOON - 40 * DAY_MS + i * 1_000_000 - (i % 10 === 0 ? random(5 * DAY_MS) : 0);
      const id = uuidBytes(idAt(at + (i % 7 === 0 ? random(2 * DAY_MS) : 0)));
      return { at, id, agent: agent.id, place: place.id, placement: 0, route: 0 };
    });
    for (let i = 0; i < packed.length; i += 250) {
      const some = packed.slice(i, i + 250);
      await store.auth.db
        .transaction()
        .execute((trx: Transaction<Tables>) => addToMonths(trx, scansByMonth(num, some), 400));
    }
    const expected = [
      ...rows.map(({ id, at }) => `${id} ${at}`),
      ...packed.map(({ id, at }) =>
        `${Buffer.from(id).toString("hex")} ${at}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      ),
    ].sort();
    for (const found of [await allOf(store, num), await someOf(store, [num])]) {
      assert.deepEqual(
        found.map(({ id, at }) => `${id} ${at}`),
        expected,
      );
      const { device, city, latitude, codeNum, placementId } = found[0]!;
      assert.deepEqual(
        { device, city, latitude, codeNum, placementId },
        {
          ...{ device: "mobile", city: "Berlin", latitude: 52.5 },
          ...{ codeNum: num, placementId: null },
        },
      );
    }
  });

  it("are counts from the day on which they are due to be forgotten, whether they are packed or not", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, NOON - 100 * DAY_MS);
    await settleLines(store, scansOf(id, 40, NOON - 40 * DAY_MS));
    await store.maintain(NOON);
    await settleLines(store, scansOf(id, 20, NOON - 39 * DAY_MS));
    const due = dayOf(NOON) - 38;
    assert.deepEqual(await daysOf(store, num), []);
    assert.equal((await allOf(store, num)).length, 60);
    const [earlier, later] = [await allOf(store, num)].flatMap((all) => [
      all.filter(({ at }) => dayOf(at) < due),
      all.filter(({ at }) => dayOf(at) >= due),
    ]);
    await store.auth.db.insertInto("meta").values({ name: "forgotten_before_day", value: due }).execute();
    assert.deepEqual(await allOf(store, num), later);
    assert.deepEqual(await someOf(store, [num]), later);
    const days = await daysOf(store, num);
    assert.deepEqual(
      days.map(({ day }) => day),
      [...new Set(earlier!.map(({ at }) => dayOf(at)))].sort((a, b) => a - b),
    );
    for (const { day, quarters, agents, places, placements } of days) {
      const some = earlier!.filter(({ at }) => dayOf(at) === day);
      const total = (counts: readonly (readonly [unknown, number])[]) => counts.reduce((sum, [, n]) => sum + n, 0);
      assert.deepEqual([quarters, agents, places].map(total), [some.length, some.length, some.length]);
      const phones = agents.filter(([[device]]) => device === "mobile");
      assert.equal(total(phones), some.filter(({ device }) => device === "mobile").length);
      assert.deepEqual(placements, []);
    }
  });
});
