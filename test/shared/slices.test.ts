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
    const pause = createSlices({ person: name }, 0);
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

it("gives people turns, and within their turns their workspaces", async () => {
  const done: string[] = [];
  const work = async (person: string, part: string) => {
    const pause = createSlices({ person, part }, 0);
    for (let i = 0; i < 3; i++) {
      await pause();
      done.push(person + part);
    }
  };
  await Promise.all([...["1", "1", "1", "2"].map((part) => work("a", part)), work("b", "1")]);
  assert.equal(done.slice(0, 6).join(" "), "a1 b1 a2 b1 a1 b1", done.join(" "));
  assert.equal(done.slice(6).filter((name) => name === "a2").length, 2, "the rest is done too");
  assert.equal(done.length, 15);
});
