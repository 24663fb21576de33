import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { isDoneWithin, withTimeout } from "../../src/shared/timeout.ts";

const never = new Promise<never>(() => {});
const broken = () => Promise.reject(new Error("broken"));

describe("a promise with a time-out", () => {
  it("resolves or rejects like the original", async () => {
    assert.equal(await withTimeout(Promise.resolve(1), 60_000), 1);
    await assert.rejects(withTimeout(broken(), 60_000), /broken/);
  });

  it("is rejected if it takes longer", async () => {
    await assert.rejects(withTimeout(never, 1), { message: "No response within 1 ms." });
  });

  it("counts as done if the answer arrived while the process stalled", async () => {
    const { port1, port2 } = new MessageChannel();
    // From here on timers run first, and then what has arrived.
    await new Promise(setImmediate);
    const answer = withTimeout(once(port2, "message"), 1);
    port1.postMessage("in time");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    assert.ok(await answer);
    port1.close();
  });

  it("says whether it was done", async () => {
    assert.equal(await isDoneWithin(Promise.resolve(), 60_000), true);
    assert.equal(await isDoneWithin(never, 1), false);
    await assert.rejects(isDoneWithin(broken(), 60_000), /broken/);
  });

  it("that fails after the time-out causes no unhandled rejection", async () => {
    const late = Promise.withResolvers<void>();
    assert.equal(await isDoneWithin(late.promise, 1), false);
    late.reject(new Error("too late"));
    await new Promise(setImmediate);
  });
});
