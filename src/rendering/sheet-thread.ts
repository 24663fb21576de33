import { createQueue } from "../shared/queue.ts";
import { serveThread } from "../shared/thread.ts";
import { drawSheet } from "./sheet/draw.ts";
import type { SheetRequest } from "./sheet/label.ts";
import { drawPreview } from "./sheet/preview.ts";
import { type Measure, smallestPrint } from "./smallest-print.ts";
import type { StyledCode } from "./style.ts";

const inTurn = createQueue();

/** What cannot be drawn at all cannot be read at any size. */
const measure = (code: StyledCode): Promise<Measure> => smallestPrint(code).catch(() => ({ smallest: null, ratio: 1 }));

const operations = {
  measure: (codes: StyledCode[]): Promise<Measure[]> =>
    inTurn(async () => {
      const all: Measure[] = [];
      for (const code of codes) all.push(await measure(code));
      return all;
    }),
  draw: (request: SheetRequest): Promise<Uint8Array> => inTurn(() => drawSheet(request)),
  preview: (request: SheetRequest): Promise<string> => inTurn(() => drawPreview(request)),
};

export type SheetOperations = typeof operations;

serveThread(operations);
