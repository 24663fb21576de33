import { createCanvas, type Image } from "@napi-rs/canvas";
import { type Color, formatColor, lightness } from "../colors.ts";
import type { Plate } from "./compose.ts";
import type { Covering } from "./covered-symbol.ts";
import { EYE } from "./eyes.ts";

/** Light modules kept around a logo, at least. */
const GAP = 0.5;
/** An eye, its separator and the format information next to it. */
const KEPT = EYE + 2;

/** A symbol has an odd number of modules per side, so a centred box needs an odd number too. */
const oddFrom = (modules: number): number => 2 * Math.ceil((modules - 1) / 2) + 1;

/** The modules that a logo takes; undefined if it would be too close to the eyes. */
export function plateOf(size: number, scale: number, shape: { width: number; height: number }): Plate | undefined {
  const longer = Math.max(shape.width, shape.height);
  const width = (size * scale * shape.width) / longer;
  const height = (size * scale * shape.height) / longer;
  const centred = (across: number, upright: number) => ({
    x: (size - across) / 2,
    y: (size - upright) / 2,
    width: across,
    height: upright,
  });
  const modules = centred(oddFrom(width + 2 * GAP), oddFrom(height + 2 * GAP));
  if (Math.min(modules.x, modules.y) < KEPT) return undefined;
  return { modules, logo: centred(width, height) };
}

/** Lightness of a logo on its background, sampled as a square grid whatever its shape. */
const POINTS = 96;

export interface LogoTones {
  width: number;
  height: number;
  tones: Float32Array;
}

export function readTones(image: Image, ground: Color): LogoTones {
  const context = createCanvas(POINTS, POINTS).getContext("2d");
  context.fillStyle = formatColor(ground);
  context.fillRect(0, 0, POINTS, POINTS);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, POINTS, POINTS);
  const { data } = context.getImageData(0, 0, POINTS, POINTS);
  const tones = Float32Array.from({ length: POINTS * POINTS }, (_, i) =>
    lightness({ red: data[4 * i]!, green: data[4 * i + 1]!, blue: data[4 * i + 2]! }),
  );
  return { width: image.width, height: image.height, tones };
}

/** Samples per direction in the inner part of a module, where decoders look. */
const SAMPLES = 5;
const INNER = 0.7;
/** A tone this close to the middle, as a share of the contrast, may be read either way. */
const UNSURE = 0.05;

/** What a camera sees at each module that the plate covers. */
export function coveringOf(
  { modules, logo }: Plate,
  { tones }: LogoTones,
  { dark, light }: { dark: number; light: number },
): Covering {
  const toneAt = (x: number, y: number): number => {
    const column = Math.floor(((x - logo.x) / logo.width) * POINTS);
    const row = Math.floor(((y - logo.y) / logo.height) * POINTS);
    const isLogo = column >= 0 && row >= 0 && column < POINTS && row < POINTS;
    return isLogo ? (tones[row * POINTS + column] as number) : light;
  };
  return {
    box: modules,
    seen(x, y) {
      let sum = 0;
      for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const inside = (index: number) => 0.5 + ((index + 0.5) / SAMPLES - 0.5) * INNER;
        sum += toneAt(x + inside(i % SAMPLES), y + inside(Math.floor(i / SAMPLES)));
      }
      const share = (sum / SAMPLES ** 2 - dark) / (light - dark || 1);
      if (Math.abs(share - 0.5) < UNSURE) return -1;
      return share < 0.5 ? 1 : 0;
    },
  };
}
