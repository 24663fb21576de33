import { isPlain, PLAIN, type Style, wholeStyle } from "../rendering/style.ts";

/** A look as the store keeps it: JSON of the known fields, in one order. A plain one is null. */
export function writeStyle(style: Style): string | null {
  const known = wholeStyle(style);
  return isPlain(known) ? null : JSON.stringify(known);
}

/** What a later release adds to looks has its default in those kept from before. */
export const readStyle = (text: string | null): Style =>
  text === null ? PLAIN : { ...PLAIN, ...(JSON.parse(text) as Partial<Style>) };
