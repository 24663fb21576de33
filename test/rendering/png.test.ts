import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crc32 } from "node:zlib";
import { isDark } from "../../src/rendering/bits.ts";
import { parseColor } from "../../src/rendering/colors.ts";
import { SizeTooSmall } from "../../src/rendering/errors.ts";
import { renderPng, smallestSize } from "../../src/rendering/png.ts";
import { createSymbol } from "../../src/rendering/symbol.ts";
import { layoutOf, readFormat } from "./support/modules.ts";
import { LEVELS, PAYLOADS } from "./support/payloads.ts";
import { readPng } from "./support/pictures.ts";

const colors = { foreground: parseColor("#123456"), background: parseColor("#FEDCBA") };

describe("renderPng", () => {
  it("has exactly the requested size, with whole-pixel modules centred in a quiet zone", () => {
    for (const text of ["A", PAYLOADS.url ?? "", "x".repeat(200)]) {
      const symbol = createSymbol(text, "M");
      for (const size of [smallestSize(symbol), 128, 129, 512, 1000, 2048]) {
        const png = readPng(renderPng(symbol, { size, ...colors }));
        assert.equal(png.size, size);
        const { size: modules, module, margin, dark } = layoutOf(png);
        assert.equal(modules, symbol.size);
        assert.equal(module, Math.floor(size / (modules + 8)), "modules as large as possible");
        assert.ok(Math.min(...Object.values(margin)) >= 4 * module, "four modules of quiet zone");
        assert.ok(Math.abs(margin.left - margin.right) <= 1, "centred horizontally");
        assert.ok(Math.abs(margin.top - margin.bottom) <= 1, "centred vertically");
        for (let y = 0; y < modules; y++) {
          for (let x = 0; x < modules; x++) assert.equal(dark(x, y) === 1, isDark(symbol, x, y));
        }
      }
    }
  });

  it("shows the level, version and mask of its symbol", () => {
    for (const level of LEVELS) {
      const symbol = createSymbol("x".repeat(150), level);
      const { version, mask } = symbol;
      const png = readPng(renderPng(symbol, { size: 512, ...colors }));
      assert.deepEqual(readFormat(layoutOf(png)), { level, version, mask });
    }
  });

  it("has two colours, and a valid checksum on every chunk", () => {
    const file = Buffer.from(renderPng(createSymbol("A", "H"), { size: 300, ...colors }));
    assert.deepEqual(readPng(file).palette, ["#fedcba", "#123456"]);
    for (let at = 8; at < file.length; ) {
      const end = at + 8 + file.readUInt32BE(at);
      assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)));
      at = end + 4;
    }
  });

  it("names the smallest size that works if the size is too small", () => {
    const symbol = createSymbol("x".repeat(2000), "M");
    const smallest = smallestSize(symbol);
    assert.throws(
      () => renderPng(symbol, { size: 128, ...colors }),
      (error) => error instanceof SizeTooSmall && error.smallest === smallest,
    );
    assert.equal(readPng(renderPng(symbol, { size: smallest, ...colors })).size, smallest);
  });
});
