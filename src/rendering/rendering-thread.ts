import { serveThread } from "../shared/thread.ts";
import { assessScannability } from "./scannability.ts";
import type { FaceRequest } from "./sheet/face.ts";
import type { SheetRequest } from "./sheet/label.ts";
import { isPlain, type StyledCode } from "./style.ts";
import type { Measure, StyledInput } from "./styled/assess.ts";
import type { StyledRequest } from "./styled/draw.ts";

// Loaded with the first call: if Skia has no binary for the system, the call fails, not the thread.
const operations = {
  draw: async (request: StyledRequest) => (await import("./styled/draw.ts")).drawStyled(request),
  assess: async (input: StyledInput) =>
    isPlain(input.style) ? assessScannability(input) : (await import("./styled/assess.ts")).assessStyled(input),
  readersOf: async (input: StyledInput) => (await import("./styled/assess.ts")).readClean(input),
  readLogo: async (bytes: Uint8Array) => (await import("./styled/logo.ts")).readLogo(bytes),
  shrinkLogo: async (png: Uint8Array) => (await import("./styled/logo.ts")).shrinkLogo(png),
  drawSheet: async (request: SheetRequest) => (await import("./sheet/draw.ts")).drawSheet(request),
  previewSheet: async (request: SheetRequest) => (await import("./sheet/preview.ts")).drawPreview(request),
  async measureFaces(faces: FaceRequest[]): Promise<(number | null)[]> {
    const { faceOf } = await import("./sheet/face.ts");
    return faces.map((face) => faceOf(face)?.code.width ?? null);
  },
  async measure(codes: StyledCode[]): Promise<Measure[]> {
    const { smallestPrint } = await import("./styled/assess.ts");
    const all: Measure[] = [];
    // What cannot be drawn cannot be read at any size.
    for (const code of codes) all.push(await smallestPrint(code).catch(() => ({ smallest: null, ratio: 1 })));
    return all;
  },
};

export type Operations = typeof operations;

serveThread(operations);
