import type { Level } from "../shared/vocabulary.ts";

/** What can be wrong with a request to draw; entry points turn these into answers. */
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
    super("A colour is written #RRGGBB.");
  }
}
