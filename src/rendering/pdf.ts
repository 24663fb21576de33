import type { Color } from "./colors.ts";
import { channels, onePage, POINTS_PER_MILLIMETRE, real } from "./pdf-file.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PdfOptions {
  /** Printed width and height including the quiet zone. */
  millimetres: number;
  foreground: Color;
  background: Color;
  title: string;
}

const fill = (color: Color): string => `${channels(color)} rg`;

/** Draws in modules from the top left, like the other formats. */
function drawing(symbol: QrSymbol, points: number, { foreground, background }: PdfOptions): string {
  const side = symbol.size + 2 * QUIET_ZONE;
  const scale = real(points / side);
  const lines = [
    `${scale} 0 0 -${scale} 0 ${real(points)} cm`,
    `${fill(background)} 0 0 ${side} ${side} re f`,
    fill(foreground),
  ];
  eachRun(symbol, (x, y, run) => lines.push(`${x + QUIET_ZONE} ${y + QUIET_ZONE} ${run} 1 re`));
  return `${lines.join("\n")}\nf`;
}

/** A one-page document of exactly the printed size. */
export function renderPdf(symbol: QrSymbol, options: PdfOptions): Uint8Array {
  const points = options.millimetres * POINTS_PER_MILLIMETRE;
  return onePage({
    width: points,
    height: points,
    content: drawing(symbol, points, options),
    title: options.title,
  });
}
