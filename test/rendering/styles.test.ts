import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { StyledInput } from "../../src/rendering/styled/assess.ts";
import { needs } from "../support/tools.ts";
import { assertReadByZbar, goodOnes, randomCodes } from "./support/random-styles.ts";

/** 2,000 of them in `npm run test:styles`. */
const COUNT = 40;

describe("random styles", () => {
  let good: StyledInput[];
  before(async () => {
    good = await goodOnes(randomCodes(COUNT));
  });

  it("are good for the most part", () => {
    assert.ok(good.length >= COUNT / 3, `${good.length} of ${COUNT}`);
  });

  it("are read by a third decoder if they are graded A or B", { skip: needs("zbarimg") }, () => assertReadByZbar(good));
});
