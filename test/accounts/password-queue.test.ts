import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createPasswordQueue, PasswordQueueFull } from "../../src/accounts/password-queue.ts";

/** Jobs that finish on command, in the order they began. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  return {
    begun,
    most: () => most,
    on: (name: string) => async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      most = Math.max(most, ends.length);
      await promise;
      return name;
    },
    async endOne() {
      ends.shift()?.();
      await turn();
    },
  };
}

describe("the queue of password checks", () => {
  it("limits concurrency and is fair between networks", async () => {
    const queue = createPasswordQueue({ atOnce: 2, mostWaiting: 50 });
    const work = createWork();
    const flood = Array.from({ length: 20 }, (_, i) => queue.run("flood", work.on(`flood ${i}`)));
    const owner = queue.run("owner", work.on("owner"));
    const second = queue.run("other", work.on("other"));
    for (let i = 0; i < 30; i++) await work.endOne();
    assert.equal(work.most(), 2);
    assert.equal(work.begun.length, 22);
    assert.ok(work.begun.indexOf("owner") <= 3, work.begun.join());
    assert.ok(work.begun.indexOf("other") <= 4, work.begun.join());
    assert.equal(await owner, "owner");
    assert.equal(await second, "other");
    await Promise.all(flood);
  });

  it("rejects the last job of the longest queue when full, never another network's", async () => {
    const queue = createPasswordQueue({ atOnce: 1, mostWaiting: 5 });
    const work = createWork();
    const flood = Array.from({ length: 9 }, (_, i) => queue.run("flood", work.on(`flood ${i}`)));
    const settled = Promise.allSettled(flood);
    const others = ["a", "b", "c"].map((name) => queue.run(name, work.on(name)));
    for (let i = 0; i < 20; i++) await work.endOne();
    assert.deepEqual(await Promise.all(others), ["a", "b", "c"]);
    const refused = (await settled).filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 9 - 6 + 3);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      assert.ok(reason instanceof PasswordQueueFull);
    }
  });

  it("continues after a job that failed", async () => {
    const queue = createPasswordQueue({ atOnce: 1, mostWaiting: 5 });
    const failing = async () => {
      throw new Error("wrong");
    };
    await assert.rejects(queue.run("a", failing), /wrong/);
    assert.equal(await queue.run("a", async () => 7), 7);
  });
});
