import type { Level } from "../shared/vocabulary.ts";

/** Errors of a drawing request; entry points turn them into answers. */
export class TextTooLong extends Error {
  override name = "TextTooLong";
  constructor(level: Level) {
    super(`The content does not fit a QR symbol at error correction level ${level}.`);
  }
}

export class SizeTooSmall extends Error {
  override name = "SizeTooSmall";
  readonly smallest: number;
  constructor(smallest: number) {
    super(`The symbol needs at least ${smallest} pixels to have modules of whole pixels.`);
    this.smallest = smallest;
  }
}

export class BadColor extends Error {
  override name = "BadColor";
  constructor() {
    super("A colour must be written as #RRGGBB.");
  }
}

export class LetterMissing extends Error {
  override name = "LetterMissing";
  readonly letters: readonly string[];
  constructor(letters: readonly string[]) {
    super(`A frame's text cannot have ${letters.map((letter) => `"${letter}"`).join(", ")}.`);
    this.letters = letters;
  }
}

export class LogoTooLarge extends Error {
  override name = "LogoTooLarge";
  constructor() {
    super("The symbol is too small for a logo of this size.");
  }
}

/** Why an uploaded picture cannot be a logo, as it reads on from "The logo". */
export const LOGO_FAULTS = {
  type: "must be a PNG, JPEG, WebP or SVG image",
  bytes: "must be at most 1 MiB",
  pixels: "must be at most 4096 pixels wide and high",
  content: "is damaged and cannot be read",
  unsafe: "must contain shapes only: no scripts, no external references, no foreign objects",
  text: "must have its text converted to outlines: an SVG logo has no fonts",
  complex: "is too complex",
  empty: "is empty",
  code: "contains a QR code, which readers would read instead of yours",
} as const;
export type LogoFault = keyof typeof LOGO_FAULTS;

export class BadLogo extends Error {
  override name = "BadLogo";
  readonly fault: LogoFault;
  constructor(fault: LogoFault) {
    super(`The logo ${LOGO_FAULTS[fault]}.`);
    this.fault = fault;
  }
}

const TYPES = [BadColor, BadLogo, LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong];

/** Restores the class of an error from a thread and rethrows it. */
export function withItsType(error: unknown): never {
  const type = TYPES.find(({ name }) => error instanceof Error && name === error.name);
  throw type ? Object.setPrototypeOf(error, type.prototype) : error;
}
