import type { CallAction } from "./action.ts";
import { decode } from "./uri.ts";

/** Separators between digits, and invisible marks that are copied along with a number. */
const FILLING = /[\p{Zs}\p{Cf}().\-‐-―−/_~]/gu;

/** Phones dial ASCII digits; people write those of their script. */
function asciiDigit(digit: string): string {
  const plain = digit.normalize("NFKC");
  if (/\d/.test(plain)) return plain;
  // The ten digits of a script are consecutive, starting with zero.
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** The characters to dial (`+`, digits, `*`, `#`, and `,` for a pause), or null if it is not a number. */
export function dialable(text: string): string | null {
  if (text.length > 100) return null;
  const plain = text.replace(/\p{Nd}/gu, asciiDigit);
  const [main = "", ...parameters] = plain.replace(/[\s,]*(?:ext\.?|x)\s*(?=\d+$)/i, ",").split(";");
  const trunk = /^[\p{Zs}\p{Cf}]*\+/u.test(main) ? main.replace("(0)", "") : main;
  const number = trunk.replace(FILLING, "");
  const digits = number.replace(/\D/g, "").length;
  if (!/^\+?[\d*#,]+$/.test(number) || digits < 2 || digits > 32) return null;
  const extension = parameters.find((parameter) => /^ext=\d+$/i.test(parameter));
  return extension ? `${number},${extension.slice(4)}` : number;
}

function telHref(number: string): string {
  return `tel:${number.replaceAll("#", "%23")}`;
}

/** Country codes (ITU-T E.164): of one or two digits if listed, otherwise of three. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4,}$)/;

/**
 * The number for display, as its owner grouped it. An ungrouped number only has its country code set apart, because the
 * length of area codes differs by country.
 */
export function shownNumber(text: string): string {
  return text
    .split(";")[0]!
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(COUNTRY_CODE, "+$1 ");
}

export function readPhone(content: string): CallAction | null {
  const scheme = /^\s*tel:(?:\/\/)?/i.exec(content);
  const text = (scheme ? decode(content.slice(scheme[0].length)) : content).trim();
  const number = dialable(text);
  if (number === null) return null;
  // Spaces are not allowed in a tel: URI.
  return { kind: "call", number: shownNumber(scheme ? text.replaceAll("-", " ") : text), href: telHref(number) };
}
