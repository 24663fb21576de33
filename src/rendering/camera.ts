import { isDark } from "./bits.ts";
import { type QrSymbol, QUIET_ZONE } from "./symbol.ts";

/** A greyscale picture, one byte per pixel. */
export interface Picture {
  width: number;
  height: number;
  pixels: Float32Array;
}

/** As jsQR expects it: RGBA bytes with an opaque alpha. */
export function rgbaOf({ width, height, pixels }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint32Array(width * height);
  const bytes = new Uint8ClampedArray(pixels);
  for (let i = 0; i < data.length; i++) {
    // Little-endian.
    data[i] = 0xff000000 | (bytes[i]! * 0x010101);
  }
  return new Uint8ClampedArray(data.buffer);
}

/** How light the dark and the light modules are, 0 to 255. */
export interface Tones {
  dark: number;
  light: number;
}

/**
 * Maps a point of the picture to the print, both relative to the centre in half widths of the print: u = (ux x + uy
 * y) / w, v = (vx x + vy y) / w, w = 1 + wx x.
 */
export interface View {
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

/** The print rotated about its vertical axis, seen from three half widths. */
export function tilted(degrees: number): View {
  const distance = 3;
  const angle = (degrees * Math.PI) / 180;
  return { ux: 1 / Math.cos(angle), uy: 0, vx: 0, vy: 1, wx: -Math.tan(angle) / distance };
}

/** A print at the resolution it was painted, with a border of its background. */
export interface Print {
  width: number;
  height: number;
  /** The lightness of each pixel times `TONES`: integers are summed faster. */
  tones: Uint16Array;
  light: number;
  /** Pixels per module. */
  scale: number;
  /** The point the camera is aimed at, in pixels: the centre of the symbol. */
  middle: { x: number; y: number };
  /** How far the picture extends from there, here and below in modules. */
  reach: { x: number; y: number };
  /** The unit of a view. */
  half: number;
}

/** Background pixels on each side, so that no sample needs a bounds check. */
export const BORDER = 8;
export const TONES = 256;

/** Samples per pixel in each direction: a sensor averages the light that falls on it. */
const SAMPLES = 3;

/** A plain symbol, one pixel per module. */
export function printOf(symbol: QrSymbol, { dark, light }: Tones): Print {
  const { size } = symbol;
  const width = size + 2 * BORDER;
  const tones = new Uint16Array(width * width).fill(light * TONES);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(symbol, x, y)) tones[(y + BORDER) * width + x + BORDER] = dark * TONES;
  }
  const half = size / 2 + QUIET_ZONE;
  const middle = { x: width / 2, y: width / 2 };
  return { width, height: width, tones, light, scale: 1, middle, reach: { x: half, y: half }, half };
}

/**
 * Photographs a print with `scale` pixels per module; the picture is `frame` times as wide as the print. More of the
 * background surrounds it.
 */
export function photograph(print: Print, scale: number, view: View = STRAIGHT_ON, frame = 1): Picture {
  const { reach, half } = print;
  const width = Math.round(2 * reach.x * scale * frame);
  const height = Math.round(2 * reach.y * scale * frame);
  const place = (index: number, count: number, span: number) =>
    (((index + 0.5) / (count * SAMPLES) - 0.5) * 2 * frame * span) / half;
  const xs = Float64Array.from({ length: width * SAMPLES }, (_, i) => place(i, width, reach.x));
  const ys = Float64Array.from({ length: height * SAMPLES }, (_, i) => place(i, height, reach.y));
  const pixels = new Float32Array(width * height);
  if (view === STRAIGHT_ON) seeStraight(print, xs, ys, pixels);
  else seeAskew(print, xs, ys, view, pixels);
  return { width, height, pixels };
}

// Millions of samples are taken: no calls or allocations per sample, and the nine of a pixel are unrolled.

const AVERAGE = 1 / (TONES * SAMPLES ** 2);

/** Without perspective, a column of the picture is a column of the print. */
function seeStraight(print: Print, xs: Float64Array, ys: Float64Array, pixels: Float32Array): void {
  const { width, height, tones, scale, middle, half } = print;
  const placeOn = (at: number, from: number, side: number) => {
    const place = Math.floor(at * half * scale + from);
    return place >= 0 && place < side ? place : 0;
  };
  const across = Int32Array.from(xs, (x) => placeOn(x, middle.x, width));
  const down = Int32Array.from(ys, (y) => placeOn(y, middle.y, height) * width);
  for (let row = 0, at = 0; row < down.length; row += SAMPLES) {
    const a = down[row]!;
    const b = down[row + 1]!;
    const c = down[row + 2]!;
    for (let column = 0; column < across.length; column += SAMPLES, at++) {
      const x = across[column]!;
      const y = across[column + 1]!;
      const z = across[column + 2]!;
      const sum =
        tones[a + x]! +
        tones[a + y]! +
        tones[a + z]! +
        tones[b + x]! +
        tones[b + y]! +
        tones[b + z]! +
        tones[c + x]! +
        tones[c + y]! +
        tones[c + z]!;
      pixels[at] = sum * AVERAGE;
    }
  }
}

