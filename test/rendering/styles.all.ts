/** npm run test:styles: as styles.test.ts, with 2,000 of them. It takes half an hour. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertReadByZbar, goodOnes, randomCodes } from "./support/random-styles.ts";

const COUNT = 2_000;

describe(`${COUNT} random styles`, () => {
  it("are read by a third decoder if they are graded A or B", async () => {
    const good = await goodOnes(randomCodes(COUNT));
    assert.ok(good.length >= COUNT / 3, `${good.length} of ${COUNT}`);
    await assertReadByZbar(good);
  });
});
