import { TooBusy } from "../shared/errors.ts";
import { createFairQueue } from "../shared/fair-queue.ts";
import { type ImageRequest, renderImage } from "./image.ts";

export interface ImageRenderer {
  /** Fair by owner; a public picture counts for its code's owner. */
  render(request: ImageRequest, workspaceId?: string): Promise<Uint8Array>;
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
export function createImageRenderer({ limit = 1_000, ofWorkspace = 200 } = {}): ImageRenderer {
  const waiting = createFairQueue<Drawing>({ limit, ofCaller: ofWorkspace });

  const drawNext = () => {
    const start = performance.now();
    waiting.next()?.draw();
    const took = performance.now() - start;
    if (waiting.size() === 0) return;
    if (took < SHORT_MS) setImmediate(drawNext);
    else setTimeout(() => setImmediate(drawNext), took);
  };

  return {
    async render(request, workspaceId = "") {
      return new Promise((resolve, reject) => {
        const draw = () => {
          try {
            resolve(renderImage(request));
          } catch (error) {
            reject(error);
          }
        };
        const isFirst = waiting.size() === 0;
        waiting.add(workspaceId, { draw, reject })?.reject(new TooBusy());
        if (isFirst) setImmediate(drawNext);
      });
    },
  };
}
