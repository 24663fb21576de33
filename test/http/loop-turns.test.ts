import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLoopTurns } from "../../src/server/loop-turns.ts";

describe("requests that arrive together", () => {
  it("are begun in order, a few per turn of the event loop", async () => {
    const inTurn = createLoopTurns();
    const begun: number[] = [];
    const counts: number[] = [];
    for (let i = 0; i < 10; i++) inTurn(() => begun.push(i));
    for (let turn = 0; turn < 4; turn++) {
      counts.push(begun.length);
      await nextTurn();
    }
    assert.deepEqual(counts, [4, 8, 10, 10]);
    assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("wait behind those that came before them", async () => {
    const inTurn = createLoopTurns();
    const begun: string[] = [];
    for (let i = 0; i < 6; i++) inTurn(() => begun.push(`first ${i}`));
    await nextTurn();
    inTurn(() => begun.push("second"));
    assert.equal(begun.at(-1), "second");
    assert.equal(begun.length, 7);
  });

  it("begin at once when nobody waits", () => {
    const inTurn = createLoopTurns();
    let isBegun = false;
    inTurn(() => {
      isBegun = true;
    });
    assert.ok(isBegun);
  });
});
