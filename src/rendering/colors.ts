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
