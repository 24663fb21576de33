import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CAPACITY } from "../../src/codes/content/capacity.ts";
import { automaticLevel } from "../../src/rendering/level.ts";
import { sharePayload } from "../../src/rendering/payload.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { LEVELS } from "../../src/shared/vocabulary.ts";

const link = (host: string) => `https://${host}/r/abcdefghijkm`;
const drawn = (text: string, more = {}) => ({ text, content: "https://example.com", hasLogo: false, ...more });

describe("The automatic error correction", () => {
  it("is the strongest level that makes a share link's symbol no larger than M does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (length) => {
        const text = link("a".repeat(length));
        const version = (level: (typeof LEVELS)[number]) => symbolVersion(sharePayload(text, level), level);
        const best = LEVELS.findLast((level) => version(level) <= version("M"));
        assert.equal(automaticLevel(drawn(text)), best);
      }),
    );
  });

  it("is stronger than M if that costs nothing", () => {
    assert.equal(automaticLevel(drawn("1")), "H");
    assert.equal(automaticLevel(drawn(link("qr.example.com"))), "M");
  });

  it("is H with a logo", () => {
    assert.equal(automaticLevel(drawn(link("qr.example.com"), { hasLogo: true })), "H");
  });

  it("lets the content fit", () => {
    const content = (length: number) => ({ content: "é".repeat(length / 2) });
    assert.equal(automaticLevel(drawn(link("qr.example.com"), content(2_800))), "L");
    assert.equal(automaticLevel(drawn(link("qr.example.com"), { ...content(1_600), hasLogo: true })), "Q");
    assert.equal(automaticLevel(drawn("é".repeat(1_400), content(2_800))), "L");
    assert.equal(automaticLevel(drawn(link("qr.example.com"), content(4_000))), "L");
  });

  it("is one that the rule for contents accepts, which counts bytes", () => {
    for (const letter of ["1", "A", "a", "é"]) {
      for (const length of [1_273, 1_274, 1_663, 1_664, 2_331, 2_332, 2_900]) {
        for (const hasLogo of [true, false]) {
          const content = letter.repeat(length / Buffer.byteLength(letter));
          const level = automaticLevel(drawn(link("qr.example.com"), { content, hasLogo }));
          assert.ok(Buffer.byteLength(content) <= CAPACITY[level], `${length} bytes of ${letter} at ${level}`);
        }
      }
    }
    assert.equal(automaticLevel(drawn(link("qr.example.com"), { content: "1".repeat(1_273), hasLogo: true })), "H");
  });
});
