import { createThreads, type Threads } from "../shared/threads.ts";
import type { SheetRequest } from "./sheet/label.ts";
import type { SheetOperations } from "./sheet-thread.ts";
import type { Measure } from "./smallest-print.ts";
import type { StyledCode } from "./style.ts";
import { createThreadPlace } from "./thread-place.ts";

export interface SheetRenderer {
  measure(codes: StyledCode[]): Promise<Measure[]>;
  draw(request: SheetRequest): Promise<Uint8Array>;
  /** The first page, as an SVG. */
  preview(request: SheetRequest): Promise<string>;
  close(): Promise<void>;
}

/** Draws sheets in a thread of its own, since a large one takes seconds. It starts with the first. */
export function createSheetRenderer({
  threads = createThreads(),
  limit = 32,
}: {
  threads?: Threads;
  limit?: number;
} = {}): SheetRenderer {
  const file = new URL("./sheet-thread.ts", import.meta.url);
  const place = { name: "sheet", file, threads, limit };
  const { call, close } = createThreadPlace<SheetOperations>(place);

  return {
    measure: (codes) => call((to) => to.callLong("measure", codes)),
    draw: (request) => call((to) => to.callLong("draw", request)),
    preview: (request) => call((to) => to.callLong("preview", request)),
    close,
  };
}
