import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { slipsBetween, suggestionFor } from "../../src/codes/suggestion.ts";

const word = fc.stringMatching(/^[a-dß中]{0,5}$/);

/** The definition, without a bound. */
function slipsByDefinition(a: string, b: string): number {
  if (a === "" || b === "") return Math.max(a.length, b.length);
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const least = Math.min(
    slipsByDefinition(x, b) + 1,
    slipsByDefinition(a, y) + 1,
    slipsByDefinition(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
  );
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return isSwapped ? Math.min(least, slipsByDefinition(a.slice(0, -2), b.slice(0, -2)) + 1) : least;
}

describe("the suggestion for a search", () => {
  const TEXTS = ["Autumn poster", "Poster 07", "https://café.example/menu", "Frühstück", "Table menu"];

  it("replaces misspelt words and leaves the rest as it is", () => {
    const cases = {
      posetr: "poster",
      POSTR: "poster",
      "posetr 07": "poster 07",
      "cafe.exampel/menu": "café.example/menu",
      fruhstuck: "frühstück",
      "  mennu ": "menu",
    };
    for (const [search, suggested] of Object.entries(cases)) {
      assert.equal(suggestionFor(search, TEXTS), suggested, search);
    }
  });

  it("is absent if every word is known, one has no similar word, or it is too short", () => {
    for (const search of ["poster", "oste", "lantern", "posetr lantern", "mu", "", "—", "p".repeat(200)]) {
      assert.equal(suggestionFor(search, TEXTS), null, search);
    }
    assert.equal(suggestionFor("poster", []), null);
  });

  it("prefers the nearest word, then the most frequent, then the first in order", () => {
    assert.equal(suggestionFor("menus1", ["menu", "menus", "menus"]), "menus");
    assert.equal(suggestionFor("mexu", ["mesu", "menu", "menu"]), "menu");
    assert.equal(suggestionFor("mexu", ["mesu", "menu"]), suggestionFor("mexu", ["menu", "mesu"]));
  });

  it("computes the edit distance by its definition, up to any bound, symmetrically", () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, most) => {
        const slips = slipsByDefinition(a, b);
        const expected = slips <= most ? slips : null;
        assert.equal(slipsBetween(a, b, most), expected);
        assert.equal(slipsBetween(b, a, most), expected);
      }),
      { numRuns: 60 },
    );
  });

  it("finds a known word of six letters after any one edit", () => {
    const known = fc.stringMatching(/^[a-z]{6,12}$/);
    fc.assert(
      fc.property(known, fc.nat(), fc.constantFrom("insert", "leave out", "change", "swap"), (text, place, slip) => {
        const at = place % (text.length - 1);
        const [before, letter, next, rest] = [text.slice(0, at), text[at]!, text[at + 1]!, text.slice(at + 2)];
        const typed = {
          insert: `${before}${letter}ß${next}${rest}`,
          "leave out": `${before}${next}${rest}`,
          change: `${before}ß${next}${rest}`,
          swap: `${before}${next}${letter}${rest}`,
        }[slip];
        // A part of the word is found as it is.
        const expected = text.includes(typed) ? null : text;
        assert.equal(suggestionFor(typed, [`The ${text.toUpperCase()}!`]), expected);
      }),
    );
  });
});
