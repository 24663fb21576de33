import { wholeStyle } from "../../../../../src/rendering/style.ts";
import type { Nearest } from "../../../api/looks.ts";
import { type Change, changesOnto, type LookParts, lookOf } from "./parts.ts";

const WORDS: Record<string, (value: unknown) => string> = {
  "style.modules": (value) => `shapes: ${value}`,
  "style.eyeFrame": (value) => `eyes outside: ${value}`,
  "style.eyeBall": (value) => `eyes inside: ${value}`,
  "style.eyeColor": (value) => `colour of the eyes: ${value ?? "as the rest"}`,
  "style.gradient": () => "no gradient",
  "style.gradient.to": (value) => `second colour: ${value}`,
  "style.logo": () => "a smaller logo",
  "style.logo.scale": (value) => `size of the logo: ${Math.round(Number(value) * 100)} %`,
  "style.transparent": () => "with a background",
  foregroundColor: (value) => `colour of the squares: ${value}`,
  backgroundColor: (value) => `background: ${value}`,
};

const wordsFor = ({ changes }: Nearest): string =>
  changes.map(({ field, value }) => WORDS[field]?.(value) ?? field).join(", ");

/**
 * Takes what has to be changed of a look so that it scans onto what it is by then, and says what that was.
 * `change` gives false when nothing may be changed: then that is thrown, in words.
 */
export async function takeNearest(
  look: LookParts,
  find: () => Promise<Nearest>,
  change: (part: Change<LookParts>) => boolean,
): Promise<string> {
  const before = lookOf(look);
  const nearest = await find();
  const { foregroundColor, backgroundColor, style, changes } = nearest;
  const after = { ...before, foregroundColor, backgroundColor, style: wholeStyle(style) };
  if (changes.length === 0) return "It scans as it is.";
  if (!change((now) => changesOnto(now, before, after))) {
    throw new Error("Nothing was changed: the code is being saved as it is.");
  }
  return `Changed: ${wordsFor(nearest)}.`;
}
