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

/** The number for display, without its scheme. */
export function shownNumber(text: string): string {
  return text
    .split(";")[0]!
    .replace(/\p{Cf}/gu, "")
    .trim();
}

export function readPhone(content: string): CallAction | null {
  const scheme = /^\s*tel:(?:\/\/)?/i.exec(content);
  const text = (scheme ? decode(content.slice(scheme[0].length)) : content).trim();
  const number = dialable(text);
  if (number === null) return null;
  return { kind: "call", number: shownNumber(text), href: telHref(number) };
}
