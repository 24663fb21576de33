import { type Picture, SAMPLES, STRAIGHT_ON, type View } from "../camera.ts";
import { lightness } from "../colors.ts";
import { QUIET_ZONE } from "../symbol.ts";
import type { Subject } from "../trials.ts";
import type { Prepared } from "./draw.ts";
import { type Pixels, paintScene } from "./pixels.ts";

/** Pixels a module of the print that the camera sees: finer than it takes points. */
const PRINT_SCALE = 10;

/** How light a camera sees each pixel. */
export function toPicture({ width, height, data }: Pixels): Picture {
  const pixels = new Float32Array(width * height);
  for (let i = 0, at = 0; i < pixels.length; i++, at += 4) {
    // As `lightness`, without an object for each of millions of pixels.
    pixels[i] = 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  }
  return { width, height, pixels };
}

/** Where something covers the code in its trial if a logo has the middle: in shares of a side. */
const BESIDE_LOGO = { x: 0.29, y: 0.05 };

/**
 * A print as the camera sees it: as of plain symbols, but the whole picture with its frame. It looks at
 * the middle of the symbol, from as far away as it does at a plain one.
 */
export function styledSubject({ scene, look, hasLogo }: Prepared): Subject {
  const { width, height, symbol } = scene;
  const print = toPicture(
    paintScene(
      scene,
      { width: Math.ceil(width * PRINT_SCALE), height: Math.ceil(height * PRINT_SCALE) },
      { ground: look.background },
    ),
  );
  const light = lightness(look.background);
  const middle = { x: symbol.x + symbol.size / 2, y: symbol.y + symbol.size / 2 };
  const reach = { x: Math.max(middle.x, width - middle.x), y: Math.max(middle.y, height - middle.y) };
  /** What the view counts in. */
  const half = symbol.size / 2 + QUIET_ZONE;

  function photograph(scale: number, view: View = STRAIGHT_ON, frame = 1): Picture {
    const columns = Math.round(2 * reach.x * scale * frame);
    const rows = Math.round(2 * reach.y * scale * frame);
    const place = (index: number, count: number, span: number) =>
      (((index + 0.5) / (count * SAMPLES) - 0.5) * 2 * frame * span) / half;
    const xs = Float64Array.from({ length: columns * SAMPLES }, (_, i) => place(i, columns, reach.x));
    const ys = Float64Array.from({ length: rows * SAMPLES }, (_, i) => place(i, rows, reach.y));
    const pixels = view === STRAIGHT_ON ? seenStraight(xs, ys) : seenAskew(xs, ys, view);
    return { width: columns, height: rows, pixels };
  }

  /** Straight on, a column of the picture is one of the print. Nothing is called or allocated for a point. */
  function seenStraight(xs: Float64Array, ys: Float64Array): Float32Array {
    const placeOn = (at: number, middle: number, side: number) => {
      const place = at * (half * PRINT_SCALE) + middle * PRINT_SCALE;
      return place >= 0 && place < side ? place : -1;
    };
    const across = Int32Array.from(xs, (x) => placeOn(x, middle.x, print.width));
    const down = Int32Array.from(ys, (y) => placeOn(y, middle.y, print.height));
    const pixels = new Float32Array((across.length * down.length) / SAMPLES ** 2);
    const { width, pixels: tones } = print;
    for (let row = 0, at = 0; row < down.length; row += SAMPLES) {
      for (let column = 0; column < across.length; column += SAMPLES, at++) {
        let sum = 0;
        for (let i = row; i < row + SAMPLES; i++) {
          const start = (down[i] as number) * width;
          for (let j = column; j < column + SAMPLES; j++) {
            const x = across[j] as number;
            sum += x >= 0 && start >= 0 ? (tones[start + x] as number) : light;
          }
        }
        pixels[at] = sum / SAMPLES ** 2;
      }
    }
    return pixels;
  }

  function seenAskew(xs: Float64Array, ys: Float64Array, { ux, uy, vx, vy, wx }: View): Float32Array {
    // A column's part of the sums is the same in every row.
    const fars = xs.map((x) => (half * PRINT_SCALE) / (1 + wx * x));
    const us = xs.map((x) => ux * x);
    const vs = xs.map((x) => vx * x);
    const [middleX, middleY] = [middle.x * PRINT_SCALE, middle.y * PRINT_SCALE];
    const { width, height, pixels: tones } = print;
    const pixels = new Float32Array((xs.length * ys.length) / SAMPLES ** 2);
    for (let row = 0, at = 0; row < ys.length; row += SAMPLES) {
      for (let column = 0; column < xs.length; column += SAMPLES, at++) {
        let sum = 0;
        for (let i = row; i < row + SAMPLES; i++) {
          const y = ys[i] as number;
          for (let j = column; j < column + SAMPLES; j++) {
            const far = fars[j] as number;
            const x = ((us[j] as number) + uy * y) * far + middleX;
            const down = ((vs[j] as number) + vy * y) * far + middleY;
            const isPrint = x >= 0 && down >= 0 && x < width && down < height;
            sum += isPrint ? (tones[(down | 0) * width + (x | 0)] as number) : light;
          }
        }
        pixels[at] = sum / SAMPLES ** 2;
      }
    }
    return pixels;
  }

  const beside = hasLogo ? BESIDE_LOGO : { x: 0, y: 0 };
  return {
    size: symbol.size,
    light,
    patch: { x: beside.x * symbol.size, y: beside.y * symbol.size },
    photograph,
  };
}
