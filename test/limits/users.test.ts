import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLimits } from "../../src/limits/limits.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import type { Store } from "../../src/store/store.ts";

const OPTIONS = {
  planLimits: new Map([["free", 20]]),
  rateWindowMs: 1000,
  unauthenticatedLimit: 20,
  dashboardLimit: 20,
};

describe("the windows of users and keys", () => {
  /** A store whose answers are given by the test. */
  function start() {
    const begun: string[] = [];
    const answers: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
    const take = ([window]: { name: string }[]) => {
      begun.push(window!.name);
      const { promise, ...answer } = Promise.withResolvers<unknown>();
      answers.push(answer);
      return promise;
    };
    const admit = (name: string) => take([{ name }]).then((all) => (all as typeof ADMITTED)[0]);
    const store = {
      throttles: { take },
      admit,
      admitInForce: ({ id }: { id: string }) => admit(id),
    } as unknown as Store;
    const time = { ms: 0 };
    const limits = createLimits(store, { ...createSystemClock(), steady: () => time.ms }, OPTIONS);
    return { limits, begun, answers, time };
  }
  const ADMITTED = [{ admitted: true, remaining: 1, resetIn: 0 }];
  const settled = () => new Promise(setImmediate);

  it("are asked for once at a time for each user, so that a flood of one delays no other", async () => {
    const { limits, begun, answers } = start();
    const flood = [1, 2, 3].map(() => limits.admitUser("anna"));
    const other = limits.admitUser("ben");
    await settled();
    assert.deepEqual(begun, ["dashboard anna", "dashboard ben"]);
    answers[1]!.resolve(ADMITTED);
    assert.ok((await other).admitted);
    for (const answer of [0, 2, 3]) {
      answers[answer]!.resolve(ADMITTED);
      await settled();
    }
    for (const each of await Promise.all(flood)) assert.ok(each.admitted);
    const last = limits.admitUser("anna", true);
    await settled();
    assert.equal(begun.at(-1), "previews anna");
    answers[4]!.resolve(ADMITTED);
    await last;
  });

  it("fail together if the store does not answer, and are asked for again by the next request", async () => {
    const { limits, begun, answers, time } = start();
    const flood = [1, 2, 3].map(() => limits.admitUser("anna"));
    await settled();
    time.ms += 3_000;
    answers[0]!.reject(new Error("away"));
    for (const each of await Promise.allSettled(flood)) assert.match(String(each.status), /rejected/);
    assert.equal(begun.length, 1);
    const next = limits.admitUser("anna");
    await settled();
    answers[1]!.resolve(ADMITTED);
    assert.ok((await next).admitted);
  });

  it("are asked for in turn if one fails at once, as when its connection was cut", async () => {
    const { limits, answers } = start();
    const flood = [1, 2, 3].map(() => limits.admitUser("anna"));
    await settled();
    answers[0]!.reject(new Error("cut"));
    await assert.rejects(flood[0]!, /cut/);
    await settled();
    answers[1]!.resolve(ADMITTED);
    await settled();
    answers[2]!.resolve(ADMITTED);
    for (const each of await Promise.all(flood.slice(1))) assert.ok(each.admitted);
  });

  it("are asked for with a pause before each while many wait", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const { limits, begun, answers } = start();
    const flood = Array.from({ length: 17 }, () => limits.admitUser("anna"));
    await settled();
    assert.equal(begun.length, 0);
    test.mock.timers.tick(3);
    await settled();
    for (let answer = 0; answer < flood.length; answer++) {
      assert.equal(begun.length, answer + 1);
      answers[answer]!.resolve(ADMITTED);
      await settled();
    }
    for (const each of await Promise.all(flood)) assert.ok(each.admitted);
  });

  it("are asked for once at a time for each key", async () => {
    const { limits, begun, answers } = start();
    const key = (id: string) => ({ id, plan: "free", person: "anna" });
    const flood = [limits.admitInForce(key("key 1")), limits.admit("key 1", "free")];
    const other = limits.admitInForce(key("key 2"));
    await settled();
    assert.deepEqual(begun, ["key 1", "key 2"]);
    answers[1]!.resolve(ADMITTED);
    assert.ok((await other)?.admitted);
    answers[0]!.resolve(ADMITTED);
    await settled();
    answers[2]!.resolve(ADMITTED);
    for (const each of await Promise.all(flood)) assert.ok(each?.admitted);
  });
});
