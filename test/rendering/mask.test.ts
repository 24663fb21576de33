import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeQR } from "qr";
import { isDark } from "../../src/rendering/bits.ts";
import { createSymbol, type QrSymbol } from "../../src/rendering/symbol.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import type { Level } from "../../src/shared/vocabulary.ts";
import { LEVELS } from "./support/payloads.ts";
import { slowPenalty } from "./support/penalty.ts";

const NAMES = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;
const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const rowsOf = (symbol: QrSymbol): string[] =>
  Array.from({ length: symbol.size }, (_, y) =>
    Array.from({ length: symbol.size }, (_, x) => (isDark(symbol, x, y) ? 1 : 0)).join(""),
  );

/** The symbol that `qr` draws of a text of one mode, with a given mask. */
function drawnByQr(text: string, level: Level, version: number, mask: number): string[] {
  const drawn = encodeQR(text, "raw", { ecc: NAMES[level], version, mask, border: 1 });
  return drawn.slice(1, -1).map((row) =>
    row
      .slice(1, -1)
      .map((dark) => (dark ? 1 : 0))
      .join(""),
  );
}

/** A lower-case text, and therefore of one mode, that just fills each version at the level. */
function fillEachVersion(level: Level): (QrSymbol & { text: string })[] {
  const all: (QrSymbol & { text: string })[] = [];
  for (let version = 1, length = 0; version <= 40; ) {
    // With one mode only the length counts; no version holds 256 more than the previous one.
    for (let step = 128; step >= 1; step /= 2) {
      if (symbolVersion("a".repeat(length + step), level) < version) length += step;
    }
    length += 1;
    const text = Array.from({ length }, (_, i) => "acegikmoqsuwy"[(i * i + version) % 13]).join("");
    version++;
    all.push({ ...createSymbol(text, level), text });
  }
  return all;
}
const FILLED = Object.fromEntries(LEVELS.map((level) => [level, fillEachVersion(level)]));
const eachVersion = (level: Level) => FILLED[level]!;

function assertBestMask(text: string, symbol: QrSymbol): void {
  const { level, version } = symbol;
  const points = MASKS.map((mask) => slowPenalty(drawnByQr(text, level, version, mask)));
  const best = points.indexOf(Math.min(...points));
  assert.equal(symbol.mask, best, `version ${version}, level ${level}, points ${points}: ${text}`);
}

describe("the placement of a symbol", () => {
  for (const level of LEVELS) {
    it(`equals that of another encoder, module for module, at level ${level}`, () => {
      const seen = new Set<number>();
      for (const { text, ...symbol } of eachVersion(level)) {
        const { version, mask } = symbol;
        assert.deepEqual(rowsOf(symbol), drawnByQr(text, level, version, mask), `version ${version}`);
        seen.add(mask);
      }
      assert.ok(seen.size >= 6, `only masks ${[...seen]} occurred`);
    });
  }

  it("equals that of another encoder for digits, capitals and bytes", () => {
    const text = fc.oneof(
      fc.stringMatching(/^\d{1,200}$/),
      fc.stringMatching(/^[A-Z]{20,200}$/),
      fc.stringMatching(/^[a-z]{1,200}$/),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...LEVELS), (text, level) => {
        const symbol = createSymbol(text, level);
        assert.deepEqual(rowsOf(symbol), drawnByQr(text, level, symbol.version, symbol.mask));
      }),
      { numRuns: 40 },
    );
  });

  it("equals that of another encoder with every mask", () => {
    const seen = new Set<number>();
    for (let i = 0; i < 2_000 && seen.size < MASKS.length; i++) {
      const text = `text number ${i} of some`;
      const symbol = createSymbol(text, "M");
      if (seen.has(symbol.mask)) continue;
      seen.add(symbol.mask);
      assert.deepEqual(rowsOf(symbol), drawnByQr(text, "M", symbol.version, symbol.mask));
    }
    assert.deepEqual([...seen].sort(), [...MASKS]);
  });
});

describe("the mask of a symbol", () => {
  it("has the fewest penalty points of the standard, in small and large symbols", () => {
    for (const [index, level] of LEVELS.entries()) {
      for (const version of [1 + index, 8 + 4 * index, 40 - 5 * index]) {
        const { text, ...symbol } = eachVersion(level)[version - 1]!;
        assertBestMask(text, symbol);
      }
    }
  });

  it("has the fewest penalty points for any text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,120}$/), fc.constantFrom(...LEVELS), (text, level) => {
        assertBestMask(text, createSymbol(text, level));
      }),
      { numRuns: 15 },
    );
  });
});
