import { crc32 } from "node:zlib";
import { BadLogo } from "../errors.ts";

/** What an image's first bytes say, read before anything is decoded. */
export type LogoType = "png" | "jpeg" | "webp" | "svg";

export interface Dimensions {
  width: number;
  height: number;
}

export function typeOf(bytes: Buffer): LogoType {
  if (bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  const tag = (at: number) => bytes.toString("latin1", at, at + 4);
  if (tag(0) === "RIFF" && tag(8) === "WEBP") return "webp";
  if (/^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg[\s>])/i.test(bytes.toString("utf8", 0, 256))) {
    return "svg";
  }
  throw new BadLogo("type");
}

/** Chunks that affect how pixels are shown; others, such as compressed text, are removed. */
const PNG_CHUNKS = ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"];

/** The PNG without unneeded chunks. */
export function barePng(bytes: Buffer): { bytes: Buffer } & Dimensions {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (end > bytes.length || (at === 8 && name !== "IHDR")) throw new BadLogo("content");
    if (PNG_CHUNKS.includes(name)) {
      // The decoder would show what is left of a damaged image.
      const isSound = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
      if (!isSound) throw new BadLogo("content");
      parts.push(bytes.subarray(at, end));
    }
    at = end;
    if (name === "IEND") break;
  }
  const head = parts[1];
  if (head?.length !== 25) throw new BadLogo("content");
  const [width, height] = [head.readUInt32BE(8), head.readUInt32BE(12)];
  return { bytes: Buffer.concat(parts), width, height };
}

/** More passes than this are an attack on decoding time. */
const MAX_SCANS = 64;

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export function jpegDimensions(bytes: Buffer): Dimensions {
  let found: Dimensions | undefined;
  let scans = 0;
  let isWhole = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) {
      // Inside a scan: skip to the next marker that is neither a restart nor escaped data.
      at = bytes.indexOf(0xff, at);
      if (at < 0) break;
    }
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    const standsAlone = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    if (standsAlone) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    isWhole = marker === 0xd9;
    if (isWhole || at + 4 > bytes.length) break;
    if (marker === 0xda && ++scans > MAX_SCANS) throw new BadLogo("complex");
    if (isFrameHeader(marker) && at + 9 <= bytes.length) {
      // A second frame header would override the first.
      if (found) throw new BadLogo("content");
      found = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  // The decoder would show what is left of a truncated image.
  if (!found || !isWhole) throw new BadLogo("content");
  return found;
}

export function webpDimensions(bytes: Buffer): Dimensions {
  const sizes: Dimensions[] = [];
  const isCut = bytes.readUInt32LE(4) + 8 > bytes.length;
  if (isCut) throw new BadLogo("content");
  for (let at = 12; at + 18 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    const name = bytes.toString("latin1", at, at + 4);
    if (name === "VP8X") {
      sizes.push({ width: 1 + bytes.readUIntLE(body + 4, 3), height: 1 + bytes.readUIntLE(body + 7, 3) });
    } else if (name === "VP8 ") {
      sizes.push({ width: bytes.readUInt16LE(body + 6) & 0x3fff, height: bytes.readUInt16LE(body + 8) & 0x3fff });
    } else if (name === "VP8L") {
      const packed = bytes.readUInt32LE(body + 1);
      sizes.push({ width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) });
    }
    // Animations have frames with sizes of their own.
    else if (name === "ANIM" || name === "ANMF") throw new BadLogo("type");
    if (body + length > bytes.length) throw new BadLogo("content");
    at = body + length + (length % 2);
  }
  if (sizes.length === 0) throw new BadLogo("content");
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
}
