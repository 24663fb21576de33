import type { Picture } from "./camera.ts";

/** Ways in which a picture gets worse. All are deterministic: the grain is always the same. */

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
  for (let i = 0; i < pixels.length; i++) {
    const value = (pixels[i] as number) + (grain[i % GRAINS] as number) * deviation;
    pixels[i] = Math.min(255, Math.max(0, value));
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

function bellCurve(deviation: number): number[] {
  const reach = Math.max(1, Math.ceil(deviation * 3));
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Blurs along each row and turns the picture over its diagonal, so that twice blurs both ways. */
function blurAndTurn({ width, height, pixels }: Picture, weights: number[]): Picture {
  const reach = (weights.length - 1) / 2;
  const out = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        const from = Math.min(width - 1, Math.max(0, x + k));
        sum += (weights[k + reach] as number) * (pixels[y * width + from] as number);
      }
      out[x * height + y] = sum;
    }
  }
  return { width: height, height: width, pixels: out };
}

/** Out of focus, with the given deviation in pixels. */
export function blur(picture: Picture, deviation: number): Picture {
  const weights = bellCurve(deviation);
  return blurAndTurn(blurAndTurn(picture, weights), weights);
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
