import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { problemsOf } from "../../src/codes/rules.ts";

const fieldsOf = (...asked: Parameters<typeof problemsOf>) => problemsOf(...asked).map(({ field }) => field);

describe("the length of a content", () => {
  const tooLong = `WIFI:S:a;${"\n".repeat(30_000)}x`;

  it("is limited by the largest symbol if the level is not known", () => {
    assert.deepEqual(problemsOf({ type: "wifi", content: tooLong }), [
      { field: "content", message: `is ${tooLong.length} bytes long; a QR code can contain at most 2953` },
    ]);
    assert.deepEqual(problemsOf({ type: "text", content: "a".repeat(2953) }), []);
  });

  for (const [errorCorrection, most] of [
    ["L", 2953],
    ["M", 2331],
    ["Q", 1663],
    ["H", 1273],
  ] as const) {
    it(`is at most ${most} bytes of UTF-8 at level ${errorCorrection}`, () => {
      const text = (bytes: number) => "é".repeat(Math.floor(bytes / 2)) + "e".repeat(bytes % 2);
      const judge = (bytes: number) => problemsOf({ type: "text", content: text(bytes), errorCorrection });
      assert.deepEqual(judge(most), []);
      const message = `is ${most + 1} bytes long; a QR code at level ${errorCorrection} can contain at most ${most}`;
      assert.deepEqual(judge(most + 1), [{ field: "content", message }]);
    });
  }
});

describe("the texts of a code", () => {
  it("are counted in characters, not in bytes or UTF-16 units", () => {
    const hundred = "😀".repeat(100);
    assert.deepEqual(problemsOf({ name: hundred, category: hundred }), []);
    assert.deepEqual(fieldsOf({ name: `${hundred}a`, category: `${hundred}a` }), ["name", "category"]);
  });

  it("contain something visible, and no NUL or lone surrogate", () => {
    for (const blank of ["", "  ", "\t\n", "\u200b", "\u2060\u00ad", "\u3164", "\ufe0f \u200d"]) {
      assert.deepEqual(fieldsOf({ name: blank, content: blank, type: "text" }), ["name", "content"]);
    }
    for (const broken of ["a\0b", "\ud800", "a\udfffb"]) {
      const all = { name: broken, content: broken, category: broken, type: "text" } as const;
      assert.deepEqual(fieldsOf(all), ["name", "category", "content"]);
    }
    assert.deepEqual(fieldsOf({ name: "👩‍👩‍👧" }), []);
  });
});
