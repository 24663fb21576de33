/** Reads ZIP files by their central directory at the end, as every program does. */
import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  assert.ok(end >= 0, "the end of the directory");
  const files = new Map<string, Buffer>();
  const { count, start } = directoryAt(file, end);
  let at = start;
  for (let left = count; left > 0; left--) {
    assert.equal(file.readUInt32LE(at), 0x02014b50, "an entry of the directory");
    const method = file.readUInt16LE(at + 10);
    const sum = file.readUInt32LE(at + 16);
    const packed = file.readUInt32LE(at + 20);
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(from, from + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    assert.equal(crc32(content), sum, name);
    files.set(name, content);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return files;
}

function directoryAt(file: Buffer, end: number): { count: number; start: number } {
  const count = file.readUInt16LE(end + 10);
  if (count < 0xffff) return { count, start: file.readUInt32LE(end + 16) };
  assert.equal(file.readUInt32LE(end - 20), 0x07064b50, "where the large end is");
  const large = Number(file.readBigUInt64LE(end - 12));
  assert.equal(file.readUInt32LE(large), 0x06064b50, "the large end of the directory");
  const [counted, start] = [large + 32, large + 48].map((at) => Number(file.readBigUInt64LE(at)));
  return { count: counted!, start: start! };
}
