import assert from "node:assert/strict";
import { it } from "node:test";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { watchedThreads } from "./watched-threads.ts";

onEachEngine("insights of several workspaces at once", (engine) => {
  it("are not begun after all reports of a workspace that asks for many", async () => {
    const begun: unknown[] = [];
    const threads = watchedThreads((operation, args) => {
      if (operation === "insights") begun.push(/"workspaceId":"(\w+)"/.exec(JSON.stringify(args))?.[1]);
    });
    const store = await engine.open(await engine.migratedPlace(), createSystemClock(), threads);
    const { id, num } = await freshCode(store, NOON);
    await settleLines(store, scansOf(id, 200));
    const span = { from: NOON, to: NOON + 20 * DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const request = { filter: { country: ["DE"] }, span, previous: null, visitors: false };
    const read = (workspaceId: string) => store.insights.read({ codes: { num, workspaceId }, ...request });
    await Promise.all([...Array.from({ length: 8 }, () => read(WORKSPACE)), read("another")]);
    assert.equal(begun.length, 9);
    assert.ok(begun.indexOf("another") < 3, begun.join());
  });
});
