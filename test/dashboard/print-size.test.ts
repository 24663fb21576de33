import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownSize, raisedSize } from "../../web/src/parts/print-numbers.ts";

describe("the size in the download dialog", () => {
  it("is the code's own until the scannability check asks for more, and never shrinks", () => {
    const own = ownSize(256);
    assert.deepEqual(own, { millimetres: 22, pixels: 256, isTyped: false });
    assert.equal(raisedSize(own, null), own, "nothing waits for the check");
    assert.equal(raisedSize(own, 22), own);
    const raised = raisedSize(own, 40);
    assert.deepEqual(raised, { millimetres: 40, pixels: 473, isTyped: false });
    assert.equal(raisedSize(raised, 25), raised, "of plain squares, after a look");
  });

  it("is left alone once it is typed", () => {
    for (const millimetres of [10, ""]) {
      const typed = { millimetres, pixels: 128, isTyped: true };
      assert.equal(raisedSize(typed, 40), typed);
    }
  });
});
