import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeQR } from "qr";
import { isDark } from "../../src/rendering/bits.ts";
import { TextTooLong } from "../../src/rendering/errors.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { readFormat } from "./support/modules.ts";
import { CAPACITY, LEVELS, PAYLOADS } from "./support/payloads.ts";

const CHARACTERS = { numeric: "7", alphanumeric: "K", byte: "k" };

describe("createSymbol", () => {
  for (const [index, [mode, character]] of Object.entries(CHARACTERS).entries()) {
    it(`uses the smallest version that the standard allows for ${mode} text`, () => {
      for (const [version, byLevel] of Object.entries(CAPACITY)) {
        for (const level of LEVELS) {
          const most = byLevel[level][index] as number;
          const where = `version ${version}, level ${level}`;
          assert.equal(symbolVersion(character.repeat(most), level), Number(version), where);
          const more = character.repeat(most + 1);
          if (version === "40") assert.throws(() => createSymbol(more, level), TextTooLong);
          else assert.equal(symbolVersion(more, level), Number(version) + 1, where);
        }
      }
    });
  }

  it("has exactly the requested level, its version and its mask", () => {
    for (const text of [...Object.values(PAYLOADS), "A", "x".repeat(1000)]) {
      for (const level of LEVELS) {
        const symbol = createSymbol(text, level);
        const stated = readFormat({ size: symbol.size, dark: (x, y) => (isDark(symbol, x, y) ? 1 : 0) });
        const { version, mask } = symbol;
        assert.deepEqual(stated, { version, level, mask });
      }
    }
  });

  it("mixes modes if that makes the symbol smaller", () => {
    const text = `https://example.com/?n=${"0123456789".repeat(8)}`;
    assert.equal(symbolVersion(text, "M"), 4);
    assert.equal(encodeQR(text, "raw", { ecc: "medium", border: 1 }).length, 17 + 4 * 6 + 2);
  });

  it("is never larger than a symbol of one mode", () => {
    const names = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.stringMatching(/^\d+$/), fc.stringMatching(/^[A-Z]+$/), fc.string()), { maxLength: 12 }),
        fc.constantFrom(...LEVELS),
        (parts, level) => {
          const text = parts.join("");
          fc.pre(text.length > 0);
          const single = (encodeQR(text, "raw", { ecc: names[level], border: 1 }).length - 19) / 4;
          assert.ok(symbolVersion(text, level) <= single);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("does not change a symbol when another is drawn after it", () => {
    const first = createSymbol("first", "M");
    const copy = first.bits.slice();
    createSymbol("other", "M");
    assert.deepEqual(first.bits, copy);
  });

  it("says which level does not hold the text", () => {
    assert.throws(() => createSymbol("x".repeat(1274), "H"), { name: "TextTooLong", message: /level H/ });
  });
});
