/** Lines of a journal, with and without a placement and a visitor. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { asideOf, blankTag, readLines, scanLine, tagText } from "../../src/scans/lines.ts";

const ID = "01890000-0000-7000-8000-000000000001";
const CODE = "01890000-0000-7000-8000-000000000002";
const PLACEMENT = "01890000-0000-7000-8000-000000000003";
const TAG = tagText(7, "visitor____");
const AGENT = '["mobile","Safari","iOS"]';
const PLACE = '["DE","Berlin",52.5,13.4]';

const lineOf = (tag: string | null, placement: string | null) =>
  scanLine(ID, CODE, 1000, AGENT, PLACE, tag, placement).trimEnd();

describe("A line of a scan", () => {
  const forms = [null, TAG].flatMap((tag) => [null, PLACEMENT].map((placement) => ({ tag, placement })));

  it("is read as it was written", () => {
    for (const { tag, placement } of forms) {
      const { scans, unreadable } = readLines([lineOf(tag, placement)]);
      assert.deepEqual(unreadable, []);
      assert.equal(scans[0]!.placement, placement);
      assert.deepEqual(scans[0]!.visitor, tag === null ? null : { salt: 7, tag: "visitor____" });
      assert.equal(scans[0]!.placementNum, null, "until it is looked up");
    }
  });

  it("loses its visitor and nothing else", () => {
    for (const { tag, placement } of forms) {
      const line = lineOf(tag, placement);
      const blank = blankTag(line);
      assert.equal(blank.length, line.length);
      assert.ok(!blank.includes("visitor"));
      const [scan] = readLines([blank]).scans;
      assert.deepEqual([scan!.placement, scan!.visitor], [placement, null]);
      assert.equal(asideOf(line, "").line, lineOf(null, placement));
    }
  });

  it("is set aside if its placement is no id, or if there is more", () => {
    const wrong = [
      lineOf(TAG, "door"),
      `${lineOf(null, PLACEMENT)}\t@${PLACEMENT}`,
      `${lineOf(TAG, PLACEMENT)}\tmore`,
      `${lineOf(TAG, null)}\t@${PLACEMENT}`,
    ];
    for (const line of wrong) assert.equal(readLines([line]).unreadable.length, 1, line);
  });
});
