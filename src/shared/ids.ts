import { randomBytes } from "node:crypto";

const TOKEN_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const TOKEN_LENGTH = 12;
const MAX_COUNTER = 0xfff;

/** The token of a share URL: base32 without 0, o, 1 and l, which look alike. */
export function createToken(): string {
  return Array.from(randomBytes(TOKEN_LENGTH), (byte) => TOKEN_ALPHABET[byte & 31]).join("");
}

const TOKEN_SHAPE = new RegExp(`^[${TOKEN_ALPHABET}]{${TOKEN_LENGTH}}$`);

/** Tokens imported from other products are case-sensitive. */
const GIVEN_SHAPE = /^[A-Za-z0-9_-]{1,40}$/;

/** Whether it has, in lower case, the shape of a token created here. */
export const isNativeToken = (token: string): boolean => TOKEN_SHAPE.test(token);

/**
 * Tokens created here are also printed in upper case, so case does not matter; imported ones are used as they are.
 * Null if it cannot be a token.
 */
export function readToken(text: string): string | null {
  const token = text.toLowerCase();
  if (TOKEN_SHAPE.test(token)) return token;
  return GIVEN_SHAPE.test(text) ? text : null;
}

/**
 * UUIDs of version 7: ordered by time within a process, unique across nodes by 62 random bits. If the clock steps
 * back, ids continue from the latest time seen; `floor` (Unix ms) is the latest time before this process.
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

export const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID_SHAPE.test(text);

/** The Unix ms in a time-ordered id, which may be ahead of a clock that stepped back. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The lowest possible id at this Unix ms. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
