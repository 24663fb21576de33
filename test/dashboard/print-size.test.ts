import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_SIZE, raisedSize } from "../../web/src/parts/print-numbers.ts";

describe("the size in the download dialog", () => {
  it("is 1024 pixels at first", () => {
    assert.deepEqual(DEFAULT_SIZE, { millimetres: 87, pixels: 1024, isTyped: false });
  });

  it("grows if the scannability check asks for more, and never shrinks", () => {
    const own = { millimetres: 22, pixels: 256, isTyped: false };
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
