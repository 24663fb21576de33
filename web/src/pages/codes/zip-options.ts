import type { EncodeOfMany } from "../../../../src/codes/images.ts";
import { isWithin, PIXELS } from "../../parts/print-numbers.ts";

export const FORMATS = ["png", "svg", "pdf"] as const;

interface ZipChoice {
  format: (typeof FORMATS)[number];
  encode: EncodeOfMany;
  /** A text while one types it. */
  size: number | string;
}

/** As the server is asked; null while the pixels will not do. A drawing has none, whatever was typed. */
export function zipBody(ids: string[], { format, encode, size }: ZipChoice): object | null {
  if (format === "svg") return { ids, format, encode };
  return isWithin(size, PIXELS) ? { ids, format, encode, size } : null;
}
