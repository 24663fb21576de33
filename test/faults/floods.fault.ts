import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FloodKind } from "./support/flood-process.ts";
import { bearFlood, type Flooded } from "./support/floods.ts";

const ROUNDS = 5;
/** Smaller differences are noise of the machine. */
const NOISE_MS = 10;

function tell(fault: string, { calm, busy, report }: Flooded): void {
  const figures = `others' p99 ${calm.toFixed(1)} ms calm, ${busy.toFixed(1)} ms beside the flood`;
  console.log(`${fault}: ${figures}; ${JSON.stringify(report)}`);
}

const slows = ({ calm, busy }: Flooded, times: number) =>
  assert.ok(busy <= Math.max(times * calm, NOISE_MS), `${busy} ms, before ${calm} ms`);

const bear = (kind: FloodKind, requests: number, limit?: number) =>
  bearFlood(kind, { requests, rounds: ROUNDS, isApart: true, ...(limit ? { limit } : {}) });

describe("One person floods shared resources", () => {
  it("F22: all drawing queues, and others' pictures, previews and scannability checks take at most twice as long", async () => {
    const found = await bear("drawing", 40);
    tell("F22", found);
    slows(found, 2);
  });

  it("F23: webhook tests with hostile receivers, and scans take at most half as long again", async () => {
    const found = await bear("webhooks", 500);
    tell("F23", found);
    const { connections, cut } = found.report;
    assert.equal(cut, connections, "every receiver was cut off");
    slows(found, 1.5);
  });

  it("F24: failing calls of /mcp, and each counts", async () => {
    const found = await bear("mcp", 500, 100);
    tell("F24", found);
    assert.equal((found.report.statuses["mcp 200"] ?? 0) + (found.report.statuses["mcp 400"] ?? 0), 100);
    slows(found, 1.5);
  });
});
