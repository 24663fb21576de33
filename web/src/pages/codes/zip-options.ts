import type { EncodeOfMany } from "../../../../src/codes/images.ts";
import { isWithin, PIXELS } from "../../parts/print-numbers.ts";

export const FORMATS = ["png", "svg", "pdf"] as const;

interface ZipChoice {
  format: (typeof FORMATS)[number];
  encode: EncodeOfMany;
  /** Text while it is being typed. */
  size: number | string;
}

/** The request body; null if the size is invalid. Vector formats have no size. */
export function zipBody(ids: string[], { format, encode, size }: ZipChoice): object | null {
  if (format === "svg") return { ids, format, encode };
  return isWithin(size, PIXELS) ? { ids, format, encode, size } : null;
}
