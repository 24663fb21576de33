import { createHash } from "node:crypto";
import { SizeTooSmall } from "../rendering/errors.ts";
import type { ImageFormat } from "../rendering/image.ts";
import type { ImageRenderer } from "../rendering/image-renderer.ts";
import { sharePayload } from "../rendering/payload.ts";
import type { ScannabilityWorker } from "../rendering/scannability-worker.ts";
import type { Verdict } from "../rendering/verdict.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { invalid } from "../shared/errors.ts";
import type { Code } from "../store/code-store.ts";

export interface ImageOptions {
  format: ImageFormat;
  size: number;
  encode: "share" | "content";
  /** Printed width; without it a pdf has that of its pixels at 300 dots an inch. */
  millimetres?: number | undefined;
}

export interface CodeImage {
  contentType: string;
  /** Changes when, and only when, the picture does. */
  etag: string;
  draw(): Promise<Uint8Array>;
}

export type CodeImages = ReturnType<typeof createCodeImages>;

const CONTENT_TYPES: Record<ImageFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
  pdf: "application/pdf",
};
const MILLIMETRES_A_PIXEL = 25.4 / 300;
const VERDICTS_KEPT = 1000;

export interface CodeImagesParts {
  renderer: ImageRenderer;
  scannability: ScannabilityWorker;
  baseUrl: string;
}

/** A code's picture and what a camera makes of it: the same for every entry point. */
export function createCodeImages({ renderer, scannability, baseUrl }: CodeImagesParts) {
  const verdicts = createBoundedMap<Promise<Verdict>>(VERDICTS_KEPT);

  const inputOf = (code: Code, encode: ImageOptions["encode"]) => ({
    text:
      encode === "content"
        ? code.content
        : sharePayload(`${baseUrl}/r/${code.token}`, code.errorCorrection),
    level: code.errorCorrection,
    foreground: code.foregroundColor,
    background: code.backgroundColor,
  });

  return {
    image(code: Code, options: ImageOptions): CodeImage {
      const { format, size, encode } = options;
      const whole = format === "pdf" ? Math.round(size * MILLIMETRES_A_PIXEL) : undefined;
      const millimetres = options.millimetres ?? whole;
      const request = { ...inputOf(code, encode), format, size, millimetres };
      return {
        contentType: CONTENT_TYPES[format],
        etag: fingerprint({ drawing: DRAWING, ...request }),
        draw: () => renderer.render(request).catch(refuseSize),
      };
    },

    /** Kept until the code looks different. */
    verdict(code: Code, encode: ImageOptions["encode"] = "share"): Promise<Verdict> {
      const input = { ...inputOf(code, encode), size: code.size };
      const key = fingerprint(input);
      let verdict = verdicts.get(key);
      if (verdict === undefined) {
        verdict = scannability.assess(input).catch(refuseSize);
        verdict.catch(() => verdicts.delete(key));
        verdicts.set(key, verdict);
      }
      return verdict;
    },
  };
}

/** Raised whenever the same request is drawn otherwise than before. */
const DRAWING = 2;

const fingerprint = (input: object): string =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url").slice(0, 16);

function refuseSize(error: unknown): never {
  if (!(error instanceof SizeTooSmall)) throw error;
  const message = `is too small for this code: the smallest that works is ${error.smallest}`;
  throw invalid([{ field: "size", message }]);
}
