import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import type { Picture } from "../../../src/rendering/camera.ts";

/** Parsers of exactly what rendering writes, based on the formats' specifications and not on its code. */

export interface Png {
  size: number;
  palette: string[];
  /** Palette index of each pixel, row by row. */
  pixels: Uint8Array;
}

export function readPng(bytes: Uint8Array): Png {
  const file = Buffer.from(bytes);
  assert.equal(file.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.set(file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get("IHDR");
  assert.ok(header);
  const size = header.readUInt32BE(0);
  assert.equal(header.readUInt32BE(4), size);
  assert.deepEqual([...header.subarray(8)], [1, 3, 0, 0, 0], "1-bit palette, not interlaced");
  const palette = (chunks.get("PLTE")?.toString("hex").match(/.{6}/g) ?? []).map((c) => `#${c}`);
  const raw = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const length = 1 + Math.ceil(size / 8);
  assert.equal(raw.length, size * length);
  const pixels = new Uint8Array(size * size);
  for (let y = 0; y < size; y++) {
    const filter = raw[y * length] as number;
    assert.ok(filter === 0 || filter === 2, "a row as it is, or the difference from the one above");
    for (let i = y * length + 1; i < (y + 1) * length; i++) {
      if (filter === 2 && y > 0) raw[i] = (raw[i] as number) + (raw[i - length] as number);
    }
    for (let x = 0; x < size; x++) {
      const byte = raw[y * length + 1 + (x >> 3)] as number;
      pixels[y * size + x] = (byte >> (7 - (x & 7))) & 1;
    }
  }
  return { size, palette, pixels };
}

type Rectangle = { x: number; y: number; width: number; height: number };

function paint(side: number, scale: number, rectangles: Rectangle[]): Picture {
  const width = Math.round(side * scale);
  const pixels = new Float32Array(width * width).fill(255);
  for (const { x, y, width: w, height: h } of rectangles) {
    for (let py = Math.round(y * scale); py < Math.round((y + h) * scale); py++) {
      pixels.fill(0, py * width + Math.round(x * scale), py * width + Math.round((x + w) * scale));
    }
  }
  return { width, height: width, pixels };
}

/** One stroked path of horizontal lines on a background. */
export function rasteriseSvg(svg: string, scale: number) {
  const shape =
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" lang="en" width="(\d+)" height="\1" viewBox="0 0 (\d+) \2" shape-rendering="crispEdges"><title>([^<]+)<\/title><rect width="\2" height="\2" fill="(#[0-9a-f]{6})"\/><path stroke="(#[0-9a-f]{6})" d="([Mmh0-9. -]+)"\/><\/svg>$/.exec(
      svg,
    );
  assert.ok(shape, `an unexpected drawing: ${svg.slice(0, 200)}`);
  const [, size, side, title, background, foreground, path = ""] = shape;
  const rectangles: Rectangle[] = [];
  let x = 0;
  let y = 0;
  for (const [, command, first = "", second = ""] of path.matchAll(/([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === "h") {
      rectangles.push({ x, y: y - 0.5, width: Number(first), height: 1 });
      x += Number(first);
    } else {
      x = Number(first) + (command === "m" ? x : 0);
      y = Number(second) + (command === "m" ? y : 0);
    }
  }
  const picture = paint(Number(side), scale, rectangles);
  return { size: Number(size), title, background, foreground, picture };
}

/** A page of filled rectangles; every object is looked up through the cross-reference table. */
export function rasterisePdf(bytes: Uint8Array, scale: number) {
  const file = Buffer.from(bytes).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const table = file.slice(start);
  const offsets = [...table.matchAll(/(\d{10}) \d{5} n \n/g)].map((match) => Number(match[1]));
  const object = (id: number): string => {
    const text = file.slice(offsets[id - 1]);
    assert.ok(text.startsWith(`${id} 0 obj\n`), `object ${id} is where the table says`);
    return text.slice(0, text.indexOf("endobj"));
  };
  const textIn = (id: number, key: string) => {
    const [, hex = ""] = new RegExp(`/${key} <feff([\\da-f]+)>`).exec(object(id)) ?? [];
    return Buffer.from(hex, "hex").swap16().toString("utf16le");
  };
  assert.match(object(1), /\/Type\/Catalog\/Pages 2 0 R.*\/Lang\(en\)/);
  const [, info] = /\/Info (\d+) 0 R/.exec(table) ?? [];
  const title = textIn(Number(info), "Title");
  assert.match(object(7), /\/S\/Figure\/P 6 0 R\/Pg 3 0 R\/K 0/);
  assert.equal(textIn(7, "Alt"), title);
  assert.match(object(2), /\/Type\/Pages\/Kids\[3 0 R\]\/Count 1/);
  const points = Number(/\/MediaBox\[0 0 ([\d.]+) \1\]/.exec(object(3))?.[1]);
  const [head, length] = /^[\s\S]*?\/Length (\d+)>>stream\n/.exec(file.slice(offsets[3])) ?? [""];
  const from = offsets[3]! + head.length;
  const content = inflateSync(bytes.subarray(from, from + Number(length))).toString("latin1");

  const [, factor, top] = /^\/Figure<<\/MCID 0>>BDC\n([\d.]+) 0 0 -\1 0 ([\d.]+) cm\n/.exec(content) ?? [];
  assert.equal(Number(top), points, "drawn from the top of the page");
  const side = Math.round(points / Number(factor));
  const colors = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g)].map(
    ([, ...channels]) =>
      `#${channels
        .map((c) =>
          Math.round(Number(c) * 255)
            .toString(16)
            .padStart(2, "0"),
        )
        .join("")}`,
  );
  const all = [...content.matchAll(/(\d+) (\d+) (\d+) (\d+) re/g)].map(([, x, y, w, h]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(w),
    height: Number(h),
  }));
  assert.deepEqual(all[0], { x: 0, y: 0, width: side, height: side }, "the background first");
  const picture = paint(side, scale, all.slice(1));
  const [background, foreground] = colors;
  return { millimetres: (points / 72) * 25.4, title, background, foreground, picture };
}
