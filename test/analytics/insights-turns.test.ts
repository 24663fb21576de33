import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

onEachEngine("insights of several workspaces at once", (engine) => {
  it("do not wait for all reports of a workspace that asks for many", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, NOON);
    await settleLines(store, scansOf(id, 200));
    const span = { from: NOON, to: NOON + 20 * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const request = { filter: { country: ["DE"] }, span, previous: null, visitors: false };
    const ended: string[] = [];
    const read = async (workspaceId: string) => {
      await store.insights.read({ codes: { num, workspaceId }, ...request });
      ended.push(workspaceId);
    };
    // Opens the connections for lists.
    await Promise.all(["one", "two", "three"].map(read));
    ended.splice(0);
    await Promise.all([...Array.from({ length: 8 }, () => read(WORKSPACE)), read("another")]);
    assert.ok(ended.indexOf("another") < 5, ended.join());
    assert.equal(ended.length, 9);
  });
});
