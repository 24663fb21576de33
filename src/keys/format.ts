import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** An API key: tsr_<8 base62>_<32 base62 secret + 6 base62 CRC32 of all before it>. */
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^tsr_([0-9A-Za-z]{8})_[0-9A-Za-z]{38}$/;
const CHECKSUM_LENGTH = 6;

export interface KeyText {
  text: string;
  prefix: string;
  lastFour: string;
}

export function createKeyText(): KeyText {
  const prefix = randomText(8);
  const body = `tsr_${prefix}_${randomText(32)}`;
  const text = body + checksum(body);
  return { text, prefix, lastFour: text.slice(-4) };
}

/** The key's prefix, or null if the checksum is wrong; then the store is not asked. */
export function readPrefix(text: string): string | null {
  const prefix = SHAPE.exec(text)?.[1];
  if (prefix === undefined) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH) ? prefix : null;
}

export const hashKey = (text: string): string => createHash("sha256").update(text).digest("hex");

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

const randomText = (length: number): string => Array.from({ length }, () => BASE62[randomInt(62)]).join("");
