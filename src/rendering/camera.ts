import { isDark } from "./bits.ts";
import { type QrSymbol, QUIET_ZONE } from "./symbol.ts";

/** What a camera sees: one lightness a pixel, 0 to 255. */
export interface Picture {
  width: number;
  height: number;
  pixels: Float32Array;
}

/** As decoders take it: red, green, blue and an opaque alpha, a byte each. */
export function rgbaOf({ width, height, pixels }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint32Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const value = Math.min(255, Math.max(0, (pixels[i] as number) + 0.5)) | 0;
    // The bytes of a number are stored from the last to the first.
    data[i] = 0xff000000 | (value * 0x010101);
  }
  return new Uint8ClampedArray(data.buffer);
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
export interface View {
  ux: number;
  uy: number;
  vx: number;
  vy: number;
  wx: number;
}

export const STRAIGHT_ON: View = { ux: 1, uy: 0, vx: 0, vy: 1, wx: 0 };

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
export const SAMPLES = 3;

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

/** The same picture a moment later in a hand that is not quite still: a little turned, a little nearer. */
export function nudged({ width, height, pixels }: Picture, degrees: number, nearer: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle) / nearer;
  const sin = Math.sin(angle) / nearer;
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const within = (place: number, side: number) => Math.min(side - 1, Math.max(0, place));
  const out = new Float32Array(pixels.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const fromX = within(cos * (x - middleX) + sin * (y - middleY) + middleX, width);
      const fromY = within(cos * (y - middleY) - sin * (x - middleX) + middleY, height);
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, bottom] = [within(left + 1, width), within(top + 1, height)];
      const [shareX, shareY] = [fromX - left, fromY - top];
      const tone = (row: number): number =>
        (pixels[row * width + left] as number) * (1 - shareX) + (pixels[row * width + right] as number) * shareX;
      out[at] = tone(top) * (1 - shareY) + tone(bottom) * shareY;
    }
  }
  return { width, height, pixels: out };
}

/** A prime, so that the grain does not line up from row to row. */
const GRAINS = 65_521;

/** Bell-shaped random numbers with a deviation of 1. */
const grain = (() => {
  let state = 1;
  const uniform = () => {
    state = Math.imul(state, 48_271) & 0x7fffffff || 1;
    return state / 0x40000000 - 1;
  };
  return Float32Array.from({ length: GRAINS }, () => uniform() + uniform() + uniform());
})();

/** Grain with the given deviation, in steps of lightness. */
export function addNoise(picture: Picture, deviation: number): Picture {
  const pixels = picture.pixels.slice();
  for (let i = 0, at = 0; i < pixels.length; i++, at++) {
    if (at === GRAINS) at = 0;
    pixels[i] = Math.min(255, Math.max(0, (pixels[i] as number) + (grain[at] as number) * deviation));
  }
  return { ...picture, pixels };
}

/** A square patch of one lightness, its middle so far from the picture's own. */
export function cover(picture: Picture, width: number, tone: number, middle = { x: 0, y: 0 }): Picture {
  const pixels = picture.pixels.slice();
  const range = (side: number, offset: number) =>
    [-width, width].map((part) => Math.min(side, Math.max(0, Math.round((side + part) / 2 + offset)))) as [
      number,
      number,
    ];
  const [left, right] = range(picture.width, middle.x);
  const [top, bottom] = range(picture.height, middle.y);
  for (let y = top; y < bottom; y++) {
    pixels.fill(tone, y * picture.width + left, y * picture.width + right);
  }
  return { ...picture, pixels };
}
