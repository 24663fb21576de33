import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createInsights, type InsightQuery } from "../../src/insights/insights.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, packPast, WORKSPACE } from "../store/support.ts";
import { lineOf, START, tagger } from "../store/visitor-scans.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const ZONE = "America/New_York";
/** Two scans of one visitor and one of another on a day, then one of each of two codes, at noon of START and later. */
const VISITS = [
  { code: 0, day: 0, address: "10.0.0.1" },
  { code: 0, day: 0, address: "10.0.0.1" },
  { code: 0, day: 0, address: "10.0.0.2" },
  { code: 0, day: 1, address: "10.0.0.1" },
  { code: 1, day: 1, address: "10.0.0.1" },
];

onEachEngine("visitors in insights", (engine) => {
  let store: Store;
  let codes: { id: string; num: number }[];
  /** At noon of the third day. */
  const read = async (code: number | "all", query: Partial<InsightQuery> = {}) => {
    const now = START + 2 * DAY_MS;
    const insights = createInsights({
      store,
      clock: { now: () => now, steady: () => now },
      scansSettled: async () => {},
    });
    const asked = { period: "7d", compare: "previous", filter: {}, ...query } as const;
    if (code === "all") return insights.ofWorkspace({ workspaceId: WORKSPACE }, asked);
    return insights.ofCode((await store.codes.find(WORKSPACE, codes[code]!.id))!, asked);
  };
  const figures = async (...asked: Parameters<typeof read>) => {
    const { visitors, timeline, previous } = await read(...asked);
    return [visitors, timeline.map((step) => step.visitors), previous?.visitors];
  };
  before(async () => {
    store = await engine.fresh();
    codes = [await freshCode(store, START - 1), await freshCode(store, START - 1)];
    await store.workspaces.change(WORKSPACE, { zone: ZONE }, START);
    const tags = tagger(store);
    const lines = [];
    for (const { code, day, address } of VISITS) {
      lines.push(await lineOf(tags, ZONE, { code: codes[code]!, at: START + day * DAY_MS, address }));
    }
    await settleLines(store, [lines.join("")]);
    tags.close();
  });

  it("are added up over days and codes, in the workspace's zone", async () => {
    assert.deepEqual(await figures(0), [3, [2, 1, 0], 0]);
    assert.deepEqual(await figures(1), [1, [0, 1, 0], 0]);
    assert.deepEqual(await figures("all"), [4, [2, 2, 0], 0]);
    assert.deepEqual(await figures(0, { timezone: "US/Eastern", interval: "week" }), [3, [3], 0]);
    assert.deepEqual((await figures(0, { period: "yesterday" }))[0], 1);
  });

  it("are null in another zone, with a filter, for hours, and for a part of a day", async () => {
    assert.deepEqual(await figures(0, { timezone: "UTC" }), [null, [null, null, null], null]);
    assert.deepEqual(await figures(0, { filter: { country: ["DE"] } }), [null, [null, null, null], null]);
    const { timeline, visitors } = await read(0, { period: "yesterday", interval: "hour" });
    assert.ok(timeline.length === 24 && timeline.every((step) => step.visitors === null));
    assert.equal(visitors, 1);
    // Noon of the day before is when its scan was made; a minute later it is a part of a day with a scan.
    const now = START + 2 * DAY_MS + 60_000;
    const insights = createInsights({
      store,
      clock: { now: () => now, steady: () => now },
      scansSettled: async () => {},
    });
    const code = (await store.codes.find(WORKSPACE, codes[0]!.id))!;
    const today = await insights.ofCode(code, { period: "today", compare: "previous", filter: {} });
    assert.deepEqual(today.previous, { from: "2026-01-17", to: "2026-01-17", scans: 1, visitors: null });
  });

  it("are null for a day with a scan that was not counted among them", async () => {
    const at = START + DAY_MS + 1000;
    const line = scanLine(
      createIds(() => at)(),
      codes[1]!.id,
      at,
      '["mobile","Safari","iOS"]',
      '["DE",null,null,null]',
    );
    await settleLines(store, [line]);
    assert.deepEqual(await figures(1), [null, [0, null, 0], 0]);
    assert.deepEqual(await figures(0), [3, [2, 1, 0], 0]);
    assert.deepEqual(await figures("all"), [null, [2, null, 0], 0]);
  });

  it("are null for days that were counted in another zone", async () => {
    await store.workspaces.change(WORKSPACE, { zone: "Asia/Kolkata" }, START);
    assert.deepEqual(await figures(0), [null, [null, null, 0], 0]);
  });

  it("are the same when their scans are packed", async () => {
    await store.workspaces.change(WORKSPACE, { zone: ZONE }, START);
    const found = [await figures(0), await figures(1), await figures("all")];
    await packPast(store);
    assert.deepEqual(await store.auth.db.selectFrom("scans").select("id").execute(), []);
    assert.deepEqual([await figures(0), await figures(1), await figures("all")], found);
    assert.deepEqual(found[0], [3, [2, 1, 0], 0]);
  });
});
