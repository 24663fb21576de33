import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LogoTooLarge, SizeTooSmall, TextTooLong } from "../rendering/errors.ts";
import type { ImageFormat } from "../rendering/image.ts";
import type { ImageRenderer } from "../rendering/image-renderer.ts";
import { sharePayload } from "../rendering/payload.ts";
import type { Renderer } from "../rendering/renderer.ts";
import type { Verdict } from "../rendering/scannability.ts";
import type { Ink, StyledCode } from "../rendering/style.ts";
import type { StyledVerdict } from "../rendering/styled/assess.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { callerNow } from "../shared/caller.ts";
import { invalid, TooBusy } from "../shared/errors.ts";
import { withoutScheme } from "../shared/text.ts";
import type { Code } from "./code.ts";
import { inInk } from "./ink.ts";
import { drawingProblem, readStyle } from "./look-rules.ts";

/** What an image encodes: the share URL or the content itself. */
export type Encode = "share" | "content";
/** What images of many codes encode; `best` chooses for each. */
export const ENCODES = ["best", "share", "content"] as const;
export type EncodeOfMany = (typeof ENCODES)[number];

/** Guests who need a network's password are not online yet, so its image encodes the network itself. */
export const bestEncode = (code: Pick<Code, "type">): Encode => (code.type === "wifi" ? "content" : "share");

export const encodeFor = (code: Pick<Code, "type">, encode: EncodeOfMany): Encode =>
  encode === "best" ? bestEncode(code) : encode;

export interface ImageOptions {
  format: ImageFormat;
  size: number;
  encode: Encode;
  /** Printed width; default for pdf: its pixels at 300 dpi. */
  millimetres?: number | undefined;
  /** Default: the code's own look. */
  style?: "own" | "plain" | undefined;
  ink?: Ink | undefined;
  /** Falls back to plain squares where an error could not be shown. */
  fallsBack?: boolean;
  /** For a visitor; takes precedence over the owner's own work. */
  isPublic?: boolean;
}

export interface CodeImage {
  contentType: string;
  /** Changes if and only if the image does. */
  etag: string;
  draw(): Promise<Uint8Array>;
}

export type CodeImages = ReturnType<typeof createCodeImages>;

const CONTENT_TYPES: Record<ImageFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
  pdf: "application/pdf",
};
const MILLIMETRES_PER_PIXEL = 25.4 / 300;
const VERDICTS_KEPT = 1000;
/** For styled images, which take ten milliseconds each; 32 MB in total. */
const PIECE_BYTES = 32 * 1024;
const PIECES_KEPT = 1024;

export interface CodeImagesParts {
  renderer: ImageRenderer;
  styled: Pick<Renderer, "draw" | "assess">;
  /** The image of a logo; null if there is none. */
  logoOf: (workspaceId: string, id: string) => Promise<Uint8Array | null>;
  /** Share URLs of a workspace start with it. */
  shareBase: (workspaceId: string) => string;
  /** Cached verdicts as JSON; undefined where no verdict is shown. */
  kept?: {
    find(key: string): Promise<string | null>;
    keep(key: string, verdict: string): Promise<void>;
    /** Notes that a code is hard to scan as it looks with this key. */
    noteHard(codeNum: number, key: string): Promise<void>;
  };
}

