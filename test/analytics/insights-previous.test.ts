/** Comparisons with a time whose scans are forgotten. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createInsights, type InsightQuery } from "../../src/insights/insights.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, NOON, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const AGENT = JSON.stringify(["mobile", "Safari", "iOS"]);
const BERLIN = JSON.stringify(["DE", "Berlin", 52.5, 13.4]);

onEachEngine("insights compared with forgotten days", (engine) => {
  let store: Store;
  let id: string;
  const door = createIds(() => NOON)();
  /**
   * Two scans 40 days ago, one 5 days ago; those of the last 30 days are not forgotten. Two on the day before the earlier
   * 28 days, which in Nepal begin between them.
   */
  before(async () => {
    store = await engine.fresh();
    const createdAt = NOON - 100 * DAY_MS;
    ({ id } = await freshCode(store, createdAt));
    const placement = { id: door, name: "Door", token: createToken(), isSlug: false, createdAt };
    assert.equal(await store.placements.create({ workspaceId: WORKSPACE, codeId: id }, [placement]), null);
    const scans: [hoursAgo: number, placement: string | null][] = [
      [56 * 24 + 2, door],
      [56 * 24 - 8, null],
      [40 * 24 + 1, door],
      [40 * 24 + 1, null],
      [5 * 24 + 1, null],
    ];
    const lines = scans.map(([hours, through]) => {
      const at = NOON - hours * 3_600_000;
      return scanLine(createIds(() => at)(), id, at, AGENT, BERLIN, null, through);
    });
    await settleLines(store, [lines.join("")]);
    await store.maintain(NOON, dayOf(NOON - 30 * DAY_MS));
  });

  const read = async (filter: InsightQuery["filter"], now = NOON, timezone = "UTC") => {
    const clock = { now: () => now, steady: () => now };
    const insights = createInsights({ store, clock, scansSettled: async () => {} });
    const query = { period: "28d", compare: "previous", timezone, filter } as const;
    const { byCode, ...all } = await insights.ofWorkspace({ workspaceId: WORKSPACE }, query);
    const { byPlacement, ...found } = await insights.ofCode((await store.codes.find(WORKSPACE, id))!, query);
    assert.deepEqual(all, { ...found, byPlacement: [] }, "it is the only code of its workspace");
    return { ...all, byCode, byPlacement };
  };

  it("count all of its scans, of one code and of several", async () => {
    const { scans, previous, timeline, byCode } = await read({});
    assert.deepEqual([scans, previous?.scans], [1, 2]);
    assert.equal(
      timeline.reduce((sum, step) => sum + step.previousScans!, 0),
      2,
    );
    assert.deepEqual([byCode[0]?.scans, byCode[0]?.previousScans], [1, 2]);
  });

  it("count all of its scans in any zone, but not of each placement if a local day cuts a day of UTC", async () => {
    const doorIn = (placements: { placement: string }[]) => placements.find(({ placement }) => placement === door);
    const inUtc = await read({});
    assert.deepEqual(doorIn(inUtc.byPlacement), { placement: door, name: "Door", scans: 0, previousScans: 1 });
    const inNepal = await read({}, NOON, "Asia/Kathmandu");
    assert.deepEqual([inNepal.scans, inNepal.previous?.scans, inNepal.exactFrom], [1, 3, null]);
    assert.equal(inNepal.timeline[0]?.previousScans, 1);
    assert.deepEqual([inNepal.byCode[0]?.scans, inNepal.byCode[0]?.previousScans], [1, 3]);
    assert.deepEqual(doorIn(inNepal.byPlacement), { placement: door, name: "Door", scans: 0, previousScans: null });
  });

  it("have nothing to compare with if they end in the midst of a quarter of an hour with scans", async () => {
    const [before, after] = [60, 45].map((minutes) => NOON - 12 * DAY_MS - minutes * 60_000) as [number, number];
    const compared = async (now: number) => (await read({}, now)).previous?.scans;
    // Of both scans, 40 days ago, only the quarter of an hour is known.
    assert.equal(await compared(before), 2);
    assert.equal(await compared(before + 60_000), undefined);
    assert.equal(await compared(after), 4);
    assert.equal(await compared(after + 60_000), 4);
  });

  it("have nothing to compare with under a filter, instead of too little", async () => {
    const { scans, previous, timeline, byCode, exactFrom } = await read({ country: ["DE"] });
    assert.deepEqual([scans, previous, exactFrom], [1, null, null]);
    assert.ok(timeline.every((step) => step.previousScans === null));
    assert.deepEqual([byCode[0]?.scans, byCode[0]?.previousScans], [1, null]);
  });
});
