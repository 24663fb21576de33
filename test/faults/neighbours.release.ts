import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearLargeNeighbour } from "./support/neighbours.ts";

onEachEngine("F19, scaled down: one owner searches without pause", (engine) => {
  it("others are answered, and none of the owner's lists fails", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    const { lists, bodies } = await bearLargeNeighbour(databaseUrl, 3000, 10);
    assert.ok(lists > 0 && bodies > 0, `${lists} lists, ${bodies} bodies`);
  });
});
