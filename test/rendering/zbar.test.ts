import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseColor } from "../../src/rendering/colors.ts";
import { renderPng, smallestSize } from "../../src/rendering/png.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import type { Level } from "../../src/shared/vocabulary.ts";
import { needs } from "../support/tools.ts";
import { LEVELS, PAYLOADS } from "./support/payloads.ts";

const COLORS = { foreground: parseColor("#1a1410"), background: parseColor("#ffffff") };

interface Asked {
  text: string;
  level: Level;
}

/**
 * What zbar reads from all of them, one after the other, in a single call. As bytes: by default it guesses the
 * character set of short texts, and takes the UTF-8 of some for Chinese.
 */
function readAll(asked: Asked[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tessera-zbar-"));
  const files = asked.map(({ text, level }, index) => {
    const symbol = createSymbol(text, level);
    const file = join(folder, `${index}.png`);
    writeFileSync(file, renderPng(symbol, { size: 4 * smallestSize(symbol), ...COLORS }));
    return file;
  });
  const { stdout } = spawnSync("zbarimg", ["--quiet", "--raw", "-Sbinary", ...files]);
  rmSync(folder, { recursive: true });
  return stdout.toString();
}

describe("drawings read by zbar", () => {
  const skip = needs("zbarimg");

  it("return types of code, mixed modes and versions", { skip }, () => {
    const mixed = `https://example.com/?n=${"0123456789".repeat(8)}&CAPITALS-ONLY-FROM-HERE-ON`;
    const long = Array.from({ length: 13 }, (_, i) => "z".repeat(1 + i * i * 7));
    const texts = [...Object.values(PAYLOADS), mixed, ...long];
    const asked = texts.map((text, i) => ({ text, level: LEVELS[i % LEVELS.length]! }));
    assert.equal(readAll(asked), texts.join(""));
  });
});
