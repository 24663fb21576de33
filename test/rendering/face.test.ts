/** Posters, tents, cards and stickers: exact positions, and every code read at a common printer's 300 dots an inch. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { decode, readsAt } from "../../src/rendering/decode.ts";
import { drawSheet } from "../../src/rendering/sheet/draw.ts";
import { type Face, type FaceRequest, faceOf } from "../../src/rendering/sheet/face.ts";
import { FORMAT_NAMES, type Paper, paperOf } from "../../src/rendering/sheet/formats.ts";
import { faceRequest, type SheetRequest } from "../../src/rendering/sheet/label.ts";
import { type Box, cropMarks, labelBox, labelsOf, sheetProblems } from "../../src/rendering/sheet/layout.ts";
import { drawPreview } from "../../src/rendering/sheet/preview.ts";
import { SHEET_NAMES, SHEETS } from "../../src/rendering/sheet/sheets.ts";
import { wholeLines } from "../../src/rendering/sheet/words.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { textWidth } from "../../src/rendering/styled/text.ts";
import { needs } from "../support/tools.ts";
import { cutOut, labelPaper, printed } from "./support/printed.ts";
import { roundLogo } from "./support/styles.ts";

const DPI = 300;
const TEXT = "HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJKLM";
/** What its verdict asks for. */
const NEEDS = 25;

function requestOf(paper: Paper, fields: Partial<SheetRequest> = {}): SheetRequest {
  const face = { headline: "Scan for the menu", line: "Point your phone’s camera at the code", needs: NEEDS };
  const label = { code: 0, name: "Table 12", address: "qr.example.com/r/abcdefghjklm", face };
  return {
    ...paper,
    texts: { position: "under", name: true, address: true },
    faces: {
      isFilled: true,
      color: "#9c4221",
      brand: "Café Mosaic",
      logo: { png: roundLogo(), width: 200, height: 200 },
    },
    bleed: 0,
    marks: false,
    start: 0,
    codes: [{ text: TEXT, level: "M", foreground: "#1a1410", background: "#ffffff", style: PLAIN, logo: null }],
    labels: Array.from({ length: labelsOf(paper.sheet) }, () => label),
    ink: "own",
    ...fields,
  };
}

/** Where the code of a label is on the page. */
function placeOf(request: SheetRequest, at: number): Box {
  const { sheet, texts, faces, labels, isFolded } = request;
  const { code } = faceOf(faceRequest(sheet, texts, faces!, labels[at]!))!;
  const { x, y, width, height } = labelBox(sheet, at);
  const isTurned = isFolded && at < sheet.columns;
  const turned = { ...code, x: width - code.x - code.width, y: height - code.y - code.height };
  const { x: left, y: top } = isTurned ? turned : code;
  return { ...code, x: x + left, y: y + top };
}

const turn = ({ width, height, pixels }: ReturnType<typeof cutOut>) => ({ width, height, pixels: pixels.toReversed() });

describe("a poster, tent or card printed at 300 dots an inch", { skip: needs("gs") }, () => {
  for (const name of FORMAT_NAMES) {
    it(`${name} has the exact size, and its codes are read by two decoders`, async () => {
      const request = requestOf(paperOf(name, 0, false));
      const { page } = request.sheet;
      const [picture, ...others] = printed(await drawSheet(request), DPI);
      assert.equal(others.length, 0);
      assert.deepEqual(
        [picture!.width, picture!.height],
        [page.width, page.height].map((mm) => Math.round((mm / 25.4) * DPI)),
      );
      for (const at of [0, request.labels.length - 1]) {
        const code = cutOut(picture!, placeOf(request, at), DPI);
        assert.equal(await decode(code), TEXT);
        assert.ok(readsAt(0, code, TEXT), "by the second decoder");
      }
    });
  }

  it("has the upper face of a tent upside down, and the fold in its middle", async () => {
    const request = requestOf(paperOf("tent A4", 0, false));
    const { sheet } = request;
    assert.equal(sheet.height, 148.5);
    const [page] = printed(await drawSheet(request), DPI);
    const part = (y: number) => cutOut(page!, { x: 0, y, width: 210, height: 147.5 }, DPI);
    const [upper, lower] = [turn(part(0.5)), part(149)];
    const differing = upper.pixels.filter((tone, i) => Math.abs(tone - lower.pixels[i]!) > 128).length;
    assert.ok(differing < upper.pixels.length * 0.01, `${differing} pixels differ`);
    const fold = cutOut(page!, { x: 0, y: 148.4, width: 210, height: 0.2 }, DPI);
    assert.ok(fold.pixels.some((tone) => tone < 60) && fold.pixels.some((tone) => tone > 200), "dashes of two colours");
  });

  it("goes over the edge by its bleed, and says where to trim", async () => {
    const request = requestOf(paperOf("card 85x55", 3, true), { bleed: 3, marks: true });
    assert.deepEqual(request.sheet.page, { width: 103, height: 73 });
    assert.deepEqual(request.trim, { x: 9, y: 9, width: 85, height: 55 });
    const pdf = await drawSheet(request);
    const boxes = Buffer.from(pdf).toString("latin1");
    const points = (...mm: number[]) => mm.map((one) => Number(((one * 72) / 25.4).toFixed(5))).join(" ");
    assert.ok(boxes.includes(`/TrimBox[${points(9, 9, 94, 64)}]/BleedBox[${points(6, 6, 97, 67)}]`));
    const [page] = printed(pdf, DPI);
    const tone = (x: number, y: number) => cutOut(page!, { x, y, width: 0.1, height: 0.1 }, DPI).pixels[0]!;
    assert.ok(tone(6.3, 20) < 200, "painted in the bleed");
    assert.ok(tone(5.5, 20) > 250, "and no further");
  });
});