/** If the centre of a pixel is far enough inside the border, all its samples are on the print or the border. */
function seeAskew(print: Print, xs: Float64Array, ys: Float64Array, view: View, pixels: Float32Array): void {
  const { width, height, tones, scale, middle, half } = print;
  const { ux, uy, vx, vy, wx } = view;
  // A column's part of the sums is the same in every row.
  const fars = xs.map((x) => (half * scale) / (1 + wx * x));
  const us = xs.map((x, i) => ux * x * fars[i]! + middle.x);
  const vs = xs.map((x, i) => vx * x * fars[i]! + middle.y);
  const us2 = fars.map((far) => uy * far);
  const vs2 = fars.map((far) => vy * far);
  const [least, right, bottom] = [BORDER / 2, width - BORDER / 2, height - BORDER / 2];
  pixels.fill(print.light);
  for (let row = 0, at = 0; row < ys.length; row += SAMPLES) {
    const a = ys[row]!;
    const b = ys[row + 1]!;
    const c = ys[row + 2]!;
    for (let i = 0; i < xs.length; i += SAMPLES, at++) {
      const u = us[i + 1]!;
      const v = vs[i + 1]!;
      const u2 = us2[i + 1]!;
      const v2 = vs2[i + 1]!;
      const x = u + u2 * b;
      const y = v + v2 * b;
      if (x < least || y < least || x >= right || y >= bottom) continue;
      const s = us[i]!;
      const t = vs[i]!;
      const s2 = us2[i]!;
      const t2 = vs2[i]!;
      const p = us[i + 2]!;
      const q = vs[i + 2]!;
      const p2 = us2[i + 2]!;
      const q2 = vs2[i + 2]!;
      const sum =
        tones[((t + t2 * a) | 0) * width + ((s + s2 * a) | 0)]! +
        tones[((t + t2 * b) | 0) * width + ((s + s2 * b) | 0)]! +
        tones[((t + t2 * c) | 0) * width + ((s + s2 * c) | 0)]! +
        tones[((v + v2 * a) | 0) * width + ((u + u2 * a) | 0)]! +
        tones[(y | 0) * width + (x | 0)]! +
        tones[((v + v2 * c) | 0) * width + ((u + u2 * c) | 0)]! +
        tones[((q + q2 * a) | 0) * width + ((p + p2 * a) | 0)]! +
        tones[((q + q2 * b) | 0) * width + ((p + p2 * b) | 0)]! +
        tones[((q + q2 * c) | 0) * width + ((p + p2 * c) | 0)]!;
      pixels[at] = sum * AVERAGE;
    }
  }
}

/** A picture as an unsteady hand takes it: slightly rotated and closer. */
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

/** A prime, so that the noise does not line up from row to row. */
const GRAINS = 65_521;

/** Normally distributed random numbers with deviation 1. */
const grain = (() => {
  let state = 1;
  const uniform = () => {
    state = Math.imul(state, 48_271) & 0x7fffffff || 1;
    return state / 0x40000000 - 1;
  };
  return Float32Array.from({ length: GRAINS }, () => uniform() + uniform() + uniform());
})();

/** Adds noise with the given deviation, in steps of lightness. */
export function addNoise(picture: Picture, deviation: number): Picture {
  const pixels = new Float32Array(picture.pixels.length);
  for (let i = 0, at = 0; i < pixels.length; i++, at++) {
    if (at === GRAINS) at = 0;
    pixels[i] = picture.pixels[i]! + grain[at]! * deviation;
  }
  return { ...picture, pixels };
}

/** Every lightness as `share` of the way from `from`: 0 is black in low light, or bare paper. */
export function weaken(picture: Picture, from: number, share: number): Picture {
  const pixels = picture.pixels.slice();
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = Math.round(from + ((pixels[i] as number) - from) * share);
  }
  return { ...picture, pixels };
}

/** A square patch of one lightness, at this distance from the picture's centre. */
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
