import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPlaces, type Due } from "../../src/webhooks/places.ts";

/** Each webhook's turn ends when the test says so. */
function start() {
  const turns = new Map<number, (hasMore: boolean) => void>();
  const places = createPlaces(({ num }) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    turns.set(num, resolve);
    return promise;
  });
  return {
    places,
    served: () => [...turns.keys()],
    async end(num: number, hasMore = false) {
      const resolve = turns.get(num)!;
      turns.delete(num);
      resolve(hasMore);
      await new Promise(setImmediate);
    },
  };
}

const of = (workspaceId: string, ...nums: number[]): Due[] => nums.map((num) => ({ num, workspaceId }));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe("the slots of webhooks", () => {
  it("are shared fairly, however many webhooks one person has", async () => {
    const { places, served, end } = start();
    places.serve([...of("greedy", ...upTo(20)), ...of("another", 21)]);
    assert.deepEqual(served(), [1, 21, 2, 3]);
    await end(1);
    assert.deepEqual(served(), [21, 2, 3, 4]);
    await end(2, true);
    assert.deepEqual(served(), [21, 3, 4, 5], "those of a person with more wait at the end of the queue");
  });

  it("go first to people without one, and a person with several gives one up for them", async () => {
    const { places, served, end } = start();
    const floods = upTo(7).flatMap((owner) => of(`flood ${owner}`, ...upTo(20).map((num) => 100 * owner + num)));
    places.serve(floods);
    assert.equal(served().length, 20);
    assert.equal(places.isWaitedFor("flood 1"), false, "others wait who have as many");
    places.serve([...floods, ...of("another", 1)]);
    assert.ok(places.isWaitedFor("flood 1"));
    await end(101, true);
    assert.ok(served().includes(1), "before everything that waited longer");
    assert.equal(places.isWaitedFor("flood 1"), false);
  });

  it("are few, and go to whoever was served longest ago", async () => {
    const { places, served, end } = start();
    const due = upTo(22).flatMap((num) => of(`owner ${num}`, num));
    places.serve(due);
    assert.deepEqual(served(), upTo(20));
    await end(1, true);
    places.serve(due);
    assert.deepEqual(served(), [...upTo(20).slice(1), 21]);
    await end(2);
    assert.ok(served().includes(22) && !served().includes(1));
    await end(3);
    assert.ok(served().includes(1), "and then the first again");
    assert.equal(places.isIdle(), false);
    const ended = places.end();
    for (const num of served()) await end(num);
    await ended;
    assert.ok(places.isIdle());
  });
});
