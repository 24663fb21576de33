import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRefresh } from "../../web/src/pages/code/refresh.ts";

describe("The numbers of a code that is being scanned", () => {
  it("are read one after the other, however slow the answers are, and once more after the last scan", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const answers: (() => void)[] = [];
    const numbers = createRefresh(() => new Promise<void>((resolve) => answers.push(resolve)), 800);
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    for (let i = 0; i < 10; i++) {
      numbers.refresh();
      test.mock.timers.tick(800);
    }
    assert.equal(answers.length, 1, "the first is not cancelled");
    answers[0]!();
    await settled();
    test.mock.timers.tick(800);
    assert.equal(answers.length, 2);
    answers[1]!();
    await settled();
    test.mock.timers.tick(8_000);
    assert.equal(answers.length, 2, "nothing has come since");
  });

  it("are read less often if that takes long, so that one open page does not keep the service busy", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const answers: (() => void)[] = [];
    const numbers = createRefresh(() => new Promise<void>((resolve) => answers.push(resolve)), 800);
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    numbers.refresh();
    test.mock.timers.tick(800);
    numbers.refresh();
    test.mock.timers.tick(1_000);
    answers[0]!();
    await settled();
    test.mock.timers.tick(3_999);
    assert.equal(answers.length, 1);
    test.mock.timers.tick(1);
    assert.equal(answers.length, 2, "after four times as long");
    answers[1]!();
    await settled();
    test.mock.timers.tick(60_000);
    numbers.refresh();
    test.mock.timers.tick(800);
    assert.equal(answers.length, 3, "at once, if the last read is long ago");
  });
});
