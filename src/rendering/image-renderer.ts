import { TooBusy } from "../shared/errors.ts";
import { type ImageRequest, renderImage } from "./image.ts";

export interface ImageRenderer {
  render(request: ImageRequest): Promise<Uint8Array>;
}

/** A drawing that took longer is followed by a rest as long. */
const SHORT_MS = 1;

/**
 * Draws one picture a turn of the event loop and rests after a long one, so that a burst of them
 * leaves others at least half of the time. A picture takes 0.1 to 0.4 ms, the very largest 1.5 ms,
 * of which a thread would save little: handing over alone takes 0.05 ms.
 */
export function createImageRenderer({ limit = 1_000 } = {}): ImageRenderer {
  const waiting: (() => void)[] = [];

  const drawNext = () => {
    const start = performance.now();
    waiting.shift()?.();
    const took = performance.now() - start;
    if (waiting.length === 0) return;
    if (took < SHORT_MS) setImmediate(drawNext);
    else setTimeout(() => setImmediate(drawNext), took);
  };

  return {
    async render(request) {
      if (waiting.length >= limit) throw new TooBusy();
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(renderImage(request));
          } catch (error) {
            reject(error);
          }
        });
        if (waiting.length === 1) setImmediate(drawNext);
      });
    },
  };
}
