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
  /** Pixels on a side, for png and svg. */
  size: number;
  /** Printed width and height, for pdf. */
  millimetres: number;
  /** #RRGGBB */
  foreground: string;
  background: string;
}

/** From text to the bytes of a picture. */
export function renderImage(request: ImageRequest): Uint8Array {
  const symbol = createSymbol(request.text, request.level);
  const options = {
    size: request.size,
    millimetres: request.millimetres,
    foreground: parseColor(request.foreground),
    background: parseColor(request.background),
  };
  if (request.format === "png") return renderPng(symbol, options);
  if (request.format === "pdf") return renderPdf(symbol, options);
  return Buffer.from(renderSvg(symbol, options));
}
