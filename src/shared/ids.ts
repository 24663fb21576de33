import { randomBytes } from "node:crypto";
import { DAY_MS } from "./days.ts";

const TOKEN_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const TOKEN_LENGTH = 12;
const MAX_COUNTER = 0xfff;

/** The token in a share URL: base32 without 0, o, 1 and l, which people mistake for one another. */
export function createToken(): string {
  return Array.from(randomBytes(TOKEN_LENGTH), (byte) => TOKEN_ALPHABET[byte & 31]).join("");
}

const TOKEN_SHAPE = new RegExp(`^[${TOKEN_ALPHABET}]{${TOKEN_LENGTH}}$`);

/** Tokens that other products gave: these mean what they say, letter by letter. */
const GIVEN_SHAPE = /^[A-Za-z0-9_-]{1,40}$/;

/** Whether it is, in small letters, of the shape that this service gives out. */
export const isNativeToken = (token: string): boolean => TOKEN_SHAPE.test(token);

/**
 * Our own tokens are printed in upper case too, so they are read in either; those that came from another
 * product are read as they are. Null when it cannot be one.
 */
export function readToken(text: string): string | null {
  const token = text.toLowerCase();
  if (TOKEN_SHAPE.test(token)) return token;
  return GIVEN_SHAPE.test(text) ? text : null;
}

/**
 * UUIDs of version 7: ordered by time within a process, unique across nodes by 62 random bits.
 * A clock that steps back does not: the generator stays at the latest time it has seen,
 * `floor` (Unix ms) being the latest time seen before this process began.
 */
export function createIds(now: () => number, floor = 0): () => string {
  const node = randomBytes(8);
  node[0] = (node[0]! & 0x3f) | 0x80;
  const hex = node.toString("hex");
  const suffix = `-${hex.slice(0, 4)}-${hex.slice(4, 16)}`;
  let last = floor;
  let counter = 0;
  let head = "";
  return () => {
    const ms = Math.floor(now());
    if (ms > last || counter === MAX_COUNTER || head === "") {
      last = ms > last ? ms : last + 1;
      counter = 0;
      const time = last.toString(16).padStart(12, "0");
      head = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    } else {
      counter += 1;
    }
    return head + counter.toString(16).padStart(3, "0") + suffix;
  };
}

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID_SHAPE.test(text);

/** The Unix ms in a time-ordered id, which runs ahead of a clock that stepped back. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The lowest id that can be made at this Unix ms. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The lowest id that a scan of this UTC day can have. */
export const firstIdOfDay = (day: number): string => firstIdAt(day * DAY_MS);
