import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Picture } from "../../src/rendering/camera.ts";
import { decode } from "../../src/rendering/decode.ts";
import { type ImageFormat, renderImage } from "../../src/rendering/image.ts";
import { smallestSize } from "../../src/rendering/png.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import type { Level } from "../../src/shared/vocabulary.ts";
import { LEVELS, PAYLOADS } from "./support/payloads.ts";
import { rasterisePdf, rasteriseSvg } from "./support/pictures.ts";

const SIZES = [128, 129, 2048];
const COLORS = { foreground: "#1a1410", background: "#ffffff" };
/** Pixels a module for pictures of the formats without pixels of their own. */
const SCALE = 4;

function draw(text: string, level: Level, format: ImageFormat, size: number): Uint8Array {
  return renderImage({ text, level, format, size, ...COLORS });
}

/** The drawing as a camera sees it. A size changes nothing about it where there are no pixels. */
function pictureOf(drawn: Uint8Array, format: ImageFormat): Uint8Array | Picture {
  if (format === "png") return drawn;
  if (format === "svg") return rasteriseSvg(Buffer.from(drawn).toString(), SCALE).picture;
  return rasterisePdf(drawn, SCALE).picture;
}

/** What an independent decoder makes of the drawing. */
const read = (drawn: Uint8Array, format: ImageFormat): Promise<string | undefined> => decode(pictureOf(drawn, format));

describe("every drawing, read by an independent decoder", () => {
  for (const format of ["png", "svg", "pdf"] as const) {
    for (const [type, text] of Object.entries(PAYLOADS)) {
      it(`gives back a ${type} code drawn as ${format} at every level and size`, async () => {
        for (const level of LEVELS) {
          let before: Uint8Array | Picture | undefined;
          for (const size of SIZES) {
            const picture = pictureOf(draw(text, level, format, size), format);
            // The same picture would be read the same.
            if (!isDeepStrictEqual(picture, before)) {
              assert.equal(await decode(picture), text, `level ${level}, size ${size}`);
            }
            before = picture;
          }
        }
      });
    }
  }

  for (const format of ["png", "svg", "pdf"] as const) {
    it(`gives back every version from 1 to 40 drawn as ${format}`, async () => {
      const levels = format === "png" ? LEVELS : (["M"] as const);
      for (const level of levels) {
        // The longest step is shorter than what each version holds beyond the one before.
        for (let version = 1, length = 1; version <= 40; length += 1 + (version >> 1)) {
          const text = "q".repeat(length);
          const symbol = createSymbol(text, level);
          if (symbol.version < version) continue;
          assert.equal(symbol.version, version, "none is left out");
          const drawn = draw(text, level, format, 3 * (symbol.size + 8));
          assert.equal(await read(drawn, format), text, `version ${version}, level ${level}`);
          version++;
        }
      }
    });
  }

  it("gives back Unicode and mixed text", async () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^\d{1,30}$/),
      fc.stringMatching(/^[0-9A-Z $%*+./:-]{1,30}$/),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...LEVELS),
        async (parts, level) => {
          const text = parts.join("");
          const size = 3 * (createSymbol(text, level).size + 8);
          assert.equal(await read(draw(text, level, "png", size), "png"), text);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("gives back texts of any length, in whatever version that takes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1_200, size: "max" }),
        fc.constantFrom(...LEVELS),
        async (text, level) => {
          const size = 3 * smallestSize(createSymbol(text, level));
          assert.equal(await read(draw(text, level, "png", size), "png"), text);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("colours and sizes of a drawing", () => {
  it("are those asked for in each format", () => {
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
    assert.deepEqual([svg.foreground, svg.background], ["#0000aa", "#ffee00"]);
    const pdf = rasterisePdf(renderImage({ ...request, format: "pdf" }), 1);
    assert.deepEqual([pdf.foreground, pdf.background], ["#0000aa", "#ffee00"]);
    assert.ok(Math.abs(pdf.millimetres - 40) < 0.001);
    const printed = rasterisePdf(renderImage({ ...unsaid, format: "pdf" }), 1);
    assert.ok(Math.abs(printed.millimetres - 25.4) < 0.001, "300 pixels are an inch");
  });

  it("cannot carry anything else into a drawing", () => {
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
