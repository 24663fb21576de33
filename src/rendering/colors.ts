import { BadColor } from "./errors.ts";

export interface Color {
  red: number;
  green: number;
  blue: number;
}

export function parseColor(text: string): Color {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new BadColor();
  const value = Number.parseInt(text.slice(1), 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

export const formatColor = ({ red, green, blue }: Color): string =>
  `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0")}`;

/** Perceived lightness for a camera, 0 to 255: the weighting that decoders use. */
export const lightness = ({ red, green, blue }: Color): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Relative luminance (WCAG), 0 to 1. */
function luminance({ red, green, blue }: Color): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** 1 for equal colours, 21 for black and white. */
export function contrastRatio(a: Color, b: Color): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Contrast of dark on light for readers with red light: 1 if the dark colour is no darker in red. */
export function redContrast(dark: Color, light: Color): number {
  const inRed = ({ red }: Color): Color => ({ red, green: red, blue: red });
  return dark.red < light.red ? contrastRatio(inRed(dark), inRed(light)) : 1;
}

/** The least contrast of text (WCAG 2.2, level AA). */
export const MIN_CONTRAST = 4.5;
const INK = "#1d1511";
export const WHITE = "#ffffff";
/** On visitor pages of an owner without a brand colour. */
export const OWN_COLOR = "#0e5a54";

/** A brand's colour and the text on it: white or ink, with the colour darkened if neither is readable. */
export function readableColors(color: string): { brand: string; on: string } {
  if (contrastOf(color, WHITE) >= MIN_CONTRAST) return { brand: color, on: WHITE };
  if (contrastOf(color, INK) >= MIN_CONTRAST) return { brand: color, on: INK };
  return { brand: mixUntil(color, "#000000", (mixed) => contrastOf(mixed, WHITE) >= MIN_CONTRAST), on: WHITE };
}

export const contrastOf = (a: string, b: string): number => contrastRatio(parseColor(a), parseColor(b));

export function mixUntil(color: string, toward: string, isEnough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, toward, share);
    if (isEnough(mixed)) return mixed;
  }
  return toward;
}

export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parseColor(a), parseColor(b)];
  const channel = (key: keyof typeof from) => Math.round(from[key] + (to[key] - from[key]) * share);
  return formatColor({ red: channel("red"), green: channel("green"), blue: channel("blue") });
}
