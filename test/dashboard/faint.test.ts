import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contrastRatio, formatColor, parseColor } from "../../src/rendering/colors.ts";
import { isFaint } from "../../web/src/parts/contrast.ts";

const channel = fc.integer({ min: 0, max: 255 });
const color = fc.record({ red: channel, green: channel, blue: channel }).map(formatColor);
const ratio = (a: string, b: string) => contrastRatio(parseColor(a), parseColor(b));

describe("colours that may scan badly", () => {
  it("are all with too little contrast, and all that are light on dark", () => {
    const seldom = fc.constantFrom<[string, string]>(["#ff0000", "#ffd0ff"], ["#ff0000", "#ffccff"]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(color, color), seldom), ([a, b]) => {
        if (ratio(a, b) < 3) assert.ok(isFaint(a, b) && isFaint(b, a));
        assert.ok(isFaint(a, b) || isFaint(b, a));
      }),
      { numRuns: 500 },
    );
  });
});
