import type { Level } from "../shared/vocabulary.ts";
import { parseColor } from "./colors.ts";
import { renderPdf } from "./pdf.ts";
import { renderPng } from "./png.ts";
import type { Ink } from "./style.ts";
import { renderSvg } from "./svg.ts";
import { createSymbol } from "./symbol.ts";

export type ImageFormat = "png" | "svg" | "pdf";

export interface ImageRequest {
  text: string;
  level: Level;
  format: ImageFormat;
  /** Pixels per side. */
  size: number;
  /**
   * Printed width and height. Default: a pdf has the size of `size` pixels at 300 dpi; other formats do not specify
   * one.
   */
  millimetres?: number | undefined;
  /** #RRGGBB */
  foreground: string;
  background: string;
  /** What screen readers call it; default: TITLE. */
  title?: string | undefined;
  ink?: Ink | undefined;
}

export const TITLE = "QR code";

const printedMillimetres = (pixels: number): number => (pixels / 300) * 25.4;

/** Renders text to image bytes. */
export function renderImage(request: ImageRequest): Uint8Array {
  const symbol = createSymbol(request.text, request.level);
  const { size, millimetres } = request;
  const foreground = parseColor(request.foreground);
  const background = parseColor(request.background);
  const options = { size, millimetres, foreground, background, title: request.title ?? TITLE };
  if (request.format === "png") return renderPng(symbol, options);
  if (request.format === "svg") return Buffer.from(renderSvg(symbol, options));
  return renderPdf(symbol, {
    ...options,
    millimetres: millimetres ?? printedMillimetres(size),
    ink: request.ink ?? "own",
  });
}
