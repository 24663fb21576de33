import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS, quarterOf } from "../../src/shared/days.ts";
import { firstIdAt } from "../../src/shared/ids.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { packAll } from "./steps.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

onEachEngine("The latest scans of a workspace", (engine) => {
  it("come from all its codes but those in the bin, newest first, within every bound", async () => {
    const store = await engine.emptied();
    const codes = [];
    for (let i = 0; i < 4; i++) codes.push(await freshCode(store, NOON - DAY_MS));
    const [busy, calm, old, binned] = codes as [(typeof codes)[0], ...typeof codes];
    // 7,919 seconds apart.
    await settleLines(store, scansOf(busy.id, 5));
    await settleLines(store, [...scansOf(calm!.id, 1, NOON + 1_000), ...scansOf(old!.id, 2, NOON - DAY_MS)]);
    await settleLines(store, scansOf(binned!.id, 1, NOON));
    await store.codes.remove(WORKSPACE, binned!.id, NOON + DAY_MS);

    const bounds = { from: firstIdAt(0), fromQuarter: 0, codes: 100, ofEach: 20, limit: 20 };
    const read = async (wanted: Partial<typeof bounds> = {}) =>
      (await store.recentScans(WORKSPACE, { ...bounds, ...wanted })).map(({ code, at }) => [code.id, at - NOON]);
    const ofBusy = [4, 3, 2, 1, 0].map((i) => [busy.id, i * 7_919_000]);
    const ofOld = [1, 0].map((i) => [old!.id, i * 7_919_000 - DAY_MS]);
    const all = [...ofBusy.slice(0, 4), [calm!.id, 1_000], ofBusy[4], ...ofOld];
    assert.deepEqual(await read(), all);
    assert.deepEqual(await read({ limit: 3 }), all.slice(0, 3));
    assert.deepEqual(await read({ ofEach: 1 }), [ofBusy[0], [calm!.id, 1_000], ofOld[0]]);
    assert.deepEqual(await read({ codes: 1 }), ofBusy);
    assert.deepEqual(await read({ from: firstIdAt(NOON + 500) }), all.slice(0, 5));
    assert.deepEqual(await read({ fromQuarter: quarterOf(NOON) }), all.slice(0, 6));
    assert.deepEqual(await store.recentScans("another", bounds), []);
    const { codes: most, ofEach, limit } = bounds;
    const latest = async (wanted: Partial<typeof bounds> = {}) =>
      (await store.recentScans(WORKSPACE, { codes: most, ofEach, limit, ...wanted })).map(({ code, at }) => [
        code.id,
        at - NOON,
      ]);
    for (const packed of [[], [busy.num], [calm!.num, old!.num]]) {
      await packAll(store, packed);
      assert.deepEqual(await latest(), all);
      assert.deepEqual(await latest({ limit: 3 }), all.slice(0, 3));
      assert.deepEqual(await latest({ ofEach: 1 }), [ofBusy[0], [calm!.id, 1_000], ofOld[0]]);
      assert.deepEqual(await latest({ codes: 1 }), ofBusy);
    }
    await settleLines(store, scansOf(busy.id, 1, NOON + DAY_MS));
    assert.deepEqual(await latest({ limit: 2 }), [[busy.id, DAY_MS], ofBusy[0]]);
    assert.deepEqual(await latest({ codes: 0 }), []);
    const [, newest] = await store.recentScans(WORKSPACE, { codes: most, ofEach, limit });
    assert.deepEqual(
      { ...newest, id: "", placement: undefined },
      {
        ...{ id: "", at: NOON + 4 * 7_919_000, device: "desktop", browser: "Firefox", os: "Linux" },
        ...{ placement: undefined, rule: null, variant: null },
        ...{ country: "DE", city: "Berlin", latitude: 52.5, longitude: 13.4 },
        code: { id: busy.id, name: newest!.code.name },
      },
    );
  });

  it("are found by a quarter of an hour that only moves forward", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOON);
    const held = async () => {
      const row = await store.auth.db.selectFrom("code_counters").selectAll().where("code_num", "=", code.num);
      return (await row.executeTakeFirstOrThrow()).last_quarter;
    };
    assert.equal(await held(), null);
    await settleLines(store, scansOf(code.id, 2));
    assert.equal(await held(), quarterOf(NOON + 7_919_000));
    await settleLines(store, scansOf(code.id, 1, NOON + 60_000));
    assert.equal(await held(), quarterOf(NOON + 7_919_000));
    assert.deepEqual(await store.scans.check(), []);
    await store.auth.db
      .updateTable("code_counters")
      .set({ last_quarter: quarterOf(NOON) })
      .execute();
    assert.deepEqual(await store.scans.check(), [
      `code ${code.id}: its last scan is from 2026-01-15T14:00:00.000Z on, noted is 2026-01-15T12:00:00.000Z`,
    ]);
  });
});
