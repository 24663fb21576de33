import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { DAY_MS } from "../../src/shared/days.ts";
import { slide } from "../../src/shared/sliding-window.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { freshKey } from "./keys.ts";

onEachEngine("A key's window of many requests", (engine) => {
  const clock = createTestClock();
  let store: Store;
  let db: Store["auth"]["db"];
  before(async () => {
    store = await engine.open(await engine.migratedPlace(), clock);
    db = store.auth.db;
  });

  const numOf = async (key: string): Promise<number> =>
    (await db.selectFrom("rate_windows").select("num").where("key_id", "=", key).executeTakeFirst()).num;
  const requestsOf = async (key: string): Promise<number> =>
    (
      await db
        .selectFrom("counted_requests")
        .select("n")
        .where("window_num", "=", await numOf(key))
        .execute()
    ).length;
  /** As if they had been counted at these times. */
  async function addRequests(key: string, times: number[]): Promise<void> {
    const num = await numOf(key);
    const rows = times.map((at, n) => ({ window_num: num, n, at }));
    for (let i = 0; i < rows.length; i += 1000)
      await db
        .insertInto("counted_requests")
        .values(rows.slice(i, i + 1000))
        .execute();
    await db.updateTable("rate_windows").set({ next_n: times.length }).where("num", "=", num).execute();
  }

  it("answers as slide does, under changing limits and clocks", async () => {
    const sizes = { minLength: 100, maxLength: 500, size: "max" } as const;
    const before = fc.array(fc.integer({ min: 0, max: 999 }), sizes);
    const step = fc.tuple(
      fc.constantFrom(1, 63, 64, 65, 127, 128, 129, 200, 300, 400, 600),
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: -1500, max: 1500 }) },
        { weight: 1, arbitrary: fc.constantFrom(-5000, 5000) },
      ),
    );
    const steps = fc.array(step, { minLength: 30, maxLength: 60, size: "max" });
    await fc.assert(
      fc.asyncProperty(before, steps, async (ago, moves) => {
        const key = await freshKey(store);
        let times = ago.map((ms) => clock.now() - ms).toSorted((a, b) => a - b);
        await addRequests(key, times);
        for (const [i, [limit, ms]] of moves.entries()) {
          clock.move(ms);
          const isWrong = times.at(-1)! - clock.now() > 1000;
          const { times: after, ...expected } = slide(times, clock.now(), limit, 1000);
          const { times: _, ...seen } = slide(times, clock.now(), limit, 1000, false);
          if (i % 3 === 0) assert.deepEqual(await store.usage(key, limit, 1000), seen);
          assert.deepEqual(await store.admit(key, limit, 1000), expected);
          // A refusal is not stored, unless it corrected a clock's times.
          if (expected.admitted || isWrong) times = after;
        }
      }),
      { numRuns: 8 },
    );
  });

  it("holds few more than those that count, and removes only a few of the others with each request", async () => {
    const key = await freshKey(store);
    for (let i = 0; i < 1000; i++) await store.admit(key, 1000, 1000);
    assert.equal(await requestsOf(key), 1000);
    clock.move(1000);
    for (let counted = 1; counted <= 200; counted++) {
      const held = await requestsOf(key);
      assert.equal((await store.admit(key, 1000, 1000)).remaining, 1000 - counted);
      const removed = held + 1 - (await requestsOf(key));
      assert.ok(removed <= 8 && (removed > 1 || held < counted + 8), `${removed} of ${held} were removed`);
    }
    assert.equal(await requestsOf(key), 200);
    clock.move(90);
    for (let i = 0; i < 100; i++) {
      clock.move(10);
      await store.admit(key, 1000, 100);
    }
    assert.equal((await store.usage(key, 1000, 100)).remaining, 1000 - 10);
    assert.ok((await requestsOf(key)) <= 11);
  });

  it("is removed with its key, and admits nothing from then on", async () => {
    const key = await freshKey(store);
    for (let i = 0; i < 5; i++) await store.admit(key, 10, 1000);
    const num = await numOf(key);
    await sql`DELETE FROM api_keys WHERE id = ${key}`.execute(db);
    assert.deepEqual(await db.selectFrom("counted_requests").select("n").where("window_num", "=", num).execute(), []);
    assert.equal((await store.admit(key, 10, 1000)).admitted, false);
  });

  it("is emptied by maintenance once the key has not been used for two days", async () => {
    const [idle, used] = [await freshKey(store), await freshKey(store)];
    // More than one step removes.
    await addRequests(
      idle,
      Array.from({ length: 6000 }, () => clock.now()),
    );
    await store.admit(idle, 10_000, DAY_MS);
    for (const after of [DAY_MS, DAY_MS]) {
      clock.move(after);
      await store.admit(used, 10, DAY_MS);
      await store.maintain(clock.now());
      assert.equal(await requestsOf(idle), 6001);
    }
    clock.move(1);
    await store.maintain(clock.now());
    assert.deepEqual([await requestsOf(idle), await requestsOf(used)], [0, 1]);
    for (let left = 4; left >= 0; left--) {
      assert.deepEqual(await store.admit(idle, 5, 1000), { admitted: true, remaining: left, resetIn: 1000 });
    }
    assert.equal((await store.admit(idle, 5, 1000)).admitted, false);
    assert.equal(await requestsOf(idle), 5);
  });

  it("is empty one window after it was shortened while the clock was corrected", async () => {
    const key = await freshKey(store);
    for (let i = 0; i < 640; i++) {
      clock.move(10);
      await store.admit(key, 640, 36_000);
    }
    clock.move(-1200);
    // Of the 640, those of the last 600 ms count.
    assert.equal((await store.admit(key, 640, 600)).remaining, 640 - 60 - 1);
    for (const step of [600, 600]) {
      clock.move(step);
      const expected = { admitted: true, remaining: 639, resetIn: 600 };
      assert.deepEqual(await store.admit(key, 640, 600), expected);
    }
  });
});
