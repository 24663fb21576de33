/** What looks mean for codes that are made or changed. src/looks knows the rules themselves. */

import { LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong } from "../rendering/errors.ts";
import { isPlain, PLAIN, type Style, wholeStyle } from "../rendering/style.ts";
import type { FieldProblem } from "../shared/errors.ts";
import type { Code } from "../store/code-store.ts";
import type { Draft } from "./draft.ts";

export interface LookRules {
  /** What is wrong with a code that has a look, once `changed` of it are as they are here. */
  problemsOf(code: Code, changed: readonly string[]): Promise<FieldProblem[]>;
  /** The look of each new code; undefined: the store gives its owner's default one. */
  looksFor(ownerId: string, drafts: readonly Draft[]): Promise<(string | null)[] | undefined>;
}

/** What the verdict on a look depends on, beside the look itself. */
export const DRAWN = ["foregroundColor", "backgroundColor", "errorCorrection", "size"] as const;

export type Drawn = Pick<Code, (typeof DRAWN)[number]>;

/** Whether a verdict on the one holds for the other. */
export const isDrawnAlike = (one: Drawn & { style: string | null }, other: typeof one): boolean =>
  one.style === other.style && DRAWN.every((field) => one[field] === other[field]);

/** What is wrong with a request to draw, fields of the look below `prefix`; anything else is thrown. */
export function drawingProblem(error: unknown, prefix: string): FieldProblem {
  if (error instanceof LetterMissing) {
    const letters = error.letters.map((letter) => `"${letter.toWellFormed()}"`).join(", ");
    const message = `cannot have ${letters}: a frame's text is Latin, Cyrillic or Greek`;
    return { field: `${prefix}frame.text`, message };
  }
  if (error instanceof LogoTooLarge) {
    const message = "is too large for this code: its text leaves no space for such a logo";
    return { field: `${prefix}logo.scale`, message };
  }
  if (error instanceof SizeTooSmall) {
    const message = `is too small for this code: the smallest that works is ${error.smallest}`;
    return { field: "size", message };
  }
  if (error instanceof TextTooLong) return { field: "content", message: error.message };
  throw error;
}

/** A look as the store keeps it: JSON of the known fields, in one order. A plain one is null. */
export function writeStyle(style: Style): string | null {
  const known = wholeStyle(style);
  return isPlain(known) ? null : JSON.stringify(known);
}

/** What a later release adds to looks has its default in those kept from before. */
export const readStyle = (text: string | null): Style =>
  text === null ? PLAIN : { ...PLAIN, ...(JSON.parse(text) as Partial<Style>) };
