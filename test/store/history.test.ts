import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { CodeChange } from "../../src/codes/code.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

const AGENT = JSON.stringify(["mobile", "Safari", "iOS"]);
const PLACE = JSON.stringify(["DE", "Berlin", 52.5, 13.4]);

onEachEngine("The history of a code", (engine) => {
  const change = (store: Store, id: string, now: number, content: string) =>
    store.codes.update(WORKSPACE, id, now, () => ({ content }), { kind: "key", name: "till" });

  async function all(store: Store, num: number) {
    const page = await store.history.page(num, 500);
    assert.equal(page?.more, false);
    return page!.versions;
  }

  it("counts for each version the scans made while it was in force", async () => {
    const store = await engine.emptied();
    const step = fc.oneof(
      fc.constant("change" as const),
      fc.constant("remove" as const),
      fc.integer({ min: 1, max: 6 }),
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        // Different days: old scans are removed for every code.
        let now = NOON + 40 * DAY_MS * runs++;
        const { id, num } = await freshCode(store, now);
        const counts = [0];
        for (const each of steps) {
          now += DAY_MS / 3;
          if (each === "change") await change(store, id, now, `https://example.com/${counts.push(0)}`);
          else if (each === "remove") await store.maintain(now, dayOf(now));
          else {
            const lines = Array.from({ length: each }, () => scanLine(createIds(() => now)(), id, now, AGENT, PLACE));
            await settleLines(store, lines);
            counts[counts.length - 1]! += each;
          }
        }
        const versions = await all(store, num);
        assert.deepEqual(
          versions.map(({ scanCount }) => scanCount),
          counts.toReversed(),
        );
        assert.deepEqual(await store.scans.check(), []);
      }),
      { numRuns: 8 },
    );
  });

  it("has when its look and state changed, one by one and with others, until it is erased", async () => {
    const store = await engine.emptied();
    const [one, other] = [await freshCode(store, NOON), await freshCode(store, NOON)];
    const changes = async ({ num }: { num: number }) =>
      (await store.history.changes(num, 500)).map(({ at, kind }) => `${kind} ${at - NOON}`).toReversed();
    const update = (at: number, change: CodeChange) => store.codes.update(WORKSPACE, one.id, NOON + at, () => change);
    await update(1, { name: "Other", category: "Doors", content: "https://example.com/2", isPublic: true });
    await update(2, { foregroundColor: "#123456", isPublic: false });
    await update(3, { isPublic: true, expiresAt: NOON + DAY_MS, expiresFixed: true });
    await store.codes.changeMany(WORKSPACE, [one.id, other.id], { isPublic: false }, NOON + 4);
    await store.codes.changeMany(WORKSPACE, [one.id, other.id], { isFavorite: true }, NOON + 5);
    await store.codes.applyStyle(WORKSPACE, [one.id, other.id], '{"dots":"round"}', NOON + 6);
    await store.codes.removeMany(WORKSPACE, [other.id], NOON + 7);
    await store.codes.restoreMany(WORKSPACE, [other.id], NOON + 8);
    await store.codes.remove(WORKSPACE, one.id, NOON + 9);
    await store.codes.restore(WORKSPACE, one.id, NOON + 10);
    await store.codes.remove(WORKSPACE, one.id, NOON + 11);
    assert.deepEqual(await changes(other), ["paused 4", "look 6", "deleted 7", "restored 8"]);
    const own = ["paused 2", "look 2", "resumed 3", "expiry 3", "paused 4", "look 6", "deleted 9", "restored 10"];
    assert.deepEqual(await changes(one), [...own, "deleted 11"]);
    await store.maintain(NOON + 40 * DAY_MS, 0);
    assert.deepEqual(await changes(one), []);
    assert.equal((await changes(other)).length, 4);
  });

  it("is checked: the counts of versions increase up to the code's", async () => {
    const store = await engine.emptied();
    const { id, num } = await freshCode(store, NOON);
    for (const n of [1, 2]) {
      await settleLines(store, [scanLine(createIds(() => NOON)(), id, NOON, AGENT, PLACE)]);
      await change(store, id, NOON + n, `https://example.com/${n}`);
    }
    assert.deepEqual(await store.scans.check(), []);
    const plant = async (n: number, scans: number) => {
      const rows = store.auth.db.updateTable("code_versions").set({ scans_until: scans });
      await rows.where("code_num", "=", num).where("n", "=", n).execute();
      return store.scans.check();
    };
    assert.deepEqual(await plant(2, 3), [`code number ${num}, version 2: ended at 3 scans, which must be 1 to 2`]);
    assert.deepEqual(await plant(2, 0), [`code number ${num}, version 2: ended at 0 scans, which must be 1 to 2`]);
    assert.deepEqual(await plant(2, 2), []);
  });

  it("is paged, has author and time, and no version ends before it began", async () => {
    const store = await engine.emptied();
    const { id, num } = await freshCode(store);
    const times = [1000, 5000, 3000].map((ms) => NOON + ms);
    for (const [i, at] of times.entries()) await change(store, id, at, `https://example.com/${i}`);
    const versions = await all(store, num);
    assert.deepEqual(
      versions.map(({ version, from, until, by }) => [version, from - NOON, until && until - NOON, by]),
      [
        [4, 5000, null, { kind: "key", name: "till" }],
        [3, 5000, 5000, { kind: "key", name: "till" }],
        [2, 1000, 5000, { kind: "key", name: "till" }],
        [1, 0, 1000, null],
      ],
    );
    const walked = [];
    let before: number | undefined;
    do {
      const page = (await store.history.page(num, 1, before))!;
      walked.push(...page.versions);
      before = page.more ? page.versions.at(-1)!.version : undefined;
    } while (before !== undefined);
    assert.deepEqual(walked, versions);
    assert.equal(await store.history.page(num, 10, 5), null, "no such version");
    assert.equal(await store.history.contentOf(num, 2), "https://example.com/0");
    assert.equal(await store.history.contentOf(num, 4), "https://example.com/2");
    for (const none of [0, 5]) assert.equal(await store.history.contentOf(num, none), null);
  });
});
