import { LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong } from "../rendering/errors.ts";
import type { FieldProblem } from "../shared/errors.ts";

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
