/**
 * At a common printer's 300 dots an inch every code of a page is read alone, as a phone sees it. Given a whole page of
 * codes, zbar misses some (docs/print.md).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { decode } from "../../src/rendering/decode.ts";
import { drawSheet } from "../../src/rendering/sheet/draw.ts";
import { drawnLabel, type SheetRequest } from "../../src/rendering/sheet/label.ts";
import { labelsOf, type TextPosition } from "../../src/rendering/sheet/layout.ts";
import { SHEETS, type SheetName } from "../../src/rendering/sheet/sheets.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { freshDir } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { cutOut, labelPaper, printed } from "./support/printed.ts";
import { toGreymap } from "./support/zbar.ts";

const DPI = 300;
const LETTERS = "ABCDEFGHIJKMNPQRSTUVWXYZ23456789";

/** Tokens without similarity, the same in every run. */
const tokenOf = (i: number): string =>
  Array.from({ length: 12 }, (_, k) => LETTERS[(i * 7 + k * (11 + i) + k * k * 5) % 32]).join("");

function pageOf(name: SheetName, position: TextPosition): SheetRequest {
  const sheet = SHEETS[name];
  const look = { foreground: "#000000", background: "#ffffff", style: PLAIN, logo: null };
  const codes = Array.from({ length: labelsOf(sheet) }, (_, i) => ({
    text: `HTTPS://CODES.EXAMPLE.COM/R/${tokenOf(i)}`,
    level: "M" as const,
    ...look,
  }));
  const labels = codes.map(({ text }, code) => ({
    code,
    name: `Table ${code + 1}`,
    address: text.slice(8).toLowerCase(),
  }));
  const texts = { position, name: true, address: true };
  return { ...labelPaper(sheet), texts, bleed: 0, marks: false, start: 0, codes, labels, ink: "own" as const };
}

describe("a page of labels at 300 dots an inch", { skip: needs("gs", "zbarimg") }, () => {
  it("has codes that two decoders can each read", async () => {
    const request = pageOf("5160", "beside");
    const [page] = printed(await drawSheet(request), DPI);
    const dir = freshDir();
    for (const [at, label] of request.labels.entries()) {
      const picture = cutOut(page!, drawnLabel(request, label, at, 1).code, DPI);
      assert.equal(await decode(picture), request.codes[at]!.text, `label ${at}`);
      writeFileSync(join(dir, `${at}.pgm`), toGreymap(picture));
    }
    const files = request.labels.map((_, at) => `${at}.pgm`);
    const args = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", ...files];
    const { stdout } = spawnSync("zbarimg", args, { cwd: dir, encoding: "utf8" });
    assert.deepEqual(
      stdout.trimEnd().split("\n"),
      request.codes.map(({ text }) => text),
    );
  });
});
