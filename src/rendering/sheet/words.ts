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
