/** Applies the rules of src/looks to codes that are created or changed. */

import { LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong } from "../rendering/errors.ts";
import { isPlain, PLAIN, type Style, wholeStyle } from "../rendering/style.ts";
import type { FieldProblem } from "../shared/errors.ts";
import type { Code } from "./code.ts";
import type { Draft } from "./draft.ts";

export interface LookRules {
  /** Problems of a styled code after the given fields have changed. */
  problemsOf(code: Code, changed: readonly string[]): Promise<FieldProblem[]>;
  /** The look of each new code; undefined: the store assigns the default of the workspace. */
  looksFor(workspaceId: string, drafts: readonly Draft[]): Promise<(string | null)[] | undefined>;
}

/** The fields, besides the look itself, that a verdict depends on. */
export const DRAWN = ["foregroundColor", "backgroundColor", "errorCorrection", "size"] as const;

export type Drawn = Pick<Code, (typeof DRAWN)[number]>;

/** Whether a verdict on one also applies to the other. */
export const isDrawnAlike = (one: Drawn & { style: string | null }, other: typeof one): boolean =>
  one.style === other.style && DRAWN.every((field) => one[field] === other[field]);

/** Problems of a drawing request, with fields of the look below `prefix`; rethrows anything else. */
export function drawingProblem(error: unknown, prefix: string): FieldProblem {
  if (error instanceof LetterMissing) {
    const letters = error.letters.map((letter) => `"${letter.toWellFormed()}"`).join(", ");
    const message = `contains ${letters}, which the frame cannot show: use Latin, Cyrillic or Greek letters`;
    return { field: `${prefix}frame.text`, message };
  }
  if (error instanceof LogoTooLarge) {
    const message = "is too large for this code: its content leaves no space for a logo of this size";
    return { field: `${prefix}logo.scale`, message };
  }
  if (error instanceof SizeTooSmall) {
    const message = `is too small for this code: the smallest size that works is ${error.smallest}`;
    return { field: "size", message };
  }
  if (error instanceof TextTooLong)
    return { field: "content", message: "does not fit a QR code at this error correction level" };
  throw error;
}

/** A look as stored: JSON of the known fields in a fixed order; null if plain. */
export function writeStyle(style: Style): string | null {
  const known = wholeStyle(style);
  return isPlain(known) ? null : JSON.stringify(known);
}

/** Fields added by later releases get their default. */
export const readStyle = (text: string | null): Style =>
  text === null ? PLAIN : { ...PLAIN, ...(JSON.parse(text) as Partial<Style>) };
