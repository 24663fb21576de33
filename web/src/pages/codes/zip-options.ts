import type { EncodeOfMany } from "../../../../src/codes/images.ts";
import { isWithin, PIXELS } from "../../parts/print-numbers.ts";
import type { Printed } from "./sheet-options.ts";

export const FORMATS = ["png", "svg", "pdf"] as const;

interface ZipChoice {
  format: (typeof FORMATS)[number];
  encode: EncodeOfMany;
  /** Text while it is being typed. */
  size: number | string;
}

/** The request body; null if the size is invalid. Vector formats have no size. */
export function zipBody(printed: Printed, { format, encode, size }: ZipChoice): object | null {
  if (format === "svg") return { ...printed, format, encode };
  return isWithin(size, PIXELS) ? { ...printed, format, encode, size } : null;
}
