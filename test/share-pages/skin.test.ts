import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contrastRatio, formatColor, parseColor, readableColors } from "../../src/rendering/colors.ts";
import { type Skin, skinOf } from "../../src/sharing/pages/skin.ts";

const ratio = (a: string, b: string): number => contrastRatio(parseColor(a), parseColor(b));

const colors = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => formatColor({ red, green, blue }));

const GROUNDS = { light: ["#fbf7f2", "#fffefc"], dark: ["#14110f", "#1d1916"] };

describe("the colours of a brand", () => {
  it("are readable in both schemes, whatever the owner chose", () => {
    const assertReadable = ({ brand, on, link, soft }: Skin, grounds: string[]) => {
      assert.ok(ratio(on, brand) >= 4.5, `${on} on ${brand}`);
      for (const ground of [...grounds, soft]) assert.ok(ratio(link, ground) >= 4.5, `${link} on ${ground}`);
    };
    fc.assert(
      fc.property(colors, (color) => {
        const { light, dark } = skinOf(color);
        assertReadable(light, GROUNDS.light);
        assertReadable(dark, GROUNDS.dark);
      }),
      { numRuns: 1_000, examples: [["#777777"], ["#ffffff"], ["#000000"], ["#ff0000"], ["#00ff00"], ["#0000ff"]] },
    );
  });

  it("are unchanged if white or ink is readable on them", () => {
    assert.deepEqual(readableColors("#9c4221"), { brand: "#9c4221", on: "#ffffff" });
    assert.deepEqual(readableColors("#f2c94c"), { brand: "#f2c94c", on: "#1d1511" });
    assert.equal(readableColors("#7a7a7a").on, "#ffffff");
    assert.notEqual(readableColors("#7a7a7a").brand, "#7a7a7a");
  });

  it("give a button a border if it would blend into the page", () => {
    const edges = (color: string) => [skinOf(color).light, skinOf(color).dark].map(({ edge, brand }) => edge !== brand);
    assert.deepEqual(edges("#ffffff"), [true, false]);
    assert.deepEqual(edges("#111111"), [false, true]);
    assert.deepEqual(edges("#9c4221"), [false, false]);
  });
});
