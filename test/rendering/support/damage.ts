/** Damage that no grade depends on, for other decoders and for bench/verdict.ts. */
import type { Picture } from "../../../src/rendering/camera.ts";

function bellCurve(deviation: number): number[] {
  const reach = Math.max(1, Math.ceil(deviation * 3));
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Blurs along each row and transposes the picture, so that applying it twice blurs both ways. */
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
