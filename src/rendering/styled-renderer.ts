import { createQueue } from "../shared/queue.ts";
import { createThreads, type Thread, type Threads } from "../shared/threads.ts";
import { renderImage } from "./image.ts";
import { createLogoReader } from "./logo-reader.ts";
import { isPlain, type Reader } from "./style.ts";
import { type Answer, unwrap } from "./styled/answers.ts";
import type { StyledInput, StyledVerdict } from "./styled/assess.ts";
import type { Change, Search } from "./styled/change.ts";
import { marginOf } from "./styled/covered-symbol.ts";
import type { StyledPicture, StyledRequest } from "./styled/draw.ts";
import type { Logo } from "./styled/logo.ts";
import type { StyledOperations } from "./styled-thread.ts";
import { symbolVersion } from "./symbol.ts";
import { createThreadPlace } from "./thread-place.ts";

export interface StyledRenderer {
  draw(request: StyledRequest): Promise<StyledPicture>;
  /** As all that judges: not begun any more once `signal` is aborted. */
  assess(input: StyledInput, signal?: AbortSignal): Promise<StyledVerdict>;
  /** Who reads the picture as it is drawn: all that a verdict says first, in a tenth of its time. */
  readersOf(input: StyledInput, signal?: AbortSignal): Promise<Reader[]>;
  nearestThatScans(input: StyledInput, search?: Search, signal?: AbortSignal): Promise<Change | undefined>;
  /** An uploaded picture as what is stored and drawn. */
  readLogo(bytes: Uint8Array): Promise<Logo>;
  close(): Promise<void>;
}

export interface StyledRendererOptions {
  threads?: Threads;
  /** Works that may wait at once, in each thread. */
  limit?: number;
  /** How long a search may take that is not told; undefined: as long as people wait. */
  searchMs?: number | undefined;
}

type Work<T> = (to: Thread<StyledOperations>) => Promise<Answer<T>>;

/** A thread that does one work at a time. Its answers carry errors as values. */
function createPlace(name: string, threads: Threads, limit: number) {
  const file = new URL("./styled-thread.ts", import.meta.url);
  const { call, close } = createThreadPlace<StyledOperations>({ name, file, threads, limit });
  // Those that wait do so here and not in the thread: whom nobody waits for any more is left out.
  const inTurn = createQueue();
  return {
    async call<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
      const answer = await call((thread) =>
        inTurn(() => {
          signal?.throwIfAborted();
          return work(thread);
        }),
      );
      return unwrap(answer);
    },
    close,
  };
}

/**
 * Draws and judges styled codes in threads: a picture takes some milliseconds, a verdict a quarter of a
 * second and a search for a better look some seconds, so pictures do not wait behind those. A thread
 * starts with its first work. A plain look is drawn at once.
 */
export function createStyledRenderer({
  threads = createThreads(),
  limit = 64,
  searchMs,
}: StyledRendererOptions = {}): StyledRenderer {
  const drawing = createPlace("styled", threads, limit);
  const logos = createLogoReader();
  // Who waits longer than some seconds is cut off by the server, so fewer of these may wait.
  const judging = createPlace("styled-verdicts", threads, Math.ceil(limit / 3));
  return {
    async draw(request) {
      if (isPlain(request.style)) return drawPlain(request);
      return drawing.call((to) => to.call("draw", request));
    },
    readLogo: logos.read,
    assess: (input, signal) => judging.call((to) => to.call("assess", input), signal),
    readersOf: (input, signal) => judging.call((to) => to.call("readersOf", input), signal),
    nearestThatScans: (input, search, signal) => {
      const told = { ...(searchMs === undefined ? {} : { budgetMs: searchMs }), ...search };
      return judging.call((to) => to.call("nearestThatScans", input, told), signal);
    },
    async close() {
      logos.close();
      await Promise.all([drawing.close(), judging.close()]);
    },
  };
}

function drawPlain(request: StyledRequest): StyledPicture {
  const { text, level, size } = request;
  const margin = marginOf(symbolVersion(text, level), level, 0);
  return { bytes: renderImage(request), width: size, height: size, level, margin };
}
