/** Print sizes: millimetres, pixels, and the resulting resolution. */
export const PIXELS = { least: 128, most: 2048 };
/** Of every download until another size is chosen: 87 mm at print resolution. */
export const DEFAULT_PIXELS = 1024;
export const MILLIMETRES = { least: 5, most: 2000 };
/** The usual requirement of print shops. */
const GOOD_DPI = 300;
/** Below this, edges look soft. */
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

/** Whether both can be drawn; vector formats have no pixels. */
export const isRightSize = (millimetres: number | string, pixels: number | string, hasPixels: boolean): boolean =>
  isWithin(millimetres, MILLIMETRES) && (!hasPixels || isWithin(pixels, PIXELS));

/** The fields of the download dialog, which may be incomplete. */
export interface PrintSize {
  millimetres: number | string;
  pixels: number | string;
  /** Entered by the user: a verdict does not change it. */
  isTyped: boolean;
}

/** At print resolution. */
export const DEFAULT_SIZE: PrintSize = {
  millimetres: millimetresFor(DEFAULT_PIXELS),
  pixels: DEFAULT_PIXELS,
  isTyped: false,
};

/** Raises the size to the verdict's minimum, unless the user entered one. */
export function raisedSize(size: PrintSize, smallest: number | null): PrintSize {
  if (size.isTyped || smallest === null || Number(size.millimetres) >= smallest) return size;
  return { millimetres: smallest, pixels: pixelsFor(smallest), isTyped: false };
}
