import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { startWorker } from "../../src/shared/worker.ts";

const EVERY_MS = 1_000;

/** Lets everything happen that no timer delays. */
const turn = () => new Promise(setImmediate);

/** A worker whose rounds end when the test says so. */
function start({ mock }: TestContext, options: { restsFirst?: boolean } = {}) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const errors: string[] = [];
  const rounds: PromiseWithResolvers<void>[] = [];
  const worker = startWorker({
    everyMs: EVERY_MS,
    round() {
      rounds.push(Promise.withResolvers());
      return rounds.at(-1)!.promise;
    },
    onError: (error) => errors.push((error as Error).message),
    ...options,
  });
  return {
    errors,
    begun: () => rounds.length,
    async end(error?: string): Promise<void> {
      if (error === undefined) rounds.at(-1)!.resolve();
      else rounds.at(-1)!.reject(new Error(error));
      await turn();
    },
    async rest(): Promise<void> {
      mock.timers.tick(EVERY_MS);
      await turn();
    },
    wake: worker.wake,
    stop: () => worker.stop(EVERY_MS),
  };
}

describe("A worker", () => {
  it("works at once, then rests after each round", async (test) => {
    const { begun, end, rest, stop } = start(test);
    assert.equal(begun(), 1);
    for (let i = 0; i < 5; i++) await rest();
    assert.equal(begun(), 1, "the first round goes on");
    await end();
    assert.equal(begun(), 1);
    await rest();
    assert.equal(begun(), 2);
    await end();
    assert.equal(await stop(), true);
  });

  it("can rest first", async (test) => {
    const { begun, rest, end, stop } = start(test, { restsFirst: true });
    await turn();
    assert.equal(begun(), 0);
    await rest();
    assert.equal(begun(), 1);
    await end();
    assert.equal(await stop(), true);
  });

  it("that is woken works at once, or once more after the running round", async (test) => {
    const { begun, wake, end, stop } = start(test);
    wake();
    wake();
    await turn();
    assert.equal(begun(), 1);
    await end();
    assert.equal(begun(), 2);
    await end();
    assert.equal(begun(), 2);
    wake();
    await turn();
    assert.equal(begun(), 3);
    await end();
    assert.equal(await stop(), true);
  });

  it("logs once per outage, and goes on after its rest", async (test) => {
    const { begun, end, rest, errors, stop } = start(test);
    for (const outcome of ["away", "away", "away", undefined, "away again"]) {
      const before = begun();
      await end(outcome);
      assert.equal(begun(), before, "it rests");
      await rest();
      assert.equal(begun(), before + 1);
    }
    assert.deepEqual(errors, ["away", "away again"]);
    await end();
    assert.equal(await stop(), true);
  });

  it("that is stopped ends its round early and begins no other", async () => {
    let steps = 0;
    const worker = startWorker({
      everyMs: 0,
      async round(isStopping) {
        while (!isStopping()) {
          steps += 1;
          await turn();
        }
      },
      onError: assert.ifError,
    });
    await turn();
    assert.equal(await worker.stop(60_000), true);
    const before = steps;
    worker.wake();
    await turn();
    assert.ok(before > 0);
    assert.equal(steps, before);
  });

  it("reports the error of a round that ends in time after a stop", async (test) => {
    const { stop, end, errors } = start(test);
    const stopped = stop();
    await end("away");
    assert.equal(await stopped, true);
    assert.deepEqual(errors, ["away"]);
  });

  it("reports no error of a round that goes on when the time to stop is over", async (test) => {
    const { stop, rest, end, errors } = start(test);
    const stopped = stop();
    await rest();
    assert.equal(await stopped, false);
    await end("the store is closed");
    assert.deepEqual(errors, []);
  });
});
