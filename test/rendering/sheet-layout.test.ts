import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type Box,
  bleedBox,
  cropMarks,
  labelBox,
  labelBoxes,
  labelsOf,
  type Sheet,
  sheetProblems,
  TEXT_POSITIONS,
} from "../../src/rendering/sheet/layout.ts";
import { SHEET_NAMES, SHEETS } from "../../src/rendering/sheet/sheets.ts";

const near = (a: number, b: number) => Math.abs(a - b) < 0.011;
const overlap = (a: Box, b: Box) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1e-6 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1e-6;
const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 1e-6 &&
  inner.y >= outer.y - 1e-6 &&
  inner.x + inner.width <= outer.x + outer.width + 1e-6 &&
  inner.y + inner.height <= outer.y + outer.height + 1e-6;
const boxesOf = (sheet: Sheet, of: (sheet: Sheet, index: number) => Box) =>
  Array.from({ length: labelsOf(sheet) }, (_, i) => of(sheet, i));

function holdsTogether(sheet: Sheet, bleed: number) {
  const page = { x: 0, y: 0, ...sheet.page };
  const labels = boxesOf(sheet, labelBox);
  const painted = boxesOf(sheet, (of, i) => bleedBox(of, i, bleed));
  for (const [i, box] of painted.entries()) {
    assert.ok(isWithin(labels[i]!, box) && isWithin(box, page), "on the page");
    assert.ok(!painted.slice(0, i).some((other) => overlap(box, other)), "next to each other");
  }
  for (const [x1, y1, x2, y2] of cropMarks(sheet, bleed)) {
    const mark = { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
    assert.ok(isWithin(mark, page), "marks are on the page");
    const line = { ...mark, width: mark.width + 1e-3, height: mark.height + 1e-3 };
    assert.ok(!painted.some((box) => overlap(line, box)), "and on no label");
  }
}

describe("sheets of labels", () => {
  it("have their manufacturers' dimensions", () => {
    const measures = ({ columns, rows, width, height, left, top, pitchX, pitchY }: Sheet) => [
      ...[columns, rows, width, height, left, top, pitchX, pitchY],
    ];
    // As in LibreOffice's list, but with 3/16 in on a 5160 in full, which it lists as 4.78.
    const given: [Sheet, number[]][] = [
      [SHEETS.L7159, [3, 8, 64, 33.86, 6.46, 13.06, 66.54, 33.86]],
      [SHEETS.L7160, [3, 7, 63.5, 38.1, 7.2, 15.15, 66.04, 38.1]],
      [SHEETS.L7161, [3, 6, 63.5, 46.56, 7.21, 8.82, 66.04, 46.56]],
      [SHEETS.L7162, [2, 8, 99.06, 33.87, 4.67, 13.02, 101.6, 33.87]],
      [SHEETS.L7163, [2, 7, 99.06, 38.1, 4.67, 15.15, 101.6, 38.1]],
      [SHEETS.L7164, [3, 4, 63.5, 71.97, 7.21, 4.57, 66.04, 71.97]],
      [SHEETS.L7165, [2, 4, 99.06, 67.73, 4.67, 13.04, 101.6, 67.73]],
      [SHEETS.L7166, [2, 3, 99.06, 93.13, 4.67, 8.81, 101.6, 93.13]],
      [SHEETS.L7173, [2, 5, 99.06, 57, 4.67, 6, 101.6, 57]],
      [SHEETS["5160"], [3, 10, 66.68, 25.4, 4.76, 12.7, 69.85, 25.4]],
      [SHEETS["5161"], [2, 10, 101.6, 25.4, 3.96, 12.7, 106.36, 25.4]],
      [SHEETS["5162"], [2, 7, 101.6, 33.87, 3.96, 21.17, 106.36, 33.87]],
      [SHEETS["5163"], [2, 5, 101.6, 50.8, 3.96, 12.7, 106.36, 50.8]],
      [SHEETS["5164"], [2, 3, 101.6, 84.67, 3.96, 12.7, 106.36, 84.67]],
    ];
    for (const [sheet, expected] of given) {
      for (const [i, value] of measures(sheet).entries()) assert.ok(near(value, expected[i]!));
    }
  });

  for (const name of SHEET_NAMES) {
    it(`${name}: labels are on the page, centred, and do not overlap`, () => {
      const sheet: Sheet = SHEETS[name];
      assert.deepEqual(sheetProblems(sheet), []);
      const last = labelBox(sheet, labelsOf(sheet) - 1);
      assert.ok(near(sheet.left, sheet.page.width - last.x - last.width), "left equals right");
      assert.ok(near(sheet.top, sheet.page.height - last.y - last.height), "top equals bottom");
      for (const bleed of [0, 3]) holdsTogether(sheet, bleed);
    });
  }

  it("are consistent for any dimensions, or report what is wrong", () => {
    const mm = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const anySheet = fc.record({
      page: fc.record({ width: mm(50, 400), height: mm(50, 400) }),
      columns: fc.integer({ min: 1, max: 6 }),
      rows: fc.integer({ min: 1, max: 6 }),
      width: mm(5, 120),
      height: mm(5, 120),
      left: mm(0, 30),
      top: mm(0, 30),
      pitchX: mm(5, 130),
      pitchY: mm(5, 130),
    });
    let sound = 0;
    fc.assert(
      fc.property(anySheet, mm(0, 5), (sheet, bleed) => {
        const page = { x: 0, y: 0, ...sheet.page };
        const labels = boxesOf(sheet, labelBox);
        const isSound = labels.every(
          (box, i) => isWithin(box, page) && !labels.slice(0, i).some((other) => overlap(box, other)),
        );
        assert.equal(sheetProblems(sheet).length === 0, isSound);
        if (!isSound) return;
        sound += 1;
        holdsTogether(sheet, bleed);
      }),
      { numRuns: 500 },
    );
    assert.ok(sound > 15, `${sound} valid sheets were tried`);
  });

  it("keep code and texts on their label and apart", () => {
    for (const name of SHEET_NAMES) {
      const sheet: Sheet = SHEETS[name];
      const label = { x: 0, y: 0, width: sheet.width, height: sheet.height };
      for (const position of TEXT_POSITIONS) {
        const { code, name: named, address } = labelBoxes(sheet, { position, name: true, address: true });
        const boxes = [code, named, address].filter((box) => box !== null);
        for (const [i, box] of boxes.entries()) {
          assert.ok(isWithin(box, label), `${name} ${position}`);
          assert.ok(!boxes.slice(0, i).some((other) => overlap(box, other)), `${name} ${position}`);
        }
      }
    }
  });
});
