import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSlots } from "../../src/webhooks/slots.ts";
import type { DueWebhook } from "../../src/webhooks/webhook.ts";

/** Each webhook's turn ends when the test says so. */
function start() {
  const turns = new Map<number, (hasMore: boolean) => void>();
  const slots = createSlots(({ num }) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    turns.set(num, resolve);
    return promise;
  });
  return {
    slots,
    served: () => [...turns.keys()],
    async end(num: number, hasMore = false) {
      const resolve = turns.get(num)!;
      turns.delete(num);
      resolve(hasMore);
      await new Promise(setImmediate);
    },
  };
}

/** Webhooks of a person, in one workspace unless another is named. */
const of = (person: string, ...nums: number[]): DueWebhook[] => inWorkspace(person, person, ...nums);
const inWorkspace = (person: string, workspaceId: string, ...nums: number[]): DueWebhook[] =>
  nums.map((num) => ({ num, workspaceId, person }));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe("the slots of webhooks", () => {
  it("are shared fairly, however many webhooks one person has", async () => {
    const { slots, served, end } = start();
    slots.serve([...of("greedy", ...upTo(20)), ...of("another", 21)]);
    assert.deepEqual(served(), [1, 21, 2, 3]);
    await end(1);
    assert.deepEqual(served(), [21, 2, 3, 4]);
    await end(2, true);
    assert.deepEqual(served(), [21, 3, 4, 5], "those of a person with more wait at the end of the queue");
  });

  it("go first to people without one, and a person with several gives one up for them", async () => {
    const { slots, served, end } = start();
    const floods = upTo(7).flatMap((owner) => of(`flood ${owner}`, ...upTo(20).map((num) => 100 * owner + num)));
    slots.serve(floods);
    assert.equal(served().length, 20);
    assert.equal(slots.isWaitedFor(of("flood 1", 101)[0]!), false, "others wait who have as many");
    slots.serve([...floods, ...of("another", 1)]);
    assert.ok(slots.isWaitedFor(of("flood 1", 101)[0]!));
    await end(101, true);
    assert.ok(served().includes(1), "before everything that waited longer");
    assert.equal(slots.isWaitedFor(of("flood 1", 101)[0]!), false);
  });

  it("are shared by people, however many workspaces one has, and then by their workspaces", async () => {
    const { slots, served, end } = start();
    const many = upTo(60).flatMap((num) => inWorkspace("greedy", `workspace ${num}`, num));
    slots.serve([...many, ...of("another", 101, 102)]);
    assert.deepEqual(served(), [1, 101, 2, 102, 3]);
    await end(1, true);
    assert.deepEqual(served(), [101, 2, 102, 3, 4], "the workspaces of a person take turns");
    const own = inWorkspace("greedy", "large", 201, 202, 203, 204);
    const { slots: others, served: now } = start();
    others.serve([...own, ...inWorkspace("greedy", "small", 301)]);
    assert.deepEqual(now(), [201, 301, 202]);
    assert.equal(others.isWaitedFor(own[0]!), false);
    others.serve([...own, ...inWorkspace("greedy", "third", 401)]);
    assert.ok(others.isWaitedFor(own[0]!), "a workspace with two gives one up");
    assert.equal(others.isWaitedFor(inWorkspace("greedy", "small", 301)[0]!), false);
  });

  it("are few, and go to whoever was served longest ago", async () => {
    const { slots, served, end } = start();
    const due = upTo(22).flatMap((num) => of(`owner ${num}`, num));
    slots.serve(due);
    assert.deepEqual(served(), upTo(20));
    await end(1, true);
    slots.serve(due);
    assert.deepEqual(served(), [...upTo(20).slice(1), 21]);
    await end(2);
    assert.ok(served().includes(22) && !served().includes(1));
    await end(3);
    assert.ok(served().includes(1), "and then the first again");
    assert.equal(slots.isIdle(), false);
    const ended = slots.end();
    for (const num of served()) await end(num);
    await ended;
    assert.ok(slots.isIdle());
  });
});
