import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SHEET_NAMES, SHEETS } from "../../src/rendering/sheet/sheets.ts";
import { bodyOf, choose, chooseFormat, chooseKind, firstChoice } from "../../web/src/pages/codes/sheet-options.ts";

const SHEETS_BY_NAME = SHEET_NAMES.map((name) => ({ name, ...SHEETS[name] }));
const printed = { ids: ["a"] };
const shown = { headline: "Scan me", filled: true };

describe("the print window", () => {
  it("begins with a poster of one code without its name, and with labels of several and of placements", () => {
    const one = firstChoice(1, false, "en-GB");
    assert.deepEqual([one.kind, one.formats.poster, one.name, one.marks], ["poster", "poster A4", false, false]);
    assert.equal(firstChoice(1, false, "en-US").formats.tent, "tent Letter");
    assert.deepEqual([firstChoice(2, false, "de").kind, firstChoice(2, false, "de").copies], ["labels", 1]);
    assert.deepEqual([firstChoice(1, true, "de").kind, firstChoice(1, true, "de").name], ["labels", true]);
    assert.equal(firstChoice(1, false, "de-AT").line, "Die Handykamera auf den Code richten");
    assert.equal(firstChoice(1, false, "ja").line, firstChoice(1, false, "en").line, "in letters that the font has");
  });

  it("fills the sheet with the labels of one code, also after another sheet is chosen", () => {
    const labels = chooseKind(firstChoice(1, false, "en"), "labels");
    assert.equal(labels.copies, 12);
    const smaller = choose(labels, "L7160", SHEETS_BY_NAME);
    assert.deepEqual([smaller.copies, smaller.marks], [21, false]);
    assert.equal(choose({ ...smaller, copies: 5 }, "A4 2x3", SHEETS_BY_NAME).copies, 5, "a typed number stays");
  });

  it("has crop marks and bleed where they are needed", () => {
    const card = chooseKind(firstChoice(1, false, "en"), "card");
    assert.deepEqual([card.marks, card.bleed], [true, 0]);
    const single = chooseFormat(card, "card", "card 85x55");
    assert.deepEqual([single.marks, single.bleed], [true, 3]);
    assert.deepEqual([chooseKind(single, "tent").marks, chooseKind(single, "tent").bleed], [false, 0]);
  });

  it("asks for a format, a filled sheet or labels", () => {
    const bodyFor = (kind: "tent" | "stickers" | "labels") =>
      bodyOf(chooseKind(firstChoice(1, false, "en"), kind), printed, shown) as Record<string, unknown>;
    assert.deepEqual([bodyFor("tent").format, bodyFor("tent").sheet], ["tent A4", undefined]);
    assert.deepEqual(bodyFor("stickers").design, {
      ...shown,
      line: "Point your phone’s camera at the code",
      brand: true,
    });
    assert.deepEqual([bodyFor("stickers").sheet, bodyFor("stickers").copies], ["A4 3x4", 1]);
    assert.deepEqual([bodyFor("labels").design, bodyFor("labels").copies], [undefined, 12]);
    const typing = { ...firstChoice(1, false, "en"), bleed: "" };
    assert.equal(bodyOf(typing, printed, shown), null, "while a number is empty");
  });
});
