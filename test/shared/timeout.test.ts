import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDoneWithin, withTimeout } from "../../src/shared/timeout.ts";

const never = new Promise<never>(() => {});
const broken = () => Promise.reject(new Error("broken"));

describe("a promise with a deadline", () => {
  it("gives what it gives, or throws what it throws", async () => {
    assert.equal(await withTimeout(Promise.resolve(1), 60_000), 1);
    await assert.rejects(withTimeout(broken(), 60_000), /broken/);
  });

  it("is refused when it takes longer", async () => {
    await assert.rejects(withTimeout(never, 1), { message: "There was no answer in 1 ms." });
  });

  it("says whether it was done", async () => {
    assert.equal(await isDoneWithin(Promise.resolve(), 60_000), true);
    assert.equal(await isDoneWithin(never, 1), false);
    await assert.rejects(isDoneWithin(broken(), 60_000), /broken/);
  });

  it("that fails after its time troubles nobody", async () => {
    const late = Promise.withResolvers<void>();
    assert.equal(await isDoneWithin(late.promise, 1), false);
    late.reject(new Error("too late"));
    await new Promise(setImmediate);
  });
});
