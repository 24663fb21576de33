import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { slide } from "../../src/shared/sliding-window.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { freshKey } from "./keys.ts";

onEachEngine("A key's window of many requests", (engine) => {
  const clock = createTestClock();
  let store: Store;
  before(async () => {
    store = await engine.open(await engine.migratedPlace(), clock);
  });

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
        // Any number of times in the row itself, to start from any shape.
        const kept = engine.name === "sqlite" ? JSON.stringify(times) : times;
        await sql`UPDATE rate_windows SET times = ${kept} WHERE key_id = ${key}`.execute(store.auth.db);
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

  it("reads and writes only a few of its times with each request, however many count", async () => {
    const key = await freshKey(store);
    const { db } = store.auth;
    for (let i = 0; i < 1000; i++) await store.admit(key, 1000, 1000);
    const longest = async (table: string): Promise<number> => {
      const { rows } = await sql<{ times: string | number[] }>`
        SELECT times FROM ${sql.table(table)} WHERE key_id = ${key}`.execute(db);
      const counts = rows.map(({ times }) => [times].flat().join().split(",").length);
      return Math.max(0, ...counts);
    };
    assert.ok((await longest("rate_windows")) < 128);
    assert.equal(await longest("rate_window_parts"), 64);
    assert.equal((await store.admit(key, 1000, 1000)).admitted, false);
    clock.move(1000);
    assert.equal((await store.admit(key, 1000, 1000)).remaining, 999);
    assert.equal(await longest("rate_window_parts"), 0, "times that no longer count are removed");
  });

  it("is empty one window after it was shortened while the clock was corrected", async () => {
    const key = await freshKey(store);
    for (let i = 0; i < 640; i++) {
      clock.move(10);
      await store.admit(key, 640, 36_000);
    }
    clock.move(-1200);
    // Of the 640, those of the last 600 ms are in the row, with some earlier ones.
    assert.equal((await store.admit(key, 640, 600)).remaining, 640 - 64 - 1);
    for (const step of [600, 600]) {
      clock.move(step);
      const expected = { admitted: true, remaining: 639, resetIn: 600 };
      assert.deepEqual(await store.admit(key, 640, 600), expected);
    }
  });
});
