/** npm run test:styles: as styles.test.ts, with 2,000 of them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StyledInput } from "../../src/rendering/styled/assess.ts";
import { assertReadByZbar, goodOnes, randomCodes } from "./support/random-styles.ts";

const COUNT = 2_000;
/** A test each, so that none runs into the limit on one. */
const PART = 100;

describe(`${COUNT} random styles`, () => {
  const codes = randomCodes(COUNT);
  const good: StyledInput[] = [];

  for (let at = 0; at < COUNT; at += PART) {
    it(`are judged, from ${at} on`, async () => void good.push(...(await goodOnes(codes.slice(at, at + PART)))));
  }

  it("are read by a third decoder if they are graded A or B", async () => {
    assert.ok(good.length >= COUNT / 3, `${good.length} of ${COUNT}`);
    await assertReadByZbar(good);
  });
});
