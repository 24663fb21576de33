import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Picture } from "../../src/rendering/camera.ts";
import { decode } from "../../src/rendering/decode.ts";
import { assessScannability } from "../../src/rendering/scannability.ts";
import { drawSheet } from "../../src/rendering/sheet/draw.ts";
import { drawnLabel, type SheetRequest } from "../../src/rendering/sheet/label.ts";
import { cropMarks, labelBoxes } from "../../src/rendering/sheet/layout.ts";
import { movedPdf } from "../../src/rendering/sheet/move.ts";
import { drawPreview } from "../../src/rendering/sheet/preview.ts";
import { SHEETS } from "../../src/rendering/sheet/sheets.ts";
import { drawable, wrapped } from "../../src/rendering/sheet/words.ts";
import { PLAIN, type StyledCode } from "../../src/rendering/style.ts";
import { smallestPrint } from "../../src/rendering/styled/assess.ts";
import { createSymbol, QUIET_ZONE } from "../../src/rendering/symbol.ts";
import { needs } from "../support/tools.ts";
import { cutOut, labelPaper, printed } from "./support/printed.ts";

const DPI = 600;
const PIXELS_PER_MM = DPI / 25.4;
const TOLERANCE_MM = 0.1;

const codeOf = (i: number, fields: Partial<StyledCode> = {}): StyledCode => ({
  text: `HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJK${10 + i}`,
  level: "M",
  foreground: "#000000",
  background: "#ffffff",
  style: PLAIN,
  logo: null,
  ...fields,
});

/** Labels for codes with these numbers, from the first label on. */
function requestOf(codes: StyledCode[], fields: Partial<SheetRequest>): SheetRequest {
  const label = (code: number) => ({ code, name: `Poster ${code}`, address: "qr.example.com/r/x" });
  return {
    ...labelPaper(SHEETS.L7160),
    texts: { position: "under", name: true, address: true },
    bleed: 0,
    marks: false,
    start: 0,
    codes,
    labels: codes.map((_, i) => label(i)),
    ink: "own",
    ...fields,
  };
}

/** The bounding box of all that is dark, in millimetres. */
function darkBox({ width, pixels }: Picture) {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i]! > 128) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return [left, top, right, bottom].map((pixel) => pixel / PIXELS_PER_MM);
}

const print = (pdf: Uint8Array): Picture[] => printed(pdf, DPI);
const cut = (page: Picture, box: Parameters<typeof cutOut>[1]) => cutOut(page, box, DPI);

const near = (found: number, expected: number, what: string) =>
  assert.ok(Math.abs(found - expected) <= TOLERANCE_MM, `${what}: ${found} for ${expected} mm`);

async function checkPlaced(page: Picture, request: SheetRequest, ratios: number[], from = 0) {
  const each = request.sheet.columns * request.sheet.rows;
  for (const [i, label] of request.labels.slice(from, from + each).entries()) {
    const at = (request.start + from + i) % each;
    const { code } = drawnLabel(request, label, at, ratios[label.code] ?? 1);
    const { text, level, style } = request.codes[label.code]!;
    const picture = cut(page, code);
    assert.equal(await decode(picture), text, `label ${at}`);
    if (style !== PLAIN) continue;
    const { size } = createSymbol(text, level);
    const module = code.width / (size + 2 * QUIET_ZONE);
    const [left, top, right, bottom] = darkBox(picture) as [number, number, number, number];
    near(left, QUIET_ZONE * module, "left");
    near(top, QUIET_ZONE * module, "top");
    near(right, code.width - QUIET_ZONE * module, "right");
    near(bottom, code.width - QUIET_ZONE * module, "bottom");
  }
}

const framed = {
  ...PLAIN,
  modules: "dots" as const,
  gradient: { kind: "linear" as const, to: "#401010", angle: 45 },
  frame: { kind: "label" as const, text: "Scan me", color: "#225533" },
};

