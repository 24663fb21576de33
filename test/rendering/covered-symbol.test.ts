import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDark } from "../../src/rendering/bits.ts";
import type { Picture } from "../../src/rendering/camera.ts";
import { blocksOf } from "../../src/rendering/codewords.ts";
import { decode } from "../../src/rendering/decode.ts";
import { framesOf } from "../../src/rendering/frame.ts";
import { type CoveredSymbol, coveredSymbol } from "../../src/rendering/styled/covered-symbol.ts";
import type { Level } from "../../src/shared/vocabulary.ts";

/** Covers the middle fifth: dark on its left half, light on its right. */
const coveringOf = (size: number) => {
  const side = 2 * Math.floor((size * 0.2) / 2) + 3;
  const start = (size - side) / 2;
  if (start < 9) return undefined;
  return { box: { x: start, y: start, width: side, height: side }, seen: (x: number): 0 | 1 => (x < size / 2 ? 1 : 0) };
};

/** The symbol as a camera sees it: covered, and with some codewords of every block inverted. */
function seen({ symbol }: CoveredSymbol, wrong: number): Picture {
  const { size, version, level } = symbol;
  const covering = coveringOf(size)!;
  const { box } = covering;
  const isCovered = (x: number, y: number) =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  const modules = Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return isCovered(x, y) ? covering.seen(x) === 1 : isDark(symbol, x, y);
  });
  const { order } = framesOf(version, level).rows;
  const row = 32 * Math.ceil(size / 32);
  for (const { places } of blocksOf(version, level)) {
    const modulesOf = (place: number) =>
      Array.from(order.subarray(8 * place, 8 * place + 8), (module) => ({
        x: module % row,
        y: Math.floor(module / row),
      }));
    const whole = places.filter((place) => modulesOf(place).every(({ x, y }) => !isCovered(x, y)));
    for (const place of whole.slice(0, wrong)) {
      for (const { x, y } of modulesOf(place)) modules[y * size + x] = !modules[y * size + x];
    }
  }
  const scale = 4;
  const width = (size + 8) * scale;
  const pixels = Float32Array.from({ length: width * width }, (_, i) => {
    const x = Math.floor((i % width) / scale) - 4;
    const y = Math.floor(i / width / scale) - 4;
    const isInside = x >= 0 && y >= 0 && x < size && y < size;
    return isInside && modules[y * size + x] ? 0 : 255;
  });
  return { width, height: width, pixels };
}

const text = (i: number) => `HTTPS://TESSERA.EXAMPLE/R/K3X9WQ2MNP${i}A`;

describe("a symbol under a logo", () => {
  it("has exactly the margin that it reports: that many wrong codewords a block and no more", async () => {
    for (const level of ["L", "M", "Q", "H"] as const) {
      for (let i = 0; i < 2; i++) {
        const covered = coveredSymbol(text(i), level, coveringOf)!;
        const { left } = covered.margin;
        assert.equal(await decode(seen(covered, left)), text(i), `level ${level}, ${left} wrong`);
        assert.notEqual(await decode(seen(covered, left + 1)), text(i), `one more than ${left}`);
      }
    }
  });

  it("loses little or nothing, since padding is chosen so that covered modules are correct anyway", () => {
    const spent = Array.from({ length: 10 }, (_, i) => {
      const { margin } = coveredSymbol(text(i), "M", coveringOf)!;
      return margin.spent;
    });
    assert.ok(spent.reduce((sum, each) => sum + each, 0) / spent.length < 2, `${spent}`);
  });

  it("raises the level only if the requested one would not be kept", () => {
    const promised: Record<Level, number> = { L: 0.07, M: 0.15, Q: 0.25, H: 0.3 };
    for (const level of ["L", "M", "Q"] as const) {
      for (let i = 0; i < 4; i++) {
        const { symbol, margin } = coveredSymbol(text(i), level, coveringOf)!;
        assert.ok(symbol.level === level || "LMQH".indexOf(symbol.level) > "LMQH".indexOf(level));
        if (level !== "Q") assert.ok(margin.share >= promised[level], `${level}: ${margin.share}`);
      }
    }
  });

  it("never makes the symbol smaller than its logo allows", () => {
    const { symbol } = coveredSymbol("A", "L", coveringOf)!;
    assert.ok(coveringOf(symbol.size));
  });
});
