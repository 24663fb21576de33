import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plainSubject } from "../../src/rendering/scannability.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import { type Readers, runTrial, TRIALS } from "../../src/rendering/trials.ts";

const subject = plainSubject(createSymbol("HTTPS://TESSERA.EXAMPLE/R/K3X9WQ2MNP7A", "M"), { dark: 0, light: 255 });

/**
 * Decoders of which the first passes this many steps, the second only the mildest ones, and a record of the steps
 * tried.
 */
function readersOf(first: number, second: number): Readers & { asked: number[] } {
  let seen = 0;
  const asked: number[] = [];
  return {
    asked,
    first: async () => seen++ < first,
    second(_picture, trial, step) {
      asked.push(step);
      return trial.steps.indexOf(step) < second;
    },
  };
}

const trialOf = (name: string) => TRIALS.find((trial) => trial.name === name)!;

describe("a trial with two decoders", () => {
  it("tries the second with every step that the first passes, the harshest first", async () => {
    const readers = readersOf(2, 3);
    const { survived, grade } = await runTrial(trialOf("perspective"), subject, readers);
    assert.deepEqual([survived, grade, readers.asked], [20, "B", [20, 10]]);
  });

  it("survives nothing if the second fails only at the mildest step", async () => {
    const { first } = readersOf(3, 3);
    const second: Readers["second"] = (_picture, _trial, step) => step !== 10;
    assert.equal((await runTrial(trialOf("perspective"), subject, { first, second })).survived, null);
  });

  it("survives what the second passes, or nothing", async () => {
    const readers = readersOf(3, 1);
    assert.equal((await runTrial(trialOf("perspective"), subject, readers)).survived, 10);
    assert.deepEqual(readers.asked, [30, 20, 10]);
    const { survived, grade } = await runTrial(trialOf("perspective"), subject, readersOf(3, 0));
    assert.deepEqual([survived, grade], [null, "F"]);
  });

  it("reports no print size as readable if the second fails at a larger one", async () => {
    const { first } = readersOf(6, 6);
    const second: Readers["second"] = (_picture, _trial, step) => step !== 2.5;
    assert.equal((await runTrial(trialOf("smallPrint"), subject, { first, second })).survived, 3);
  });

  it("tries nothing harsher than the best remaining grade needs", async () => {
    const readers = readersOf(3, 3);
    assert.equal((await runTrial(trialOf("perspective"), subject, readers, "D")).survived, 10);
    assert.deepEqual(readers.asked, [10]);
  });

  it("skips the second if it cannot change the result", async () => {
    for (const name of ["coveredArea", "rotation"]) {
      const readers = readersOf(9, 0);
      assert.equal((await runTrial(trialOf(name), subject, readers)).grade, "A");
      assert.deepEqual(readers.asked, []);
    }
  });
});
