import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderImage } from "../../src/rendering/image.ts";
import { createZip, type Zip } from "../../src/shared/zip.ts";
import { unzip } from "../dashboard/unzip.ts";

const AT = Date.UTC(2026, 4, 6, 7, 8, 10);
const PLAIN = { modifiedAt: AT, compress: false };

async function written(fill: (zip: Zip) => AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of fill(createZip())) parts.push(part);
  return Buffer.concat(parts);
}

describe("createZip", () => {
  it("gives back what was put in, stored, packed and in pieces", async () => {
    async function* pieces() {
      for (let i = 0; i < 1_000; i++) yield `line ${i} of grüße\n`;
      yield Buffer.from([0, 255]);
    }
    const text = Buffer.from("again and ".repeat(1_000));
    const file = await written(async function* (zip) {
      yield* zip.file("a.bin", text, PLAIN);
      yield* zip.file("漢字/b.txt", text, { ...PLAIN, compress: true });
      yield* zip.stream("c.csv", pieces(), AT);
      yield* zip.file("empty", Buffer.alloc(0), PLAIN);
      yield* zip.end();
    });
    const files = unzip(file);
    assert.deepEqual([...files.keys()], ["a.bin", "漢字/b.txt", "c.csv", "empty"]);
    assert.deepEqual(files.get("a.bin"), text);
    assert.deepEqual(files.get("漢字/b.txt"), text);
    assert.match(files.get("c.csv")!.toString(), /^line 0 of grüße\n[\s\S]*line 999 of grüße\n/);
    assert.equal(files.get("empty")!.length, 0);
    assert.ok(file.length < 2 * text.length, "what repeats is packed");
  });

  it("of a file that is left unfinished, ends what it is made of", async () => {
    let isEnded = false;
    async function* pieces() {
      try {
        while (true) yield Buffer.alloc(65_536, Math.random().toString());
      } finally {
        isEnded = true;
      }
    }
    const parts = createZip().stream("endless", pieces(), AT);
    for (let i = 0; i < 3; i++) await parts.next();
    await parts.return(undefined);
    assert.ok(isEnded);
  });

  it("tells when what a file is made of fails", async () => {
    async function* pieces() {
      yield "a";
      throw new Error("The disk is gone.");
    }
    const reading = written((zip) => zip.stream("a", pieces(), AT));
    await assert.rejects(reading, /The disk is gone/);
  });

  it("keeps nothing of what has been given, nor of how it was packed", async () => {
    const look = { size: 1024, foreground: "#000000", background: "#ffffff", level: "M" } as const;
    const zip = createZip();
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 500; i++) {
      const text = `https://example.com/r/${i}`;
      const png = renderImage({ ...look, text, format: "png" });
      const svg = Buffer.from(renderImage({ ...look, text, format: "svg" }));
      for await (const _ of zip.file(`${i}.png`, png, PLAIN));
      for await (const _ of zip.file(`${i}.svg`, svg, { ...PLAIN, compress: true }));
    }
    const kilobytes = (process.memoryUsage().arrayBuffers - before) / 1024 / 500;
    assert.ok(kilobytes < 10, `${kilobytes} KB a code`);
  });

  it("holds more files than the first fields can count", async () => {
    const count = 65_536;
    const file = await written(async function* (zip) {
      for (let i = 0; i < count; i++) yield* zip.file(`${i}`, Buffer.alloc(0), PLAIN);
      yield* zip.end();
    });
    assert.equal(unzip(file).size, count);
  });
});
