import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { textProblem, unicodeProblem } from "../../src/shared/text.ts";

describe("textProblem", () => {
  it("counts code points up to the limit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.constantFrom("a", "é", "漢", "😀"), (n, c) => {
        assert.equal(textProblem(c.repeat(n), 100) === null, n <= 100);
      }),
    );
  });

  it("refuses blank text, NUL and lone surrogates", () => {
    for (const text of ["", " ", "\u00a0\u2003\t\n", "a\0", "\ud800", "a\udc00b"]) {
      assert.notEqual(textProblem(text), null, JSON.stringify(text));
    }
    assert.equal(textProblem(" a "), null);
    assert.equal(unicodeProblem(""), null);
  });
});
