import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { assessStyled, type StyledInput } from "../../../src/rendering/styled/assess.ts";
import { needs } from "../../support/tools.ts";
import { anyStyledCode } from "./styles.ts";
import { readByZbar, WAYS, type Way } from "./zbar.ts";

/** How many of the codes graded A or B zbar reads in each way, at least; stated in docs/images.md. */
const RATES: Record<Way, number> = {
  drawn: 0.97,
  clean: 0.99,
  blur: 0.97,
  perspective: 0.97,
  noise: 0.97,
  jpeg: 0.97,
  quarter: 0.9,
  rotation: 0.65,
};

/** The same in every run, so that a failure can be reproduced. */
const SEED = 2026;
const BATCH = 50;

const randomCodes = (count: number): StyledInput[] => fc.sample(anyStyledCode, { numRuns: count, seed: SEED });

/** The codes graded A or B; the scannability of the others must be well-formed too. */
async function goodOnes(codes: StyledInput[]): Promise<StyledInput[]> {
  const good: StyledInput[] = [];
  for (const code of codes) {
    const verdict = await assessStyled(code);
    const { grade, readBy, margin } = verdict;
    assert.equal(margin.left, margin.correctable - margin.spent);
    if (readBy.length === 0) assert.equal(grade, "F");
    if (grade > "B") continue;
    assert.deepEqual(readBy, ["zxing", "jsqr"]);
    assert.ok(margin.left > 0, `${margin.left} left`);
    good.push(code);
  }
  return good;
}

async function assertReadByZbar(codes: StyledInput[]): Promise<void> {
  const read = new Map<Way, number>();
  for (let at = 0; at < codes.length; at += BATCH) {
    for (const ways of await readByZbar(codes.slice(at, at + BATCH))) {
      for (const way of ways) read.set(way, (read.get(way) ?? 0) + 1);
    }
  }
  const told = WAYS.map((way) => `${way} ${read.get(way) ?? 0}`).join(", ");
  console.log(`zbar, of ${codes.length} codes graded A or B: ${told}`);
  for (const way of WAYS) {
    // One code more or less does not matter.
    const needed = Math.floor(RATES[way] * codes.length) - 1;
    assert.ok((read.get(way) ?? 0) >= needed, `${way}: of ${codes.length} ${told}`);
  }
}

/** A test for each part, so that none exceeds the time limit of a test. */
const PART = 50;

export function judgeRandomStyles(count: number): void {
  describe(`${count} random styles`, () => {
    const codes = randomCodes(count);
    const good: StyledInput[] = [];

    for (let at = 0; at < count; at += PART) {
      it(`are checked, from ${at} on`, async () => void good.push(...(await goodOnes(codes.slice(at, at + PART)))));
    }

    it("can be read by a third decoder if they are graded A or B", { skip: needs("zbarimg") }, async () => {
      assert.ok(good.length >= count / 3, `${good.length} of ${count}`);
      await assertReadByZbar(good);
    });
  });
}
