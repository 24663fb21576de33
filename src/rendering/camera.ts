import { isDark } from "./bits.ts";
import { type QrSymbol, QUIET_ZONE } from "./symbol.ts";

/** What a camera sees: one lightness a pixel, 0 to 255. */
export interface Picture {
  width: number;
  height: number;
  pixels: Float32Array;
}

/** How light the dark and the light modules are, 0 to 255. */
export interface Tones {
  dark: number;
  light: number;
}

/**
 * From a place in the picture to one on the print, both counted from the middle in half widths
 * of the print: u = (ux x + uy y) / w, v = (vx x + vy y) / w, w = 1 + wx x.
 */
interface View {
  ux: number;
  uy: number;
  vx: number;
  vy: number;
  wx: number;
}

const STRAIGHT_ON: View = { ux: 1, uy: 0, vx: 0, vy: 1, wx: 0 };

export function rotated(degrees: number): View {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { ux: cos, uy: sin, vx: -sin, vy: cos, wx: 0 };
}

/** The print turned away about its upright axis, seen from three half widths. */
export function tilted(degrees: number): View {
  const distance = 3;
  const angle = (degrees * Math.PI) / 180;
  return { ux: 1 / Math.cos(angle), uy: 0, vx: 0, vy: 1, wx: -Math.tan(angle) / distance };
}

/** Points taken in each direction for a pixel: a sensor averages the light that falls on it. */
const SAMPLES = 3;

/**
 * Takes a picture of a printed symbol: `scale` pixels a module, `frame` times as wide as the
 * print. Around the print there is more of its own background.
 */
export function photograph(
  symbol: QrSymbol,
  { dark, light }: Tones,
  scale: number,
  { ux, uy, vx, vy, wx }: View = STRAIGHT_ON,
  frame = 1,
): Picture {
  const { size } = symbol;
  const half = size / 2 + QUIET_ZONE;
  const width = Math.round(half * 2 * scale * frame);
  const pixels = new Float32Array(width * width).fill(light);
  const step = (dark - light) / (SAMPLES * SAMPLES);
  const fine = width * SAMPLES;
  const place = (index: number) => ((index + 0.5) / fine - 0.5) * 2 * frame;
  // A column's part of the sums is the same in every row.
  const columns = Array.from({ length: fine }, (_, column) => place(column));
  const reaches = Float64Array.from(columns, (x) => half / (1 + wx * x));
  const us = Float64Array.from(columns, (x) => ux * x);
  const vs = Float64Array.from(columns, (x) => vx * x);
  for (let row = 0; row < fine; row++) {
    const y = place(row);
    const [u, v] = [uy * y, vy * y];
    const start = Math.floor(row / SAMPLES) * width;
    for (let column = 0; column < fine; column++) {
      const reach = reaches[column] as number;
      const moduleX = Math.floor(((us[column] as number) + u) * reach + size / 2);
      if (moduleX < 0 || moduleX >= size) continue;
      const moduleY = Math.floor(((vs[column] as number) + v) * reach + size / 2);
      if (moduleY < 0 || moduleY >= size) continue;
      if (!isDark(symbol, moduleX, moduleY)) continue;
      const at = start + Math.floor(column / SAMPLES);
      pixels[at] = (pixels[at] as number) + step;
    }
  }
  return { width, height: width, pixels };
}
