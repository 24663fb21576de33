import { crc32 } from "node:zlib";
import type { Color } from "./colors.ts";

/** The chunks of a PNG file. */

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(type: string, data: Uint8Array = new Uint8Array(0)): Buffer {
  const out = Buffer.allocUnsafe(data.length + 12);
  out.writeUInt32BE(data.length);
  out.write(type, 4, "latin1");
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

export interface PngHeader {
  width: number;
  height: number;
  /** Bits per channel or palette index. */
  bits: number;
  /** 2: RGB; 3: palette; 6: RGBA. */
  kind: 2 | 3 | 6;
}

export function header({ width, height, bits, kind }: PngHeader): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bits;
  data[9] = kind;
  return chunk("IHDR", data);
}

export const palette = (colors: readonly Color[]): Buffer =>
  chunk("PLTE", Buffer.from(colors.flatMap(({ red, green, blue }) => [red, green, blue])));

/** Pixels per metre in both directions for this size and width. */
export function density(size: number, millimetres: number): Buffer {
  const data = Buffer.alloc(9);
  const dots = Math.round((size * 1000) / millimetres);
  data.writeUInt32BE(dots, 0);
  data.writeUInt32BE(dots, 4);
  data[8] = 1; // the unit is the metre
  return chunk("pHYs", data);
}
