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

describe("the windows of users", () => {
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
    const limits = createLimits({ throttles: { take } } as unknown as Store, createSystemClock(), OPTIONS);
    return { limits, begun, answers };
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
    answers[0]!.reject(new Error("away"));
    await assert.rejects(flood[0]!, /away/);
    await settled();
    answers[2]!.resolve(ADMITTED);
    await settled();
    answers[3]!.resolve(ADMITTED);
    for (const each of await Promise.all(flood.slice(1))) assert.ok(each.admitted);
    const last = limits.admitUser("anna", true);
    await settled();
    assert.equal(begun.at(-1), "previews anna");
    answers[4]!.resolve(ADMITTED);
    await last;
  });
});
