import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDark } from "../../src/rendering/bits.ts";
import { addNoise, cover, photograph, printOf, rotated, tilted } from "../../src/rendering/camera.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";

const symbol = createSymbol("damage", "M");
const tones = { dark: 40, light: 200 };
const print = printOf(symbol, tones);
const flat = { width: 300, height: 300, pixels: new Float32Array(90_000).fill(128) };

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: Float32Array): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

describe("photograph", () => {
  it("shows each module in its tone, without rotation", () => {
    const { width, pixels } = photograph(print, 3);
    assert.equal(width, (symbol.size + 8) * 3);
    for (let y = 0; y < symbol.size; y++) {
      for (let x = 0; x < symbol.size; x++) {
        const seen = pixels[((y + 4) * 3 + 1) * width + (x + 4) * 3 + 1] as number;
        assert.ok(Math.abs(seen - (isDark(symbol, x, y) ? 40 : 200)) < 0.01);
      }
    }
  });

  it("keeps the amount of ink when the print is rotated, and narrows it when tilted", () => {
    const ink = (picture: { pixels: Float32Array }) => picture.pixels.reduce((sum, value) => sum + (200 - value), 0);
    const straight = ink(photograph(print, 3, rotated(0), 1.5));
    const turned = ink(photograph(print, 3, rotated(30), 1.5));
    const aside = ink(photograph(print, 3, tilted(40), 1.5));
    assert.ok(Math.abs(turned / straight - 1) < 0.02);
    assert.ok(aside / straight > 0.65 && aside / straight < 0.95);
  });
});

describe("damage", () => {
  it("adds grain of the requested deviation, always the same", () => {
    const noisy = addNoise(flat, 10);
    assert.ok(Math.abs(deviation(noisy.pixels) - 10) < 0.2);
    assert.ok(Math.abs(mean(noisy.pixels) - 128) < 0.2);
    assert.deepEqual(addNoise(flat, 10), noisy);
  });

  it("covers a square in the middle", () => {
    const covered = cover(flat, 30, 255);
    const count = covered.pixels.reduce((sum, value) => sum + (value === 255 ? 1 : 0), 0);
    assert.equal(count, 900);
    assert.equal(covered.pixels[150 * 300 + 150], 255);
    assert.equal(flat.pixels[150 * 300 + 150], 128, "the original picture is unchanged");
  });
});
