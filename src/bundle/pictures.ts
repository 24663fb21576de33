import type { Code } from "../codes/code.ts";
import { type CodeImages, drawPatiently, type Patience } from "../codes/images.ts";
import { BadColor, TextTooLong } from "../rendering/errors.ts";
import { DomainError } from "../shared/errors.ts";
import type { CodeRecord } from "./record-schemas.ts";
import { codeOf } from "./records.ts";

/** Draws the pictures of a code from its record. */
export type DrawPictures = (
  record: CodeRecord,
  workspaceId: string,
  signal?: AbortSignal,
) => Promise<{ svg: Uint8Array; png: Uint8Array }>;

export interface PicturesParts {
  images: Pick<CodeImages, "image">;
  /** Undefined: production pauses. */
  busy?: Pick<Patience, "pauseMs"> | undefined;
}

const LARGE = 2048;

/** A look that can always be drawn: one code must not end an export. */
const PLAIN = {
  style: null,
  errorCorrection: "L",
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
} as const;

const isTooSmall = (error: unknown): boolean =>
  error instanceof DomainError && (error.details ?? []).some(({ field }) => field === "size");

/** Whether the code itself cannot be drawn. Anything else, such as an unreadable logo, is an internal error. */
const isUndrawable = (error: unknown): boolean =>
  [DomainError, BadColor, TextTooLong].some((type) => error instanceof type);

export function createPictures({ images, busy }: PicturesParts): DrawPictures {
  return async (record, workspaceId, signal) => {
    const code = { ...codeOf(record, { workspaceId, madeBy: null }, new Map()), isSlug: record.isSlug, num: 0 };
    const patience = { ...busy, signal };
    const drawing = (format: "svg" | "png", size: number, of: Code) =>
      drawPatiently(images.image(of, { format, size, encode: "share", fallsBack: true }).draw, patience);
    /** A code created for a shorter base URL may be too small for this one. */
    const draw = async (format: "svg" | "png") => {
      try {
        return await drawing(format, code.size, code);
      } catch (error) {
        if (!isUndrawable(error)) throw error;
        return drawing(format, LARGE, isTooSmall(error) ? code : { ...code, ...PLAIN });
      }
    };
    return { svg: await draw("svg"), png: await draw("png") };
  };
}
