import assert from "node:assert/strict";
import { it } from "node:test";
import { createAccounts } from "../../src/accounts/service.ts";
import { runDemo } from "../../src/demo/run.ts";
import { createInsights } from "../../src/insights/insights.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { CODE_TYPES } from "../../src/shared/vocabulary.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

onEachEngine("the demo", (engine) => {
  it("creates twenty codes of all types with 50,000 consistent scans, and only once", async () => {
    const store = await engine.fresh();
    const accounts = createAccounts({ store, plans: ["free", "pro"] });
    const now = Date.now();
    const steps: number[] = [];
    const options = { store, accounts, now, lifetimeMs: 365 * DAY_MS };
    const { email } = await runDemo({ ...options, progress: (done) => steps.push(done) });
    const owner = (await accounts.findByEmail(email))!;
    assert.equal(owner.role, "member", "on a fresh service too");
    assert.equal(await store.accounts.hasAdmin(), false);
    const { codes, total } = await store.codes.browse(owner.workspaceId, {}, now, {
      sort: "newest",
      offset: 0,
      limit: 100,
    });
    assert.equal(total, 20);
    assert.deepEqual(new Set(codes.map(({ type }) => type)), new Set(CODE_TYPES));
    assert.equal(
      codes.reduce((sum, { scanCount }) => sum + scanCount, 0),
      50_000,
    );
    assert.deepEqual(await store.scans.check(), []);
    const insights = createInsights({ store, clock: createTestClock(now), scansSettled: async () => {} });
    const ofAll = (period: "all" | "today") =>
      insights.ofWorkspace({ workspaceId: owner.workspaceId }, { period, compare: "previous", filter: {} });
    const { scans, visitors } = await ofAll("all");
    assert.ok(visitors! > 0.75 * scans && visitors! < 0.95 * scans, `${visitors} visitors`);
    const soon = codes.filter(({ expiresAt }) => expiresAt > now && expiresAt < now + 14 * DAY_MS);
    assert.equal(soon.length, 1, "the overview has something to say");
    const today = await ofAll("today");
    assert.ok(today.scans < 2 * today.previous!.scans + 20, `${today.scans} scans today`);
    assert.equal(steps.at(-1), 1);
    for (const { num } of codes) {
      const [latest] = await store.scans.page(num, 1);
      assert.ok(latest!.at <= now, "no scan is in the future");
    }
    await assert.rejects(runDemo({ ...options, progress: () => {} }), /already exists/);
  });
});
