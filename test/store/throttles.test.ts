import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { slide } from "../../src/shared/sliding-window.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestClock, onEachEngine, type TestPlace } from "../support/stores.ts";

onEachEngine("Named windows", (engine) => {
  const clock = createTestClock();
  let place: TestPlace;
  let store: Store;
  before(async () => {
    place = await engine.migratedPlace();
    store = await engine.open(place, clock);
  });
  let names = 0;
  const fresh = () => `window ${++names}`;
  const take = (name: string, limit: number) =>
    store.throttles.take([{ name, limit }], 1000).then(([admission]) => admission!);

  it("answer as slide does, for any times and steps of the clock", async () => {
    const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: 700 }), fc.constantFrom(-400, -31_536_000_000)), {
      minLength: 1,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (moves, limit) => {
        const name = fresh();
        let times: number[] = [];
        for (const move of moves) {
          clock.move(move);
          const { times: kept, ...expected } = slide(times, clock.now(), limit, 1000);
          times = kept;
          assert.deepEqual(await take(name, limit), expected);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("are taken together or not at all", async () => {
    const [wide, narrow] = [fresh(), fresh()];
    const both = () =>
      store.throttles.take(
        [
          { name: wide, limit: 5 },
          { name: narrow, limit: 1 },
        ],
        1000,
      );
    assert.deepEqual(
      (await both()).map(({ admitted }) => admitted),
      [true, true],
    );
    for (let i = 0; i < 9; i++) {
      assert.deepEqual(
        (await both()).map(({ admitted }) => admitted),
        [true, false],
      );
    }
    assert.equal((await take(wide, 5)).remaining, 3);
    await store.throttles.giveBack([wide, narrow]);
    assert.deepEqual(
      (await both()).map(({ remaining }) => remaining),
      [3, 0],
    );
  });

  it("admit exactly the limit for concurrent requests on two nodes", async () => {
    const other = await engine.open(place, clock);
    const name = fresh();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 ? store : other).throttles.take(
          [
            { name, limit: 20 },
            { name: i % 4 < 2 ? "b" : "a", limit: 1000 },
          ],
          1000,
        ),
      ),
    );
    assert.equal(all.filter(([first]) => first!.admitted).length, 20);
  });

  it("leave nothing behind when they are over", async () => {
    const clean = await engine.fresh(clock);
    const used = (name: string) => clean.throttles.take([{ name, limit: 100 }], 1000);
    for (let i = 0; i < 50; i++) await used(fresh());
    clock.move(1001);
    for (let i = 0; i < 16; i++) await used("the last");
    const rows = await clean.auth.db.selectFrom("throttles").select("name").execute();
    assert.deepEqual(rows, [{ name: "the last" }]);
  });
});
