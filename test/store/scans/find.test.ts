import assert from "node:assert/strict";
import { it } from "node:test";
import { findScans } from "../../../src/scans/find.queries.ts";
import { scanLine } from "../../../src/scans/lines.ts";
import { createNames } from "../../../src/scans/names.queries.ts";
import { DAY_MS } from "../../../src/shared/days.ts";
import { createIds } from "../../../src/shared/ids.ts";
import { settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { assertWhole, dbOf, packAll } from "../steps.ts";
import { freshCode, NOON } from "../support.ts";

onEachEngine("Scans are found by their ids", (engine) => {
  it("in rows and in blocks, of a clock that was set back too", async () => {
    const store = await engine.emptied();
    const codes = [await freshCode(store, NOON), await freshCode(store, NOON), await freshCode(store, NOON)] as const;
    const source = { db: dbOf(store), engine: store.engine };
    const find = async (nums: readonly number[], ids: readonly string[]) =>
      (await findScans(source, createNames(store.engine), nums, ids)).map(({ id, at }) => ({ id, at }));
    const all: { id: string; at: number; code: number }[] = [];
    const settle = async (n: 0 | 1 | 2, at: number, aheadMs = 0) => {
      const id = createIds(() => at + aheadMs)();
      await settleLines(store, [
        scanLine(id, codes[n].id, at, '["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]'),
      ]);
      all.push({ id, at, code: codes[n].num });
    };
    // Over the ends of months, and with many at the same moment.
    for (let i = 0; i < 24; i++)
      await settle((i % 2) as 0 | 1, NOON + i * 2 * DAY_MS, i % 3 === 0 ? (i % 4) * 12 * 3_600_000 : 0);
    for (let i = 0; i < 5; i++) await settle(0, NOON + 7 * DAY_MS);
    for (let i = 0; i < 3; i++) await settle(2, NOON + 7 * DAY_MS);
    const nums = [codes[0].num, codes[1].num];
    const byId = (rows: readonly { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const ids = [...all.map(({ id }) => id), createIds(() => NOON)()];
    const expected = byId(all.filter(({ code }) => nums.includes(code)).map(({ id, at }) => ({ id, at })));
    for (const packed of [[], [codes[0].num], nums]) {
      await packAll(store, packed);
      await assertWhole(store);
      assert.deepEqual(byId(await find(nums, ids)), expected);
      assert.deepEqual(await find([codes[0].num], [ids[1]!]), [], "another code's");
      assert.deepEqual(await find([codes[0].num], [ids[0]!]), [{ id: ids[0], at: NOON }]);
    }
    assert.deepEqual(await find([], ids), []);
    assert.deepEqual(await find(nums, []), []);
    const [scan] = await findScans(source, createNames(store.engine), nums, [ids[2]!]);
    assert.deepEqual(
      { ...scan, id: "", at: 0 },
      {
        ...{
          id: "",
          at: 0,
          device: "mobile",
          browser: "Safari",
          os: "iOS",
          placement: null,
          rule: null,
          variant: null,
        },
        ...{ country: "DE", city: "Berlin", latitude: 52.5, longitude: 13.4 },
      },
    );
  });
});
