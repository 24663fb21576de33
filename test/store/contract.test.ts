import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, scansOf } from "./support.ts";

onEachEngine("The store", (engine) => {
  describe("secrets", () => {
    it("are generated once and are the same on every node", async () => {
      const place = await engine.place();
      const [one, other] = [await engine.open(place), await engine.open(place)];
      const texts = await Promise.all([1, 2, 3].flatMap(() => [one.secret("a"), other.secret("a")]));
      assert.equal(new Set(texts).size, 1);
      assert.ok(texts[0]!.length >= 43, "256 bits");
      assert.notEqual(await one.secret("b"), texts[0]);
    });
  });

  describe("scan pages", () => {
    it("are in chronological order, whatever the order of settling", async () => {
      const store = await engine.fresh();
      const { id, num } = await freshCode(store);
      const lines = scansOf(id, 20);
      await settleLines(store, [lines.toReversed().join("")]);
      const times = (await store.scans.page(num, 100)).map((scan) => scan.at);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      assert.equal(times.at(-1), NOON);
    });
  });
});
