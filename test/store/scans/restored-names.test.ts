import assert from "node:assert/strict";
import { it } from "node:test";
import { settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { rowsOf } from "../insight-rows.ts";
import { freshCode, NOON, scansOf } from "../support.ts";

onEachEngine("the numbers of agents and places", (engine) => {
  it("may be others' after the database was restored under a running node", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store);
    await settleLines(store, scansOf(id, 1));
    const quarter = Math.floor(NOON / 900_000);
    const read = async () => {
      const { device, country } = await rowsOf(store, num, quarter, quarter + 1);
      const [scan] = await store.scans.page(num, 1);
      return [device[0]!.value, country[0]!.value, scan!.device, scan!.country];
    };
    assert.deepEqual(await read(), ["mobile", "DE", "mobile", "DE"]);
    await store.auth.db.updateTable("agents").set({ device: "desktop" }).execute();
    await store.auth.db.updateTable("places").set({ country: "FR" }).execute();
    assert.deepEqual(await read(), ["desktop", "FR", "desktop", "FR"]);
  });
});
