import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { MAX_LOGO_BYTES } from "../../src/rendering/style.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import { createSymbol, eachRun } from "../../src/rendering/symbol.ts";
import { chunk, claims } from "./support/png-chunks.ts";

const drawn = (() => {
  const canvas = createCanvas(600, 300);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0088cc";
  context.fillRect(50, 50, 500, 200);
  return canvas;
})();

const jpeg = drawn.toBuffer("image/jpeg", 90);

/** Draws another QR code, for a logo that contains one. */
function codeOf(color: string): string {
  let path = "";
  eachRun(createSymbol("https://example.com/other", "M"), (x, y, length) => {
    path += `M${x + 6} ${y + 6}h${length}v1h-${length}z`;
  });
  return `<path fill="${color}" d="${path}"/>`;
}

const svg = (inner: string, root = 'viewBox="0 0 100 50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`);

const colorAt = async (png: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)];
};

describe("readLogo", () => {
  it("accepts PNG, JPEG and WebP, and encodes them as PNG no larger than drawn", async () => {
    for (const type of ["image/png", "image/jpeg", "image/webp"] as const) {
      const bytes = type === "image/png" ? drawn.toBuffer(type) : drawn.toBuffer(type, 90);
      const { png, width, height } = await readLogo(bytes);
      assert.deepEqual([width, height], [512, 256], type);
      assert.equal(Buffer.from(png).toString("latin1", 1, 4), "PNG");
      const [red, green, blue] = await colorAt(png, 256, 128);
      assert.ok(red! < 20 && Math.abs(green! - 0x88) < 12 && Math.abs(blue! - 0xcc) < 12, type);
    }
  });

  it("is idempotent, so that an exported and imported logo is the same", async () => {
    const shape = svg('<circle cx="50" cy="25" r="24" fill="#13c573" opacity=".5"/>');
    for (const bytes of [shape, drawn.toBuffer("image/png"), drawn.toBuffer("image/webp", 90)]) {
      const { png } = await readLogo(bytes);
      assert.deepEqual((await readLogo(png)).png, png);
    }
  });

  it("keeps only the pixels of the file", async () => {
    const secret = "GPS 52.5200 13.4050";
    const withText = claims(40, 40, [chunk("tEXt", Buffer.from(`Comment\0${secret}`))]);
    const exif = await sharp(drawn.toBuffer("image/png"))
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    assert.ok(exif.includes(secret));
    for (const bytes of [withText, exif]) {
      assert.ok(!Buffer.from((await readLogo(bytes)).png).includes(secret));
    }
  });

  it("rasterises an SVG with gradients, clips, classes and uses", async () => {
    const { png, width, height } = await readLogo(
      svg(
        `<style>.a{fill:#ff0000}</style><defs><clipPath id="c"><rect x="50" width="50" height="50"/></clipPath></defs>` +
          `<rect id="r" class="a" width="20" height="50"/><use href="#r" x="30"/>` +
          `<g clip-path="url(#c)"><rect width="100" height="50" fill="#0000ff"/></g>`,
      ),
    );
    assert.deepEqual([width, height], [512, 256]);
    assert.deepEqual(await colorAt(png, 50, 128), [255, 0, 0, 255], "the class");
    assert.deepEqual(await colorAt(png, 200, 128), [255, 0, 0, 255], "the use");
    assert.deepEqual(await colorAt(png, 400, 128), [0, 0, 255, 255], "the clip");
    assert.equal((await colorAt(png, 120, 128))[3], 0, "nothing else");
  });

  const nested = Array.from({ length: 20 }, (_, i) =>
    i === 0
      ? '<g id="a0"><rect width="9" height="9"/></g>'
      : `<g id="a${i}"><use href="#a${i - 1}"/><use href="#a${i - 1}"/></g>`,
  ).join("");

  for (const [what, bytes, fault] of [
    ["text", Buffer.from("hello"), "type"],
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00"), "type"],
    ["HTML", Buffer.from("<html><svg></svg></html>"), "type"],
    ["nothing", Buffer.alloc(0), "type"],
    ["a file larger than 1 MiB", Buffer.alloc(MAX_LOGO_BYTES + 1), "bytes"],
    ["a PNG 4097 pixels wide", claims(4097, 1), "pixels"],
    ["a PNG that would decompress to 900 megabytes", claims(30_000, 30), "pixels"],
    ["a truncated PNG", claims(40, 40).subarray(0, 50), "content"],
    ["a PNG with damaged pixels", Buffer.from(claims(40, 40)).fill(0x55, 45, 60), "content"],
    ["a truncated JPEG", jpeg.subarray(0, jpeg.length - 2), "content"],
    ["a JPEG truncated in its header", Buffer.from("ffd8ffe000020000 00ff".replace(" ", ""), "hex"), "content"],
    ["a truncated WebP", drawn.toBuffer("image/webp", 90).subarray(0, -9), "content"],
    ["a QR code", svg(codeOf("#000000"), 'viewBox="0 0 40 40"'), "code"],
    [
      "a light QR code on a dark background",
      svg(`<rect width="40" height="40"/>${codeOf("#ffffff")}`, 'viewBox="0 0 40 40"'),
      "code",
    ],
    ["a script", svg("<script>alert(1)</script>"), "unsafe"],
    ["an event handler", svg('<rect onload="alert(1)" width="9" height="9"/>'), "unsafe"],
    ["a foreign object", svg("<foreignObject><b>x</b></foreignObject>"), "unsafe"],
    ["an external image", svg('<image href="https://example.com/a.png"/>'), "unsafe"],
    ["a file of the server", svg('<use href="file:///etc/passwd#a"/>'), "unsafe"],
    ["an external style", svg('<rect style="fill:url(https://x/#a)"/>'), "unsafe"],
    ["an escaped reference", svg('<rect fill="u\\rl(https://x/)"/>'), "unsafe"],
    ["a link", svg('<a href="https://example.com"><rect/></a>'), "unsafe"],
    ["entities", Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 9 9">&a;</svg>'), "unsafe"],
    ["letters", svg("<text>Logo</text>"), "text"],
    ["a use that contains itself", svg('<g id="a"><use href="#a"/></g>'), "empty"],
    ["a million uses of one shape", svg(nested), "content"],
    ["groups 10,000 deep", svg("<g>".repeat(10_000) + "</g>".repeat(10_000)), "content"],
    ["tags that do not close", svg("<g><g></g>"), "content"],
    ["an SVG without a size", svg("<rect/>", ""), "empty"],
    ["an empty SVG", svg(""), "empty"],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(readLogo(bytes), { name: "BadLogo", fault });
    });
  }
});
