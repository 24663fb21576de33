import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { trendOf } from "../../src/insights/chart/trend.ts";
import type { SharedNumbers } from "../../src/insights/links.ts";
import { trendMark } from "../../src/sharing/numbers/lists.ts";
import { viewNumbers } from "../../src/sharing/numbers/view.ts";

const NOW = Date.UTC(2026, 2, 15, 12);

const viewOf = (firstAt: number | null) => {
  const numbers = { from: "2026-03-01", to: "2026-03-15", timezone: "UTC", previous: null, timeline: [] };
  const shared = { name: null, workspaceId: "w", numbers, firstAt } as unknown as SharedNumbers;
  const brand = { name: null, color: null, logo: null, showFooter: true };
  return viewNumbers({ shared, period: "28d", brand, language: "en", now: NOW });
};

describe("Shared numbers", () => {
  it("say when the first code was created if the period began before, and nothing if there is none", () => {
    assert.equal(viewOf(Date.UTC(2026, 2, 5)).since, "2026-03-05");
    assert.equal(viewOf(Date.UTC(2026, 1, 5)).since, null);
    assert.equal(viewOf(null).since, null);
  });

  it("say that a trend may be chance only where it may", () => {
    const isDoubted = (now: number, before: number) =>
      trendMark(trendOf(now, before), viewOf(null)).markup.includes("may be chance");
    assert.deepEqual([isDoubted(1, 0), isDoubted(12, 10)], [true, true]);
    assert.deepEqual([isDoubted(500, 0), isDoubted(500, 100)], [false, false]);
  });
});
