import type { TextBox } from "../styled/frame-forms.ts";
import { missingLetters, type PlacedLetter, placeLetters, textWidth } from "../styled/text.ts";
import { type Box, CAPITALS } from "./layout.ts";

/** Removes characters that the font has no glyph for, and collapses spaces. */
export function drawable(text: string): string {
  const missing = new Set(missingLetters(text));
  const kept = [...text.normalize("NFC")].filter((letter) => !missing.has(letter)).join("");
  return kept.replace(/\s+/g, " ").trim();
}

/** Wraps to at most this many lines; text that does not fit ends with an ellipsis. */
export function wrapped(text: string, width: number, capHeight: number, most: number): string[] {
  const fits = (line: string) => textWidth(line, capHeight) <= width;
  const lines: string[] = [];
  let words = text.split(" ").filter((word) => word !== "");
  while (words.length > 0 && lines.length < most) {
    let count = 1;
    while (count < words.length && fits(words.slice(0, count + 1).join(" "))) count += 1;
    const isLast = lines.length === most - 1;
    const line = words.slice(0, isLast ? undefined : count).join(" ");
    lines.push(shortened(line, fits));
    words = isLast ? [] : words.slice(count);
  }
  return lines;
}

function shortened(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  const letters = [...line];
  let length = letters.length;
  const cut = () => `${letters.slice(0, length).join("").trimEnd()}…`;
  while (length > 1 && !fits(cut())) length -= 1;
  return cut();
}

/** Lines of equal height, aligned to the bottom of the box and centred. */
export function placeLines(lines: readonly string[], box: Box, lineHeight: number): PlacedLetter[] {
  const from = box.y + box.height - lines.length * lineHeight;
  return lines.flatMap((line, i) =>
    placeLetters(line, {
      x: box.x + box.width / 2,
      y: from + (i + 0.5) * lineHeight,
      width: box.width,
      capHeight: lineHeight * CAPITALS,
    }),
  );
}

/** As few lines of whole words as fit, of about equal width; null if a word or the text is too long. */
export function wholeLines(text: string, width: number, capHeight: number, most: number): string[] | null {
  const words = text.split(" ").filter((word) => word !== "");
  const broken = (within: number): string[] | null => {
    const lines: string[] = [];
    for (const word of words) {
      const last = lines.at(-1);
      if (textWidth(word, capHeight) > within) return null;
      if (last !== undefined && textWidth(`${last} ${word}`, capHeight) <= within)
        lines[lines.length - 1] += ` ${word}`;
      else lines.push(word);
    }
    return lines;
  };
  let lines = broken(width);
  if (!lines || lines.length > most) return null;
  for (let share = 0.95; share > 0.4; share -= 0.05) {
    const narrower = broken(width * share);
    if (narrower?.length !== lines.length) break;
    lines = narrower;
  }
  return lines;
}

export type Align = "left" | "centre";

/** A line whose box begins at `x`, centred on `y`. A wider one is set smaller. */
export function alignedLine(text: string, box: TextBox, align: Align): PlacedLetter[] {
  const shown = align === "left" ? Math.min(box.width, textWidth(text, box.capHeight)) : box.width;
  return placeLetters(text, { ...box, x: box.x + shown / 2 });
}
