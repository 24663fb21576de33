import { colors as words } from "./words.ts";

const COLOR = /^#[\da-f]{6}$/i;

export const isColor = (text: string): boolean => COLOR.test(text);

export const colorProblem = (color: string): string | null => (isColor(color) ? null : words.wrong);

/** The two colours of a code, #RRGGBB. */
export interface Colors {
  foregroundColor: string;
  backgroundColor: string;
}

/** Other dark colours of a look: the gradient's second colour, and the eyes'. */
interface Inked extends Colors {
  style: { gradient: { to: string } | null; eyeColor: string | null };
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance (WCAG), 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG): 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Below the first, the best grade is "with some care"; below the second, phones fail. */
const ENOUGH = 4;
export const FAILING = 3;

/** A message about poor contrast between the two colours, or null. */
export function contrastProblem({ foregroundColor, backgroundColor }: Colors, least = ENOUGH): string | null {
  if (luminance(foregroundColor) > luminance(backgroundColor)) {
    return words.inverted;
  }
  const ratio = contrast(foregroundColor, backgroundColor);
  if (ratio >= least) return null;
  return words.similar(ratio);
}

/** The same for the colours of a gradient and of the eyes. */
export function inkProblem({ backgroundColor, style }: Inked, least = ENOUGH): string | null {
  const isPale = (ink: string | null | undefined) => Boolean(ink) && !isDark(ink!, backgroundColor, least);
  if (isPale(style.gradient?.to)) return words.paleSecond;
  return isPale(style.eyeColor) ? words.paleCorners : null;
}

const isDark = (ink: string, ground: string, least: number): boolean =>
  luminance(ink) < luminance(ground) && contrast(ink, ground) >= least;

/** The weighting that decoders use, 0 to 255. */
function lightness(color: string): number {
  const value = Number.parseInt(color.slice(1), 16);
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255);
}

/** Above this difference no pair of colours has too little contrast. */
const SURELY_ENOUGH = 155;

/**
 * Whether a code in these colours may scan badly: the modules are lighter than the background, or hardly darker. Only
 * then is a verdict requested, which is expensive.
 */
export const isFaint = (foreground: string, background: string): boolean =>
  !(lightness(background) - lightness(foreground) >= SURELY_ENOUGH);
