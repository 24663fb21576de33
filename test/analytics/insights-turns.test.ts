import assert from "node:assert/strict";
import { it } from "node:test";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createThreads, type Thread, type Threads } from "../../src/shared/threads.ts";
import type { ReportOperations } from "../../src/store/reports.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

/** Threads, and the workspaces whose insights they began to read. */
function watchedThreads() {
  const begun: string[] = [];
  const threads = createThreads({ isLazy: true });
  const start: Threads["start"] = (name, ...rest) => {
    const thread: Thread<never> = threads.start(name, ...rest);
    const noted = (call: Thread<never>["call"]): Thread<never>["call"] =>
      ((operation: keyof ReportOperations, ...args: unknown[]) => {
        const workspace = /"workspaceId":"(\w+)"/.exec(JSON.stringify(args))?.[1];
        if (operation === "insights") begun.push(workspace!);
        return (call as (...given: unknown[]) => unknown)(operation, ...args);
      }) as never;
    return { ...thread, call: noted(thread.call), callLong: noted(thread.callLong) };
  };
  return { begun, threads: { ...threads, start } };
}

onEachEngine("insights of several workspaces at once", (engine) => {
  it("are not begun after all reports of a workspace that asks for many", async () => {
    const { begun, threads } = watchedThreads();
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
