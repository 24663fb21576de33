import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { problemsOf } from "../../src/codes/rules.ts";

describe("the length of a content", () => {
  const tooLong = `WIFI:S:a;${"\n".repeat(30_000)}x`;

  it("is judged when the level is not known, by the largest symbol of all", () => {
    const [problem, ...rest] = problemsOf({ type: "wifi", content: tooLong });
    assert.deepEqual(rest, []);
    assert.deepEqual(problem, {
      field: "content",
      message: `is ${tooLong.length} bytes long; a QR code holds at most 2953`,
    });
    assert.deepEqual(problemsOf({ type: "text", content: "a".repeat(2953) }), []);
  });

  it("is judged by the level when there is one", () => {
    const [problem] = problemsOf({ type: "text", content: "a".repeat(1274), errorCorrection: "H" });
    assert.match(problem!.message, /^is 1274 bytes long; a QR code at level H holds at most 1273$/);
  });
});