/** Images and verdicts of codes, the same for every entry point. */
export function createCodeImages(parts: CodeImagesParts) {
  const { renderer, styled, logoOf, shareBase, kept } = parts;
  const verdicts = createBoundedMap<Promise<Verdict | StyledVerdict>>(VERDICTS_KEPT);
  const pictures = createBoundedMap<Uint8Array>(PIECES_KEPT, ({ length }) => Math.ceil(length / PIECE_BYTES));
  /** By fingerprint: concurrent requests for the same image share one drawing. */
  const drawing = new Map<string, Promise<Uint8Array>>();

  const shareUrlOf = ({ workspaceId, token }: Code): string => `${shareBase(workspaceId)}/r/${token}`;

  const inputOf = (code: Code, encode: Encode) => ({
    text: encode === "content" ? code.content : sharePayload(shareUrlOf(code), code.errorCorrection, code.isSlug),
    level: code.errorCorrection,
    foreground: code.foregroundColor,
    background: code.backgroundColor,
  });

  /** If the logo was deleted, the rest of the look remains. */
  async function lookOf(code: Code) {
    const style = readStyle(code.style);
    const logo = style.logo && (await logoOf(code.workspaceId, style.logo.id));
    return logo ? { style, logo } : { style: { ...style, logo: null }, logo: null };
  }

  /** As it is actually drawn: without a deleted logo it is another image with its own ETag. */
  async function asDrawn<T extends Code>(code: T): Promise<T> {
    if (code.style === null || code.style.includes('"logo":null')) return code;
    const { style } = await lookOf(code);
    const isWhole = style.logo !== null || readStyle(code.style).logo === null;
    return isWhole ? code : { ...code, style: JSON.stringify(style) };
  }

  /** Changes whenever the verdict may. */
  const verdictKey = (drawn: Code, encode: Encode) =>
    fingerprint({ judging: JUDGING, ...inputOf(drawn, encode), size: drawn.size, style: drawn.style });

  type Request = ReturnType<typeof inputOf> & Pick<ImageOptions, "format" | "size" | "millimetres">;

  async function drawStyled(code: Code, request: Request, etag: string, isPublic?: boolean): Promise<Uint8Array> {
    const known = pictures.get(etag);
    if (known) return known;
    const begun = drawing.get(etag);
    if (begun) return begun;
    const work = lookOf(code).then(async (look) => {
      const { bytes, margin } = await styled.draw(
        { ...request, ...look },
        { caller: callerNow(code.workspaceId), isUrgent: isPublic },
      );
      // Long content leaves no redundancy to cover with a logo: it would be unreadable.
      if (margin.left < 0) throw new LogoTooLarge();
      return pictures.set(etag, bytes);
    });
    drawing.set(etag, work);
    return work.finally(() => drawing.delete(etag));
  }

  return {
    /** A code with everything its image depends on, for bulk drawing. */
    input: async (code: Code, encode: Encode): Promise<StyledCode> => ({
      ...inputOf(code, encode),
      ...(await lookOf(code)),
    }),

    asDrawn,

    image(given: Code, options: ImageOptions): CodeImage {
      const { format, size, encode, fallsBack, isPublic, ink = "own" } = options;
      const code = inInk(given, ink);
      const whole = format === "pdf" ? Math.round(size * MILLIMETRES_PER_PIXEL) : undefined;
      const millimetres = options.millimetres ?? whole;
      // A content may be secret, such as a network's password.
      const title = encode === "share" ? `QR code of ${withoutScheme(shareUrlOf(code))}` : undefined;
      const request = {
        ...inputOf(code, encode),
        format,
        size,
        millimetres,
        ...(format !== "png" && { title }),
        ...((format === "pdf" || ink === "black") && { ink }),
      };
      const drawPlain = () => renderer.render(request, callerNow(code.workspaceId)).catch(refuseSize);
      const contentType = CONTENT_TYPES[format];
      if (code.style === null || options.style === "plain") {
        return { contentType, etag: fingerprint({ drawing: DRAWING, ...request }), draw: drawPlain };
      }
      const look = { styled: STYLED_DRAWING, style: code.style };
      const etag = fingerprint({ drawing: DRAWING, ...request, ...look });
      const draw = () =>
        drawStyled(code, request, etag, isPublic).catch((error) =>
          fallsBack && isUnfit(error) ? drawPlain() : refuseLook(error, encode),
        );
      return { contentType, etag, draw };
    },

    /** Cached until the code looks different. */
    async verdict(given: Code, encode: Encode = "share"): Promise<Verdict | StyledVerdict> {
      const code = await asDrawn(given);
      const input = { ...inputOf(code, encode), size: code.size };
      const key = verdictKey(code, encode);
      let verdict = verdicts.get(key);
      if (verdict === undefined) {
        const compute = async () => {
          const found = await styled.assess(
            { ...input, ...(await lookOf(code)) },
            { caller: callerNow(code.workspaceId) },
          );
          await kept?.keep(key, JSON.stringify(found));
          return found;
        };
        verdict = Promise.resolve(kept?.find(key))
          .then((known) => (known ? (JSON.parse(known) as Verdict) : compute()))
          .catch((error) => (code.style === null ? refuseSize(error) : refuseLook(error, encode)));
        verdict.catch(() => verdicts.delete(key));
        verdicts.set(key, verdict);
      }
      const found = await verdict;
      // Each time: a note is removed when the code looks different, and another code may look the same.
      if (found.grade === "F" && encode === bestEncode(code)) await kept?.noteHard(code.num, key);
      return found;
    },

    /** The key under which it is noted as hard to scan, if it is. */
    hardKey: async (code: Code): Promise<string> => verdictKey(await asDrawn(code), bestEncode(code)),
  };
}

/** Increment when the same request produces another image. */
const DRAWING = 3;
const STYLED_DRAWING = 1;
/** Increment when the same image gets another verdict. */
const JUDGING = 3;

const fingerprint = (input: object): string =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url").slice(0, 16);

function refuseSize(error: unknown): never {
  if (!(error instanceof SizeTooSmall)) throw error;
  throw invalid([drawingProblem(error, "")]);
}

const isUnfit = (error: unknown): boolean =>
  [LogoTooLarge, TextTooLong, SizeTooSmall].some((type) => error instanceof type);

/** A look was checked before it was stored, but with the share URL and at the code's own size. */
function refuseLook(error: unknown, encode: Encode): never {
  if (encode === "content" && (error instanceof LogoTooLarge || error instanceof TextTooLong)) {
    const message =
      "must be share: the content is too long for an image with this code's logo. To encode the content, use style=plain";
    throw invalid([{ field: "encode", message }]);
  }
  throw invalid([drawingProblem(error, "style.")]);
}

export interface Patience {
  /** Aborts when the image is no longer needed. */
  signal?: AbortSignal | undefined;
  pauseMs?: number;
}

const TRIES = 100;
const PAUSE_MS = 200;

/** For bulk work where nobody waits for a single image: retries while the renderer is busy. */
export async function drawPatiently<T>(
  draw: () => Promise<T>,
  { signal, pauseMs = PAUSE_MS }: Patience = {},
): Promise<T> {
  for (let left = TRIES; ; left--) {
    signal?.throwIfAborted();
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof TooBusy) || left === 0) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
