import { drawPatiently, type Patience } from "../codes/draw-patiently.ts";
import type { CodeImages } from "../codes/images.ts";
import { BadColor, TextTooLong } from "../rendering/errors.ts";
import { DomainError } from "../shared/errors.ts";
import type { CodeType, Level } from "../shared/vocabulary.ts";
import type { BundledCode } from "../store/bundle-store.ts";
import type { Code } from "../store/code-store.ts";

export interface Pictures {
  svg: Uint8Array;
  png: Uint8Array;
}

/** A code's pictures, and what tells whether they have changed. */
export type PicturesOf = (code: BundledCode) => { key: string; draw(signal?: AbortSignal): Promise<Pictures> };

export interface PicturesParts {
  images: Pick<CodeImages, "image">;
  /** Undefined: the pauses of a service that others draw with. */
  busy?: Pick<Patience, "pauseMs"> | undefined;
}

const LARGE = 2048;

const codeOf = ({ foreground, background, level, type, ...code }: BundledCode): Code => ({
  ...code,
  type: type as CodeType,
  foregroundColor: foreground,
  backgroundColor: background,
  errorCorrection: level as Level,
});

/** What nothing can be wrong with: one code that cannot be drawn as it should must not end an export. */
const plainOf = (code: BundledCode): Code => ({
  ...codeOf(code),
  style: null,
  errorCorrection: "L",
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
});

const isTooSmall = (error: unknown): boolean =>
  error instanceof DomainError && (error.details ?? []).some(({ field }) => field === "size");

/** What is wrong with the code. All else, such as a logo that the store could not give, is our fault. */
const isUndrawable = (error: unknown): boolean =>
  [DomainError, BadColor, TextTooLong].some((type) => error instanceof type);

/** The pictures that a bundle holds of each code. */
export function createPictures({ images, busy }: PicturesParts): PicturesOf {
  return (code) => {
    const drawing = (format: "svg" | "png", size = code.size, of = codeOf(code)) =>
      images.image(of, { format, size, encode: "share", fallsBack: true });
    const [svg, png] = [drawing("svg"), drawing("png")];
    /** A code that was made for a shorter address may be too small for this one. */
    const draw = async (format: "svg" | "png", signal: AbortSignal | undefined) => {
      const patience = { ...busy, signal };
      try {
        return await drawPatiently(drawing(format).draw, patience);
      } catch (error) {
        if (!isUndrawable(error)) throw error;
        const of = isTooSmall(error) ? codeOf(code) : plainOf(code);
        return drawPatiently(drawing(format, LARGE, of).draw, patience);
      }
    };
    return {
      key: `${svg.etag} ${png.etag}`,
      draw: async (signal) => ({ svg: await draw("svg", signal), png: await draw("png", signal) }),
    };
  };
}
