import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { slugProblem } from "../../src/codes/slugs.ts";
import { automaticLevel, linkVersion } from "../../src/rendering/level.ts";
import { sharePayload } from "../../src/rendering/payload.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { createToken } from "../../src/shared/ids.ts";

const BASE = "https://qr.example.com/r/";

describe("a slug", () => {
  it("has 3 to 40 of a-z, 0-9 and -, without - at the ends, in any case", () => {
    for (const slug of ["abc", "a-1", "Summer-Menu", "2026", "a--b", "x".repeat(40)])
      assert.equal(slugProblem(slug), null);
    for (const slug of ["", "ab", "-ab", "ab-", "a b", "a_b", "é-é", "a.b", "a/b", "%61bc", "x".repeat(41), "ａｂｃ"]) {
      assert.match(slugProblem(slug) ?? "", /^must be 3 to 40/, slug);
    }
  });

  it("is no reserved word, in any case", () => {
    for (const slug of ["api", "ADMIN", "Docs", "www", "sign-in"]) assert.match(slugProblem(slug) ?? "", /reserved/);
  });

  it("is drawn in capitals where that makes the symbol smaller, an imported token of the same letters is not", () => {
    const link = `${BASE}summer-menu`;
    assert.ok(symbolVersion(link.toUpperCase(), "M") < symbolVersion(link, "M"));
    assert.equal(sharePayload(link, "M", true), link.toUpperCase());
    assert.equal(sharePayload(link, "M"), link);
  });

  it("costs symbol versions as its length says", () => {
    const random = linkVersion(`${BASE}${createToken()}`, "M");
    assert.equal(linkVersion(`${BASE}summer-menu`, "M"), random);
    assert.ok(linkVersion(`${BASE}${"long-".repeat(7)}`, "M") > random);
    const drawn = { text: `${BASE}summer-menu`, content: "https://example.com", hasLogo: false };
    const version = symbolVersion(sharePayload(drawn.text, automaticLevel({ ...drawn, isSlug: true }), true), "M");
    assert.equal(version, random);
  });
});
