import { BORDER, type Picture, type Print, photograph, TONES } from "../camera.ts";
import { lightness } from "../colors.ts";
import { QUIET_ZONE } from "../symbol.ts";
import type { Subject } from "../trials.ts";
import type { Prepared } from "./draw.ts";
import { type Pixels, paintScene } from "./pixels.ts";

/** Pixels per module of the print: finer than the camera's samples. With fewer, some grades differ. */
const PRINT_SCALE = 10;

// Perceived lightness, as `lightness` but without allocating an object per pixel.
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114];

export function toPicture({ width, height, data }: Pixels): Picture {
  const pixels = new Float32Array(width * height);
  for (let i = 0, at = 0; i < pixels.length; i++, at += 4) {
    pixels[i] = RED * data[at]! + GREEN * data[at + 1]! + BLUE * data[at + 2]!;
  }
  return { width, height, pixels };
}

function tonesOf({ width, height, data }: Pixels): Uint16Array {
  const tones = new Uint16Array(width * height);
  for (let i = 0, at = 0; i < tones.length; i++, at += 4) {
    tones[i] = RED * TONES * data[at]! + GREEN * TONES * data[at + 1]! + BLUE * TONES * data[at + 2]!;
  }
  return tones;
}

/** Where the cover trial covers the code if a logo is in the centre, in shares of a side. */
const BESIDE_LOGO = { x: 0.29, y: 0.05 };

/**
 * A print for the camera, as for plain symbols but with the frame. It is aimed at the symbol's centre, from the same
 * distance.
 */
export function styledSubject({ scene, look, hasLogo }: Prepared): Subject {
  const { symbol } = scene;
  const [across, down] = [Math.ceil(scene.width * PRINT_SCALE), Math.ceil(scene.height * PRINT_SCALE)];
  const size = { width: across + 2 * BORDER, height: down + 2 * BORDER };
  const [moduleX, moduleY] = [across / scene.width, down / scene.height];
  const view = {
    x: -BORDER / moduleX,
    y: -BORDER / moduleY,
    width: size.width / moduleX,
    height: size.height / moduleY,
  };
  const tones = tonesOf(paintScene(scene, size, { view, ground: look.background }));
  const light = lightness(look.background);
  const middle = { x: symbol.x + symbol.size / 2, y: symbol.y + symbol.size / 2 };
  const print: Print = {
    ...size,
    tones,
    light,
    scale: PRINT_SCALE,
    middle: { x: middle.x * PRINT_SCALE + BORDER, y: middle.y * PRINT_SCALE + BORDER },
    reach: { x: Math.max(middle.x, scene.width - middle.x), y: Math.max(middle.y, scene.height - middle.y) },
    half: symbol.size / 2 + QUIET_ZONE,
  };
  const beside = hasLogo ? BESIDE_LOGO : { x: 0, y: 0 };
  return {
    size: symbol.size,
    light,
    patch: { x: beside.x * symbol.size, y: beside.y * symbol.size },
    photograph: (...view) => photograph(print, ...view),
  };
}
