import { type CallOptions, createThreadPool, DeadlinePassed, type ThreadPoolOptions } from "../shared/thread-pool.ts";
import { createThreads, type Threads } from "../shared/threads.ts";
import { BadLogo, withItsType } from "./errors.ts";
import { renderImage } from "./image.ts";
import type { Operations } from "./rendering-thread.ts";
import type { Verdict } from "./scannability.ts";
import type { FaceRequest } from "./sheet/face.ts";
import type { SheetRequest } from "./sheet/label.ts";
import { isPlain, type Reader, type StyledCode } from "./style.ts";
import type { Measure, StyledInput, StyledVerdict } from "./styled/assess.ts";
import { marginOf } from "./styled/covered-symbol.ts";
import type { StyledPicture, StyledRequest } from "./styled/draw.ts";
import type { Logo } from "./styled/logo.ts";
import { symbolVersion } from "./version.ts";

export type Renderer = ReturnType<typeof createRenderer>;

export interface RendererOptions {
  threads?: Threads;
  /** Calls that may wait per kind of work, in total and per workspace or visitors' network; twice as many per person. */
  limit?: number;
  ofPart?: number;
  /** After this time reading a logo rejects with TooBusy. */
  logoDeadlineMs?: number;
  /** A logo that takes more processor time is refused as too complex. */
  logoProcessorMs?: number;
}

/** Looks or pictures shown at once on a page, some milliseconds each. */
const PICTURES_AT_ONCE = 16;
/** Ten times the most expensive look. */
const LOOK_PROCESSOR_MS = 10_000;
/** For a sheet with 2,000 codes and 10,000 labels. */
const SHEET_PROCESSOR_MS = 600_000;

/**
 * Draws and judges codes and decodes logos in threads, one per kind of work, so that pictures do not wait for
 * verdicts. A thread starts with its first call. Each is fair by person, has a second one for heavy users, and draws public
 * pictures first.
 */
export function createRenderer({
  threads = createThreads(),
  limit = 256,
  ofPart = 4,
  logoDeadlineMs = 60_000,
  // Some times a valid logo including the start of its thread: others wait for it.
  logoProcessorMs = 3_000,
}: RendererOptions = {}) {
  const file = new URL("./rendering-thread.ts", import.meta.url);
  const poolFor = (name: string, options: Partial<ThreadPoolOptions>, atOnce = ofPart) =>
    createThreadPool<Operations>({ name, file, threads, limit, ofPerson: 2 * atOnce, ofPart: atOnce, ...options });
  const drawing = poolFor("styled", { processorMs: LOOK_PROCESSOR_MS }, PICTURES_AT_ONCE * ofPart);
  const verdicts = poolFor("verdicts", { processorMs: LOOK_PROCESSOR_MS });
  const sheets = poolFor("sheet", { isLong: true, processorMs: SHEET_PROCESSOR_MS });
  const logos = poolFor("logos", { deadlineMs: logoDeadlineMs, processorMs: logoProcessorMs });

  return {
    async draw(request: StyledRequest, asked?: CallOptions): Promise<StyledPicture> {
      if (isPlain(request.style)) return drawPlain(request);
      return drawing.call("draw", [request], asked).catch(withItsType);
    },

    assess: (input: StyledInput, asked?: CallOptions): Promise<Verdict | StyledVerdict> =>
      verdicts.call("assess", [input], asked).catch(withItsType),

    /** Which decoders read the picture as drawn: the first part of a verdict. */
    readersOf: (input: StyledInput, asked?: CallOptions): Promise<Reader[]> =>
      verdicts.call("readersOf", [input], asked).catch(withItsType),

    /** Decodes an uploaded picture into the stored form. */
    readLogo: (bytes: Uint8Array, asked?: CallOptions): Promise<Logo> =>
      logos.call("readLogo", [bytes], asked).catch((error) => {
        if (error instanceof DeadlinePassed) throw new BadLogo("complex");
        return withItsType(error);
      }),

    /** A decoded logo as a data: URL for visitor pages. */
    shrinkLogo: (png: Uint8Array, asked?: CallOptions): Promise<string> => drawing.call("shrinkLogo", [png], asked),

    measure: (codes: StyledCode[], asked?: CallOptions): Promise<Measure[]> =>
      sheets.call("measure", [codes], asked).catch(withItsType),
    /** The width of the code on each face; null if its words do not fit. */
    measureFaces: (faces: FaceRequest[], asked?: CallOptions): Promise<(number | null)[]> =>
      sheets.call("measureFaces", [faces], asked),
    drawSheet: (request: SheetRequest, asked?: CallOptions): Promise<Uint8Array> =>
      sheets.call("drawSheet", [request], asked).catch(withItsType),
    /** The first page as SVG. */
    previewSheet: (request: SheetRequest, asked?: CallOptions): Promise<string> =>
      sheets.call("previewSheet", [request], asked).catch(withItsType),

    async close(): Promise<void> {
      await Promise.all([drawing, verdicts, sheets, logos].map((pool) => pool.close()));
    },
  };
}

function drawPlain(request: StyledRequest): StyledPicture {
  const { text, level, size } = request;
  const margin = marginOf(symbolVersion(text, level), level, 0);
  return { bytes: renderImage(request), width: size, height: size, level, margin };
}
