import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { FRESH_MS, follow, HEARD_FRESH_MS } from "../../src/shared/follow.ts";

/** Lets everything happen that no timer delays. */
const turn = () => new Promise(setImmediate);

async function start(test: TestContext, hearsChanges?: () => boolean) {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const state = { stored: 1, isAway: false, reads: 0, errors: [] as string[] };
  const followed = await follow({
    async read() {
      state.reads += 1;
      const { stored } = state;
      await turn();
      if (state.isAway) throw new Error("away");
      return stored;
    },
    ...(hearsChanges && { hearsChanges }),
    onError: (error) => state.errors.push((error as Error).message),
  });
  test.after(() => followed.stop(0));
  async function rest(times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      test.mock.timers.tick(FRESH_MS);
      for (let turns = 0; turns < 4; turns++) await turn();
    }
  }
  return { ...followed, state, rest };
}

describe("A followed value", () => {
  it("is read before it is used, and again every few seconds", async (test) => {
    const { current, state, rest } = await start(test);
    assert.deepEqual([current(), state.reads], [1, 1]);
    state.stored = 2;
    assert.equal(current(), 1);
    await rest();
    assert.deepEqual([current(), state.reads], [2, 2]);
  });

  it("is read less often while change notices are heard", async (test) => {
    const { state, rest } = await start(test, () => true);
    await rest(HEARD_FRESH_MS / FRESH_MS - 1);
    assert.equal(state.reads, 1);
    await rest();
    assert.equal(state.reads, 2);
  });

  it("is read at once after a change notice, and once more if it changed during a read", async (test) => {
    const { current, changed, state, rest } = await start(test, () => true);
    state.stored = 2;
    changed();
    await turn();
    state.stored = 3;
    changed();
    changed();
    await rest(0);
    for (let turns = 0; turns < 6; turns++) await turn();
    assert.deepEqual([current(), state.reads], [3, 3]);
  });

  it("is known with all changes made before a refresh", async (test) => {
    const { current, refresh, state } = await start(test);
    const first = refresh();
    await turn();
    state.stored = 2;
    await refresh();
    assert.equal(current(), 2);
    await first;
  });

  it("is known after a refresh although others ask for one all the time", async (test) => {
    const { current, refresh, state } = await start(test);
    void refresh();
    state.stored = 2;
    let isKnown = false;
    const known = refresh().then(() => {
      isKnown = true;
    });
    const others: Promise<void>[] = [];
    for (let turns = 0; turns < 6; turns++) {
      others.push(refresh());
      await turn();
    }
    assert.deepEqual([current(), isKnown], [2, true]);
    await Promise.all([known, ...others]);
  });

  it("stays as it was during an outage, which is logged once, and is read when that is over", async (test) => {
    const { current, changed, refresh, state, rest } = await start(test, () => true);
    state.isAway = true;
    state.stored = 2;
    changed();
    await rest(3);
    await assert.rejects(refresh(), /away/);
    assert.deepEqual([current(), state.errors], [1, ["away"]]);
    state.isAway = false;
    await rest();
    assert.deepEqual([current(), state.errors], [2, ["away"]]);
  });

  it("that cannot be read at first is an error", async () => {
    await assert.rejects(follow({ read: () => Promise.reject(new Error("away")), onError: assert.ifError }), /away/);
  });
});
