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
    const { ux, uy, vx, vy, wx } = view;
    const columns = Math.round(2 * reach.x * scale * frame);
    const rows = Math.round(2 * reach.y * scale * frame);
    const sums = new Float32Array(columns * rows);
    const place = (index: number, count: number, span: number) =>
      (((index + 0.5) / (count * SAMPLES) - 0.5) * 2 * frame * span) / half;
    // A column's part of the sums is the same in every row.
    const xs = Float64Array.from({ length: columns * SAMPLES }, (_, i) => place(i, columns, reach.x));
    const fars = xs.map((x) => (half * PRINT_SCALE) / (1 + wx * x));
    const us = xs.map((x) => ux * x);
    const vs = xs.map((x) => vx * x);
    const [middleX, middleY] = [middle.x * PRINT_SCALE, middle.y * PRINT_SCALE];
    const { width: across, height: down, pixels: tones } = print;
    // Millions of points a picture, so nothing is called or allocated in here.
    for (let row = 0; row < rows * SAMPLES; row++) {
      const y = place(row, rows, reach.y);
      const [u, v] = [uy * y, vy * y];
      let at = Math.floor(row / SAMPLES) * columns;
      for (let column = 0; column < xs.length; at++) {
        let sum = 0;
        for (const next = column + SAMPLES; column < next; column++) {
          const far = fars[column] as number;
          const px = ((us[column] as number) + u) * far + middleX;
          const py = ((vs[column] as number) + v) * far + middleY;
          const isPrint = px >= 0 && py >= 0 && px < across && py < down;
          sum += isPrint ? (tones[(py | 0) * across + (px | 0)] as number) : light;
        }
        sums[at] = (sums[at] as number) + sum;
      }
    }
    return { width: columns, height: rows, pixels: sums.map((sum) => sum / SAMPLES ** 2) };
  }

  const beside = hasLogo ? BESIDE_LOGO : { x: 0, y: 0 };
  return {
    size: symbol.size,
    light,
    patch: { x: beside.x * symbol.size, y: beside.y * symbol.size },
    photograph,
  };
}
