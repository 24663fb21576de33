import assert from "node:assert/strict";
import { it } from "node:test";
import { createSlots } from "../../src/bundle/export-slots.ts";

it("Exports are made in turn by person, and a person has one slot", async () => {
  const slots = createSlots(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const make = (person: string, part: string) =>
    slots({ person, part }, () => {
      begun.push(part);
      return new Promise<void>((resolve) => void ends.set(part, resolve));
    });
  const all = [make("greedy", "g1"), make("greedy", "g2"), make("greedy", "g3"), make("anna", "a1"), make("ben", "b1")];
  const turn = () => new Promise(setImmediate);
  await turn();
  assert.deepEqual(begun, ["g1", "a1"]);
  for (const [ended, next] of [
    ["g1", "b1"],
    ["a1", "g2"],
    ["g2", "g3"],
  ] as const) {
    ends.get(ended)!();
    await turn();
    assert.equal(begun.at(-1), next);
  }
  for (const end of ends.values()) end();
  await Promise.all(all);
});
