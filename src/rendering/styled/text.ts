import { readFileSync } from "node:fs";
import { LetterMissing } from "../errors.ts";
import type { TextBox } from "./frame-forms.ts";
import type { Path } from "./path.ts";

interface Font {
  unitsPerEm: number;
  capHeight: number;
  /** What is added between two letters, by the pair. */
  kerning: Record<string, number>;
  /** By letter: how far the next one is, and an outline of lines and quadratic curves. */
  glyphs: Record<string, [advance: number, outline: string]>;
}

let known: Font | undefined;

/** Read when the first text is drawn. Made by `npm run font`. */
function font(): Font {
  known ??= JSON.parse(readFileSync(new URL("./font/manrope.json", import.meta.url), "utf8")) as Font;
  return known;
}

/** Accents as one letter where there is one, and no space at the ends. */
const asDrawn = (text: string): string[] => [...text.normalize("NFC").trim()];

/** The letters of a text that no outline is known of, such as signs of other alphabets and emoji. */
export const missingLetters = (text: string): string[] => [
  ...new Set(asDrawn(text).filter((letter) => !Object.hasOwn(font().glyphs, letter))),
];

/** Adds a letter's outline; quadratic curves become cubic ones, which PDF knows. */
function addOutline(path: Path, outline: string, left: number, base: number, scale: number): void {
  let [atX, atY] = [0, 0];
  for (const [, command, numbers = ""] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    if (command === "Z") {
      path.push({ to: "close" });
      continue;
    }
    const values = numbers.split(" ").map(Number);
    const [endX, endY] = values.slice(-2) as [number, number];
    const x = left + endX * scale;
    const y = base + endY * scale;
    if (command === "Q") {
      const [controlX, controlY] = values as [number, number];
      const between = (from: number, control: number) => from + (2 / 3) * (control - from);
      path.push({
        to: "curve",
        x1: left + between(atX, controlX) * scale,
        y1: base + between(atY, controlY) * scale,
        x2: left + between(endX, controlX) * scale,
        y2: base + between(endY, controlY) * scale,
        x,
        y,
      });
    } else path.push({ to: command === "M" ? "move" : "line", x, y });
    [atX, atY] = [endX, endY];
  }
}

interface Line {
  places: { letter: string; x: number }[];
  /** In the font's own units. */
  width: number;
}

function lineOf(text: string): Line {
  const missing = missingLetters(text);
  if (missing.length > 0) throw new LetterMissing(missing);
  const { glyphs, kerning } = font();
  const places: Line["places"] = [];
  let width = 0;
  let before = "";
  for (const letter of asDrawn(text)) {
    width += kerning[before + letter] ?? 0;
    places.push({ letter, x: width });
    width += glyphs[letter]![0];
    before = letter;
  }
  return { places, width };
}

/** How wide a line of text is with capitals of this height. */
export const textWidth = (text: string, capHeight: number): number =>
  (lineOf(text).width * capHeight) / font().capHeight;

/** Where a letter's outline goes: its left end on the line that it stands on. */
export interface PlacedLetter {
  letter: string;
  x: number;
  y: number;
  /** From the font's own units. */
  scale: number;
}

export function placeLetters(text: string, box: TextBox): PlacedLetter[] {
  const { capHeight } = font();
  const { places, width } = lineOf(text);
  if (width === 0) return [];
  const scale = Math.min(box.capHeight / capHeight, box.width / width);
  const left = box.x - (width * scale) / 2;
  const y = box.y + (capHeight * scale) / 2;
  return places.map(({ letter, x }) => ({ letter, x: left + x * scale, y, scale }));
}

export function lettersPath(letters: readonly PlacedLetter[]): Path {
  const path: Path = [];
  for (const { letter, x, y, scale } of letters) {
    addOutline(path, font().glyphs[letter]![1], x, y, scale);
  }
  return path;
}

/** A line of text as outlines. */
export const textPath = (text: string, box: TextBox): Path => lettersPath(placeLetters(text, box));
