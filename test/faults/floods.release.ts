import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bearFlood } from "./support/floods.ts";

/** How many requests of a kind were answered with one of these statuses. */
const answered = (statuses: Record<string, number>, name: string, ...codes: (number | "cut")[]): number =>
  codes.reduce<number>((sum, code) => sum + (statuses[`${name} ${code}`] ?? 0), 0);

describe("One person floods shared resources, scaled down", () => {
  it("F22: others' pictures, previews and scannability checks are drawn; excess requests are refused as busy", async () => {
    const { report } = await bearFlood("drawing", { requests: 3, isSmall: true });
    for (const name of ["preview", "verdict", "logo", "sheet"]) {
      const { statuses, sent } = report;
      // On a slow machine the flooder's own requests may wait until they are cut.
      assert.equal(answered(statuses, name, 200, 201, 400, 503, "cut"), sent[name], JSON.stringify(statuses));
    }
    assert.ok(answered(report.statuses, "verdict", 503) > 0, "more concurrent requests than one person may have");
  });

  it("F23: two of 150 tests run at a time, and every hostile receiver is cut off", async () => {
    const { report } = await bearFlood("webhooks", { requests: 10 });
    const { statuses, sent, connections, cut } = report;
    assert.equal(answered(statuses, "test", 200, 500), sent.test, JSON.stringify(statuses));
    assert.ok(answered(statuses, "test", 500) >= 140, JSON.stringify(statuses));
    assert.equal(cut, connections);
  });

  it("F24: each message to /mcp counts, whatever its outcome", async () => {
    const { report } = await bearFlood("mcp", { requests: 10, limit: 30 });
    const { statuses, sent } = report;
    // Large messages are refused with 400, and count like the others.
    assert.equal(answered(statuses, "mcp", 200, 400), Math.min(30, sent.mcp!), JSON.stringify(statuses));
    assert.equal(answered(statuses, "mcp", 200, 400, 429), sent.mcp);
  });
});
