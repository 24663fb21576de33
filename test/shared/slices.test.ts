import assert from "node:assert/strict";
import { it } from "node:test";
import { createSlices } from "../../src/shared/slices.ts";

it("runs one slice of all long work in each turn of the event loop, in order", async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const done: string[] = [];
  const work = async (name: string) => {
    const pause = createSlices(0);
    for (let i = 0; i < 3; i++) {
      await pause();
      turns.push(turn);
      done.push(name);
    }
  };
  await Promise.all(["a", "b", "c"].map(work));
  isOver = true;
  assert.equal(new Set(turns).size, 9, String(turns));
  assert.equal(done.join(""), "abcabcabc");
});
