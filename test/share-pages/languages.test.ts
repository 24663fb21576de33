import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { LANGUAGES, languageFor, tagOf } from "../../src/shared/languages.ts";

function lookups(accepted: string): number {
  const { find } = Array.prototype;
  let calls = 0;
  Array.prototype.find = function (...args: Parameters<typeof find>) {
    calls += 1;
    return Reflect.apply(find, this, args);
  };
  try {
    languageFor(accepted);
    return calls;
  } finally {
    Array.prototype.find = find;
  }
}

describe("the language of a visitor page", () => {
  const cases: [accepted: string | undefined, language: string][] = [
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["de", "de"],
    ["DE-at", "de"],
    ["de-Latn-CH-1996,en", "de"],
    ["sv-SE,sv;q=0.9,de;q=0.8,en;q=0.7", "de"],
    ["en;q=0.5, fr ; q=0.8", "fr"],
    ["fr;q=0, it", "it"],
    ["fr;q=0.000", "en"],
    ["es;q=0.7,it;q=0.7", "es"],
    ["zh-TW,zh;q=0.9,en;q=0.8", "zh"],
    ["zh-Hans-CN", "zh"],
    ["ar-EG,ar;q=0.9", "ar"],
    ["ja-x-private", "ja"],
    ["x-ja, ko", "ko"],
    ["deu, den, d, pt-BR", "pt"],
    ["fr;q=2, pl;q=high, nl;level=1, tr;q=0.1", "tr"],
    [",,;q=1, hi", "hi"],
    [`ko-${"aa-".repeat(5_300)}aa`, "ko"],
    [`${"aa-".repeat(5_300)}aa, ko`, "ko"],
  ];
  for (const [accepted, language] of cases) {
    it(`is ${language} for ${accepted === undefined ? "no header" : `"${accepted.slice(0, 40)}"`}`, () =>
      assert.equal(languageFor(accepted), language));
  }

  it("is looked up once for a range of any length, and for no more ranges than a browser sends", () => {
    assert.equal(lookups(`${"aa-".repeat(5_300)}aa`), 1);
    assert.equal(lookups("a,".repeat(8_000)), 100);
  });

  it("is a supported one for any header", () => {
    const parts = fc.constantFrom(...LANGUAGES, ..."*-,;= ", "q", "0.5", "x", "zh-Hans", "\u0000", "é");
    fc.assert(
      fc.property(fc.array(parts), (header) => {
        assert.ok(LANGUAGES.includes(languageFor(header.join(""))));
      }),
    );
  });

  it("is tagged with its script where there are two", () => {
    assert.deepEqual([tagOf("zh"), tagOf("de")], ["zh-Hans", "de"]);
  });
});
