import { parseColor } from "./colors.ts";
import { renderPdf } from "./pdf.ts";
import { renderPng } from "./png.ts";
import { renderSvg } from "./svg.ts";
import { createSymbol, type Level } from "./symbol.ts";

export type ImageFormat = "png" | "svg" | "pdf";

export interface ImageRequest {
  text: string;
  level: Level;
  format: ImageFormat;
  /** Pixels on a side. */
  size: number;
  /** Printed width and height of a pdf; if not given, that of `size` pixels at 300 to the inch. */
  millimetres?: number;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

const printedMillimetres = (pixels: number): number => (pixels / 300) * 25.4;

/** From text to the bytes of a picture. */
export function renderImage(request: ImageRequest): Uint8Array {
  const symbol = createSymbol(request.text, request.level);
  const options = {
    size: request.size,
    millimetres: request.millimetres ?? printedMillimetres(request.size),
    foreground: parseColor(request.foreground),
    background: parseColor(request.background),
  };
  if (request.format === "png") return renderPng(symbol, options);
  if (request.format === "pdf") return renderPdf(symbol, options);
  return Buffer.from(renderSvg(symbol, options));
}
