import { createThreadPool, createThreads, DeadlinePassed, type Threads } from "../shared/threads.ts";
import { BadLogo, withItsType } from "./errors.ts";
import { renderImage } from "./image.ts";
import type { Operations } from "./rendering-thread.ts";
import type { Verdict } from "./scannability.ts";
import type { SheetRequest } from "./sheet/label.ts";
import { isPlain, type Reader, type StyledCode } from "./style.ts";
import type { Measure, StyledInput, StyledVerdict } from "./styled/assess.ts";
import { marginOf } from "./styled/covered-symbol.ts";
import type { StyledPicture, StyledRequest } from "./styled/draw.ts";
import type { Logo } from "./styled/logo.ts";
import { symbolVersion } from "./symbol.ts";

export type Renderer = ReturnType<typeof createRenderer>;

export interface RendererOptions {
  threads?: Threads;
  /** Calls that may wait at once, for each kind of work. */
  limit?: number;
  /** Longer than any sound logo takes, also on a busy machine. */
  logoDeadlineMs?: number;
}

/**
 * Draws and judges codes and reads logos in threads, one for each kind of work so that pictures do not wait
 * behind verdicts. A thread starts with its first call. A call is skipped if its signal is aborted meanwhile.
 */
export function createRenderer({
  threads = createThreads(),
  limit = 64,
  logoDeadlineMs = 10_000,
}: RendererOptions = {}) {
  const file = new URL("./rendering-thread.ts", import.meta.url);
  const poolFor = (name: string, most: number, options: { deadlineMs?: number; isLong?: boolean } = {}) =>
    createThreadPool<Operations>({ name, file, threads, limit: Math.ceil(most), ...options });
  const drawing = poolFor("styled", limit);
  // The server cuts off who waits longer than some seconds.
  const verdicts = poolFor("verdicts", limit / 3);
  const sheets = poolFor("sheet", limit / 2, { isLong: true });
  const logos = poolFor("logos", limit / 8, { deadlineMs: logoDeadlineMs });

  return {
    async draw(request: StyledRequest): Promise<StyledPicture> {
      if (isPlain(request.style)) return drawPlain(request);
      return drawing.call("draw", [request]).catch(withItsType);
    },

    assess: (input: StyledInput, signal?: AbortSignal): Promise<Verdict | StyledVerdict> =>
      verdicts.call("assess", [input], signal).catch(withItsType),

    /** Who reads the picture as it is drawn: the first part of a verdict. */
    readersOf: (input: StyledInput, signal?: AbortSignal): Promise<Reader[]> =>
      verdicts.call("readersOf", [input], signal).catch(withItsType),

    /** Decodes an uploaded picture into what is stored and drawn. */
    readLogo: (bytes: Uint8Array): Promise<Logo> =>
      logos.call("readLogo", [bytes]).catch((error) => {
        if (error instanceof DeadlinePassed) throw new BadLogo("complex");
        return withItsType(error);
      }),

    measure: (codes: StyledCode[]): Promise<Measure[]> => sheets.call("measure", [codes]).catch(withItsType),
    drawSheet: (request: SheetRequest): Promise<Uint8Array> => sheets.call("drawSheet", [request]).catch(withItsType),
    /** The first page, as an SVG. */
    previewSheet: (request: SheetRequest): Promise<string> => sheets.call("previewSheet", [request]).catch(withItsType),

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