describe("a printed sheet of labels", { skip: needs("gs") }, () => {
  it("has every code of an Avery L7160 in its position to 0.1 mm, and each can be read", async () => {
    const codes = Array.from({ length: 9 }, (_, i) => codeOf(i, i % 4 === 3 ? { style: framed } : {}));
    const request = requestOf(codes, { start: 19 });
    const { ratio } = await smallestPrint(codes[3]!);
    const ratios = codes.map(({ style }) => (style === PLAIN ? 1 : ratio));
    // As it is sent if it took long: after comments.
    const head = `%PDF-1.4\n${"% drawing\n".repeat(3)}`;
    const moved = movedPdf(await drawSheet(request), head.length);
    const pages = print(Buffer.concat([Buffer.from(head), moved]));
    assert.deepEqual(
      pages.map(({ width, height }) => [width, height]),
      Array(2).fill([4961, 7016]),
    );
    await checkPlaced(pages[0]!, { ...request, labels: request.labels.slice(0, 2) }, ratios);
    await checkPlaced(pages[1]!, request, ratios, 2);
  });

  it("has crop marks at the edges of labels, and bleeds over the edge", async () => {
    const codes = Array.from({ length: 4 }, (_, i) => codeOf(i, { background: "#ccccff" }));
    const request = requestOf(codes, { sheet: SHEETS["Letter 2x3"], marks: true, bleed: 3 });
    const [page] = print(await drawSheet(request)) as [Picture];
    assert.deepEqual([page.width, page.height], [5100, 6600]);
    await checkPlaced(page, request, []);
    const { sheet } = request;
    const grey = (x: number, y: number) => cut(page, { x, y, width: 0.1, height: 0.1 }).pixels[0]!;
    assert.ok(grey(sheet.left - 2.8, sheet.top + 20) < 250, "painted outside the first label");
    assert.ok(grey(sheet.left - 3.2, sheet.top + 20) > 250, "and no further");
    for (const [x1, y1, x2, y2] of cropMarks(sheet, 3)) {
      const around = { x: x1 - 1, y: y1 - 1, width: x2 - x1 + 2, height: y2 - y1 + 2 };
      const [left, top, right, bottom] = darkBox(cut(page, around)) as number[];
      near((left! + right!) / 2, around.width / 2, "a mark across");
      near((top! + bottom!) / 2, around.height / 2, "a mark down");
    }
  });
});

describe("the content of a label", () => {
  it("is never smaller than the scannability check requires, by the same measure", async () => {
    for (const [foreground, level] of [
      ["#000000", "M"],
      ["#8a8a8a", "H"],
    ] as const) {
      const code = codeOf(1, { foreground, level });
      const { text, background } = code;
      const verdict = await assessScannability({ text, level, size: 512, foreground, background });
      assert.equal((await smallestPrint(code)).smallest, verdict.smallestPrintMillimetres);
    }
    const inverted = codeOf(1, { foreground: "#ffffff", background: "#000000" });
    assert.equal((await smallestPrint(inverted)).smallest, null);
  });

  it("has names in as many lines as fit, without letters that the font lacks", () => {
    assert.equal(drawable("Café 漢字 №1 🎉"), "Café №1");
    assert.equal(drawable("漢字"), "");
    assert.deepEqual(wrapped("", 30, 2, 2), []);
    assert.deepEqual(wrapped("Menu", 30, 2, 1), ["Menu"]);
    const [first, second, third] = wrapped("The menu of the whole week at the corner shop", 30, 2, 2);
    assert.equal(third, undefined);
    assert.ok(first!.startsWith("The menu") && second!.endsWith("…"), `${first} / ${second}`);
    assert.match(wrapped("x".repeat(100), 30, 2, 3)[0]!, /^x+…$/);
  });

  it("is drawn once however many labels show it, and the preview shows the same page", async () => {
    const codes = [codeOf(1), codeOf(2, { style: framed })];
    const labels = Array.from({ length: 60 }, (_, i) => ({ code: i % 2, name: "漢字", address: "" }));
    const request = requestOf(codes, { labels });
    const pdf = Buffer.from(await drawSheet(request)).toString("latin1");
    assert.equal(pdf.match(/\/Type\/Page\//g)?.length, 3);
    assert.equal(pdf.match(/\/Subtype\/Form/g)?.length, 2, "two codes and no letter");
    const svg = await drawPreview(request);
    assert.equal(svg.match(/<image /g)?.length, 21);
    const { code } = labelBoxes(request.sheet, request.texts);
    assert.ok(svg.includes(`width="${Math.round(code.height * 100) / 100}"`));
  });
});