describe("a face", () => {
  const isWithin = (box: Box, width: number, height: number) =>
    box.x >= -1e-6 && box.y >= -1e-6 && box.x + box.width <= width + 1e-6 && box.y + box.height <= height + 1e-6;

  it("has everything within its edges, and nothing on the code", () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-zäßé]{1,9}$/), { maxLength: 6 }).map((all) => all.join(" "));
    const mm = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const any = fc.record({
      width: mm(40, 400),
      height: mm(25, 420),
      texts: fc.record({ headline: words, line: words, name: words, address: words, brand: words }),
      logo: fc.option(fc.record({ width: fc.integer({ min: 1, max: 500 }), height: fc.integer({ min: 1, max: 500 }) })),
      needs: mm(0, 60),
      hasRim: fc.boolean(),
    });
    let laid = 0;
    fc.assert(
      fc.property(any, (request: FaceRequest) => {
        const face = faceOf(request);
        if (!face) return;
        laid += 1;
        const { width, height } = request;
        const { code }: Face = face;
        assert.ok(isWithin(face.code, width, height), "the code");
        assert.equal(face.code.width, face.code.height);
        if (face.logo) assert.ok(isWithin(face.logo, width, height), "the logo");
        for (const { letter, x, y, scale } of [...face.headline, ...face.others]) {
          const [right, top] = [x + textWidth(letter, 1440 * scale), y - 1440 * scale];
          assert.ok(x >= -0.1 && right <= width + 0.1 && top >= -0.1 && y <= height + 0.1, `${letter} is on the face`);
          const isApart: boolean =
            right < code.x + 0.1 ||
            x > code.x + code.width - 0.1 ||
            y < code.y + 0.1 ||
            top > code.y + code.height - 0.1;
          assert.ok(isApart, `${letter} is not on the code`);
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(laid > 150, `${laid} faces`);
  });

  it("gives the code what its verdict asks for wherever there is room", () => {
    for (const name of SHEET_NAMES) {
      const { width, height } = SHEETS[name];
      const texts = { headline: "Scan me", line: "", name: "", address: "qr.example.com/r/x", brand: "" };
      const face = faceOf({ width, height, texts, logo: null, needs: NEEDS, hasRim: false });
      assert.ok(face && face.code.width >= NEEDS - 1e-6, `${name}: ${face?.code.width}`);
    }
  });

  it("has a code that is too small rather than words that do not fit", () => {
    const texts = { headline: "Welcome", line: "", name: "", address: "", brand: "" };
    const face = faceOf({ width: 66, height: 25, texts, logo: null, needs: 60, hasRim: false });
    assert.ok(face && face.code.width < 60);
  });

  it("never turns a brand around that has no room next to its logo", () => {
    const texts = { headline: "", line: "", name: "", address: "", brand: "Café Mosaic" };
    const logo = { width: 100, height: 100 };
    for (const needs of [8, 9, 10]) {
      const face = faceOf({ width: 11.6, height: 10, texts, logo, needs, hasRim: false })!;
      assert.ok(face.others.every(({ scale }) => scale > 0));
    }
  });

  it("breaks lines between words only, and refuses words that are too long", () => {
    assert.deepEqual(wholeLines("Scan for the menu", 1000, 10, 5), ["Scan for the menu"]);
    assert.deepEqual(wholeLines("Scan for the menu", 80, 10, 5), ["Scan for", "the menu"], "of about equal width");
    assert.deepEqual(wholeLines("", 80, 10, 5), []);
    assert.equal(wholeLines("Scan for the menu", 80, 10, 1), null);
    assert.equal(wholeLines("Donaudampfschifffahrtsgesellschaft", 80, 10, 5), null);
    const texts = { headline: "Donaudampfschifffahrtsgesellschaft", line: "", name: "", address: "", brand: "" };
    const request = { width: 210, height: 297, texts, logo: null, needs: NEEDS, hasRim: true };
    assert.ok(faceOf(request), "smaller on a poster");
    assert.equal(
      faceOf({ ...request, width: 63.5, height: 38.1, texts: { ...texts, headline: "x".repeat(60) } }),
      null,
    );
  });
});

describe("formats", () => {
  it("are on their pages, with crop marks only around them", () => {
    for (const name of FORMAT_NAMES) {
      for (const [bleed, marks] of [
        [0, false],
        [0, true],
        [3, true],
      ] as const) {
        const { sheet } = paperOf(name, bleed, marks);
        assert.deepEqual(sheetProblems(sheet), [], name);
        if (!marks) continue;
        assert.ok(cropMarks(sheet, bleed).length >= 8, name);
      }
    }
    const { sheet } = paperOf("cards A4", 0, true);
    assert.deepEqual([sheet.left, sheet.top, sheet.width, sheet.height], [20, 11, 85, 55]);
    const letter = paperOf("cards Letter", 0, true).sheet;
    const inches = [letter.left, letter.top, letter.width, letter.height].map(
      (mm) => Math.round((mm / 25.4) * 1000) / 1000,
    );
    assert.deepEqual(inches, [0.75, 0.5, 3.5, 2]);
  });

  it("have a preview of what is printed: each face, its words as outlines and the logo", async () => {
    const svg = await drawPreview(requestOf(paperOf("tent A4", 0, false)));
    assert.equal(svg.match(/<image /g)?.length, 4, "two codes and two logos");
    assert.equal(svg.match(/matrix\(-1 0 0 -1 210 148.5\)/g)?.length, 1);
    assert.equal(svg.match(/<text/g), null);
    const stickers = requestOf({ ...labelPaper(SHEETS.L7160) });
    assert.equal((await drawPreview(stickers)).match(/<image /g)?.length, 42);
  });
});
