import type { Color } from "./colors.ts";
import { fillOf, onePage, POINTS_PER_MILLIMETRE, real } from "./pdf-file.ts";
import type { Ink } from "./style.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PdfOptions {
  /** Printed width and height including the quiet zone. */
  millimetres: number;
  foreground: Color;
  background: Color;
  title: string;
  ink: Ink;
}

/** Draws in modules from the top left, like the other formats. */
function drawing(symbol: QrSymbol, points: number, { foreground, background, ink }: PdfOptions): string {
  const side = symbol.size + 2 * QUIET_ZONE;
  const scale = real(points / side);
  const lines = [
    `${scale} 0 0 -${scale} 0 ${real(points)} cm`,
    `${fillOf(background, ink)} 0 0 ${side} ${side} re f`,
    fillOf(foreground, ink),
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
