import type { Caller } from "../shared/caller.ts";
import { TooBusy } from "../shared/errors.ts";
import { createFairQueue } from "../shared/fair-queue.ts";
import { type ImageRequest, renderImage } from "./image.ts";

export interface ImageRenderer {
  /** Fair by person, and then by workspace or network. */
  render(request: ImageRequest, caller?: Caller): Promise<Uint8Array>;
}

interface Drawing {
  draw(): void;
  reject(error: Error): void;
}

/** A drawing that takes longer is followed by an equally long pause. */
const SHORT_MS = 1;

/**
 * Draws one picture per turn of the event loop and pauses after a long one, so that a burst leaves at least half of
 * the time to others. A picture takes 0.1 to 0.4 ms, the largest 1.5 ms; a thread would save little, because the
 * hand-over alone takes 0.05 ms.
 */
export function createImageRenderer({ limit = 1_000, ofPart = 200 } = {}): ImageRenderer {
  const waiting = createFairQueue<Drawing>({ limit, ofPerson: 2 * ofPart, ofPart });

  const drawNext = () => {
    const start = performance.now();
    waiting.next()?.draw();
    const took = performance.now() - start;
    if (waiting.size() === 0) return;
    if (took < SHORT_MS) setImmediate(drawNext);
    else setTimeout(() => setImmediate(drawNext), took);
  };

  return {
    async render(request, caller = { person: "" }) {
      return new Promise((resolve, reject) => {
        const draw = () => {
          try {
            resolve(renderImage(request));
          } catch (error) {
            reject(error);
          }
        };
        const isFirst = waiting.size() === 0;
        waiting.add(caller, { draw, reject })?.reject(new TooBusy());
        if (isFirst) setImmediate(drawNext);
      });
    },
  };
}
