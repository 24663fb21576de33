import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { lineProblem, textProblem, unicodeProblem } from "../../src/shared/text.ts";

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

describe("lineProblem", () => {
  it("refuses everything that breaks a line or moves what stands around it", () => {
    for (const mark of "\n\r\t\v\u0085\u2028\u2029\u202a\u202e\u2066\u2069\u001b") {
      assert.notEqual(lineProblem(`a${mark}b`), null, mark.codePointAt(0)!.toString(16));
    }
    assert.equal(lineProblem("Café 漢字 عربي\u200f"), null);
  });
});
