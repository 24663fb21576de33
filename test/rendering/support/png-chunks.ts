/** PNG files assembled by hand. */
import { crc32, deflateSync } from "node:zlib";

export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A PNG that claims this size, with or without the pixels. */
export function claims(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const data = deflateSync(Buffer.alloc(height * (width + 1), 0));
  const body = [chunk("IHDR", header), ...extra, chunk("IDAT", data)];
  return Buffer.concat([signature, ...body, chunk("IEND", Buffer.alloc(0))]);
}
