/** Pages of a document as another program prints them, and parts of them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "../../../src/rendering/camera.ts";
import type { Box, Sheet } from "../../../src/rendering/sheet/layout.ts";
import { freshDir } from "../../support/stores.ts";

/** A sheet of labels without words of their own. */
export const labelPaper = (sheet: Sheet) => ({ sheet, faces: null, trim: null, isFolded: false });

export function printed(pdf: Uint8Array, dpi: number): Picture[] {
  const dir = freshDir();
  writeFileSync(join(dir, "sheet.pdf"), pdf);
  const options = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pgmraw", `-r${dpi}`];
  execFileSync("gs", [...options, "-sOutputFile=page%d.pgm", "sheet.pdf"], { cwd: dir });
  const pages: Picture[] = [];
  for (let page = 1; existsSync(join(dir, `page${page}.pgm`)); page++) {
    const file = readFileSync(join(dir, `page${page}.pgm`));
    const head = file.toString("latin1", 0, 200);
    const [, width, height] = /^P5\s(?:#.*\n)?(\d+) (\d+)\s255\s/.exec(head) ?? [];
    assert.ok(width && height, head);
    const pixels = file.subarray(file.length - Number(width) * Number(height));
    pages.push({ width: Number(width), height: Number(height), pixels: pixels as never });
  }
  return pages;
}

/** The part of the page in a box given in millimetres. */
export function cutOut({ width, pixels }: Picture, box: Box, dpi: number): Picture {
  const pixel = (mm: number) => Math.round((mm * dpi) / 25.4);
  const [x, y, w, h] = [pixel(box.x), pixel(box.y), pixel(box.width), pixel(box.height)];
  const out = new Float32Array(w * h);
  for (let row = 0; row < h; row++) {
    out.set(pixels.subarray((y + row) * width + x, (y + row) * width + x + w), row * w);
  }
  return { width: w, height: h, pixels: out };
}
