import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Picture } from "../../src/rendering/camera.ts";
import { decode } from "../../src/rendering/decode.ts";
import { type ImageFormat, renderImage } from "../../src/rendering/image.ts";
import { smallestSize } from "../../src/rendering/png.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import type { Level } from "../../src/shared/vocabulary.ts";
import { LEVELS, PAYLOADS } from "./support/payloads.ts";
import { rasterisePdf, rasteriseSvg } from "./support/pictures.ts";

const COLORS = { foreground: "#1a1410", background: "#ffffff" };
/** Pixels a module for pictures of vector formats. */
const SCALE = 4;

function draw(text: string, level: Level, format: ImageFormat, size: number): Uint8Array {
  return renderImage({ text, level, format, size, ...COLORS });
}

function pictureOf(drawn: Uint8Array, format: ImageFormat): Uint8Array | Picture {
  if (format === "png") return drawn;
  if (format === "svg") return rasteriseSvg(Buffer.from(drawn).toString(), SCALE).picture;
  return rasterisePdf(drawn, SCALE).picture;
}

/** What an independent decoder reads from the drawing. */
const read = (drawn: Uint8Array, format: ImageFormat): Promise<string | undefined> => decode(pictureOf(drawn, format));

describe("every drawing, read by an independent decoder", () => {
  for (const format of ["png", "svg", "pdf"] as const) {
    it(`returns each type of code drawn as ${format}`, async () => {
      for (const [i, text] of Object.values(PAYLOADS).entries()) {
        const level = LEVELS[i % LEVELS.length]!;
        for (const size of i === 0 ? [128, 129, 2048] : [257]) {
          assert.equal(await read(draw(text, level, format, size), format), text, `level ${level}, size ${size}`);
        }
      }
    });

    // At the other levels mask.test.ts compares each of them with another encoder.
    it(`returns every version from 1 to 40 drawn as ${format}`, async () => {
      // The longest step is shorter than what each version holds more than the previous one.
      for (let version = 1, length = 1; version <= 40; length += 1 + (version >> 1)) {
        const text = "q".repeat(length);
        const symbol = createSymbol(text, "M");
        if (symbol.version < version) continue;
        assert.equal(symbol.version, version, "none is left out");
        const drawn = draw(text, "M", format, 3 * smallestSize(symbol));
        assert.equal(await read(drawn, format), text, `version ${version}`);
        version++;
      }
    });
  }

  it("returns Unicode and mixed text of any length", async () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^\d{1,30}$/),
      fc.stringMatching(/^[0-9A-Z $%*+./:-]{1,30}$/),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(1, 1, 4, 12),
        fc.constantFrom(...LEVELS),
        async (parts, times, level) => {
          const text = parts.join("").repeat(times);
          fc.pre(Buffer.byteLength(text) <= 1_200);
          const size = 3 * smallestSize(createSymbol(text, level));
          assert.equal(await read(draw(text, level, "png", size), "png"), text);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("colours and sizes of a drawing", () => {
  it("are the requested ones in each format", () => {
    const request = {
      text: "A",
      level: "M" as const,
      size: 300,
      millimetres: 40,
      foreground: "#0000AA",
      background: "#ffEE00",
    };
    const { millimetres: _, ...unsaid } = request;
    const svg = rasteriseSvg(Buffer.from(renderImage({ ...unsaid, format: "svg" })).toString(), 1);
    assert.equal(svg.size, 300);
    assert.deepEqual([svg.foreground, svg.background, svg.title], ["#0000aa", "#ffee00", "QR code"]);
    const pdf = rasterisePdf(renderImage({ ...request, format: "pdf" }), 1);
    assert.deepEqual([pdf.foreground, pdf.background, pdf.title], ["#0000aa", "#ffee00", "QR code"]);
    assert.ok(Math.abs(pdf.millimetres - 40) < 0.001);
    const printed = rasterisePdf(renderImage({ ...unsaid, format: "pdf" }), 1);
    assert.ok(Math.abs(printed.millimetres - 25.4) < 0.001, "300 pixels are an inch");
  });

  it("name the image, also with signs of markup", () => {
    const request = { text: "A", level: "M" as const, size: 300, foreground: "#000000", background: "#ffffff" };
    const title = "Menü <b>&(1)\\";
    const svg = Buffer.from(renderImage({ ...request, title, format: "svg" })).toString();
    assert.match(svg, /<title>Menü &lt;b>&amp;\(1\)\\<\/title>/);
    assert.equal(rasterisePdf(renderImage({ ...request, title, format: "pdf" }), 1).title, title);
  });

  it("cannot inject anything else into a drawing", () => {
    const bad = ["red", "#fff", '#ffffff"/><script>', "#gggggg", "", "#1234567", "#123456\n"];
    for (const format of ["png", "svg", "pdf"] as const) {
      for (const color of bad) {
        const request = { text: "A", level: "M" as const, format, size: 300 };
        for (const colors of [
          { foreground: color, background: "#ffffff" },
          { foreground: "#000000", background: color },
        ]) {
          assert.throws(() => renderImage({ ...request, ...colors }), { name: "BadColor" });
        }
      }
    }
  });
});
