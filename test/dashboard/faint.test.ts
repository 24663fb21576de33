import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contrastRatio, formatColor, parseColor } from "../../src/rendering/colors.ts";
import { assessScannability } from "../../src/rendering/scannability.ts";
import { isFaint } from "../../web/src/parts/contrast.ts";

const channel = fc.integer({ min: 0, max: 255 });
const color = fc.record({ red: channel, green: channel, blue: channel }).map(formatColor);
const ratio = (a: string, b: string) => contrastRatio(parseColor(a), parseColor(b));

const verdict = (foreground: string, background: string, size = 512) =>
  assessScannability({ foreground, background, size, text: "HTTPS://CODES.EXAMPLE.COM/R/ABCDEFGHJKMN", level: "H" });

describe("colours that may scan badly", () => {
  it("are all that have too little contrast, and all that are light on dark", () => {
    const seldom = fc.constantFrom<[string, string]>(["#ff0000", "#ffd0ff"], ["#ff0000", "#ffccff"]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(color, color), seldom), ([a, b]) => {
        if (ratio(a, b) < 3) assert.ok(isFaint(a, b) && isFaint(b, a));
        assert.ok(isFaint(a, b) || isFaint(b, a));
      }),
      { numRuns: 2000 },
    );
  });

  it("are those that the real verdict fails", async () => {
    for (const [foreground, background] of [
      ["#cccccc", "#ffffff"],
      ["#ffffff", "#1a1410"],
      ["#b0a000", "#ffffff"],
      ["#000000", "#303030"],
    ] as const) {
      assert.equal((await verdict(foreground, background)).passes, false);
      assert.equal(isFaint(foreground, background), true);
    }
  });

  it("are none of those just beyond the edge, which it passes", async () => {
    for (const [foreground, background, size] of [
      ["#636363", "#ffffff", 512],
      ["#000000", "#9c9c9c", 512],
      ["#ff0000", "#ffd8ff", 512],
      ["#0000ff", "#b9b9b9", 512],
      ["#1a1410", "#ffffff", 128],
    ] as const) {
      assert.equal(isFaint(foreground, background), false);
      assert.equal((await verdict(foreground, background, size)).passes, true, foreground);
    }
  });
});
