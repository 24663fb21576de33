import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearLargeNeighbour } from "./support/neighbours.ts";

onEachEngine("F19, scaled down: one owner searches without pause", (engine) => {
  it("others are answered, and none of the owner's lists fails", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    const [round] = await bearLargeNeighbour(databaseUrl, 3000, 10);
    const { lists, bodies } = round!;
    assert.ok(lists.length > 0 && bodies > 0, `${lists.length} lists, ${bodies} bodies`);
  });
});
