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

/** Texts that are folded, and known words that a word of the search is looked for in. */
function workOf(work: () => void): { read: number; compared: number } {
  const { toLowerCase, includes } = String.prototype;
  const done = { read: 0, compared: 0 };
  String.prototype.toLowerCase = function () {
    done.read += 1;
    return toLowerCase.call(this);
  };
  String.prototype.includes = function (...args) {
    done.compared += 1;
    return includes.apply(this, args);
  };
  try {
    work();
  } finally {
    Object.assign(String.prototype, { toLowerCase, includes });
  }
  return done;
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

  it("is none for a search of more than three words", () => {
    assert.equal(suggestionFor("posetr 07 table", TEXTS), "poster 07 table");
    assert.equal(suggestionFor("posetr 07 table menu", TEXTS), null);
  });

  it("reads and compares so many words and no more, however many and long the texts and the search are", () => {
    const letters = fc.stringMatching(/^[a-z]{1,41}$/);
    const long = fc.array(letters, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(long, long, (words, search) => {
        // Each with a number of its own, so that all of them differ.
        const texts = Array.from({ length: 12_000 }, (_, i) => `${words[i % words.length]}${i}`);
        const { read, compared } = workOf(() => suggestionFor(search.join(" "), texts));
        // The search, and the word that it stops at.
        assert.ok(read <= 5_000 + 2, `${read} words read`);
        assert.ok(compared <= 3 * 5_000, `${compared} words compared`);
      }),
      { numRuns: 5 },
    );
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
