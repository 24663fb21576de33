import type { Level } from "../shared/vocabulary.ts";
import { parseColor } from "./colors.ts";
import { renderPdf } from "./pdf.ts";
import { renderPng } from "./png.ts";
import { renderSvg } from "./svg.ts";
import { createSymbol } from "./symbol.ts";

export type ImageFormat = "png" | "svg" | "pdf";

export interface ImageRequest {
  text: string;
  level: Level;
  format: ImageFormat;
  /** Pixels on a side. */
  size: number;
  /**
   * Printed width and height. If not given, a pdf has that of `size` pixels at 300 to the inch, and
   * the others leave it to whoever prints them.
   */
  millimetres?: number | undefined;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

const printedMillimetres = (pixels: number): number => (pixels / 300) * 25.4;

/** From text to the bytes of a picture. */
export function renderImage(request: ImageRequest): Uint8Array {
  const symbol = createSymbol(request.text, request.level);
  const { size, millimetres } = request;
  const foreground = parseColor(request.foreground);
  const background = parseColor(request.background);
  const options = { size, millimetres, foreground, background };
  if (request.format === "png") return renderPng(symbol, options);
  if (request.format === "svg") return Buffer.from(renderSvg(symbol, options));
  return renderPdf(symbol, { ...options, millimetres: millimetres ?? printedMillimetres(size) });
}
