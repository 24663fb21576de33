/** Sizes of a picture in print: millimetres, pixels, and the dots an inch that they make. */
export const PIXELS = { least: 128, most: 2048 };
export const MILLIMETRES = { least: 5, most: 2000 };
/** What print shops ask for. */
const GOOD_DPI = 300;
/** Under this, edges are seen to be soft. */
const SOFT_DPI = 150;
const INCH = 25.4;

const within = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, value));

export const pixelsFor = (millimetres: number): number => within(Math.ceil((millimetres / INCH) * GOOD_DPI), PIXELS);

const millimetresFor = (pixels: number): number => within(Math.round((pixels / GOOD_DPI) * INCH), MILLIMETRES);

export const dpiOf = (pixels: number, millimetres: number): number => Math.round(pixels / (millimetres / INCH));

export const isSoft = (dpi: number): boolean => dpi < SOFT_DPI;

export const isWithin = (value: number | string, { least, most }: { least: number; most: number }): value is number =>
  typeof value === "number" && value >= least && value <= most;

/** Both are numbers that can be drawn; drawings have no pixels. */
export const isRightSize = (millimetres: number | string, pixels: number | string, hasPixels: boolean): boolean =>
  isWithin(millimetres, MILLIMETRES) && (!hasPixels || isWithin(pixels, PIXELS));

/** What stands in the fields of the download window, which while one types may be no number. */
export interface PrintSize {
  millimetres: number | string;
  pixels: number | string;
  /** Chosen by a person: no verdict changes it. */
  isTyped: boolean;
}

/** The size before anything is known of how the code scans: its own pixels in good print. */
export const ownSize = (pixels: number): PrintSize => ({ millimetres: millimetresFor(pixels), pixels, isTyped: false });

/** The size once a verdict is there: no smaller than it asks for, unless one was typed. It never shrinks. */
export function raisedSize(size: PrintSize, smallest: number | null): PrintSize {
  if (size.isTyped || smallest === null || Number(size.millimetres) >= smallest) return size;
  return { millimetres: smallest, pixels: pixelsFor(smallest), isTyped: false };
}
