import type { Color } from "./colors.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PdfOptions {
  /** Printed width and height including the quiet zone. */
  millimetres: number;
  foreground: Color;
  background: Color;
}

const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** A number in PDF syntax: no exponent, no trailing zeros. */
const real = (value: number): string => value.toFixed(5).replace(/\.?0+$/, "");

const fill = ({ red, green, blue }: Color): string =>
  `${[red, green, blue].map((channel) => real(channel / 255)).join(" ")} rg`;

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

/** A one-page document of exactly the printed size, all ASCII. */
export function renderPdf(symbol: QrSymbol, options: PdfOptions): Uint8Array {
  const points = options.millimetres * POINTS_PER_MILLIMETRE;
  const content = drawing(symbol, points, options);
  const side = real(points);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${side} ${side}]/Resources<<>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  let out = "%PDF-1.4\n";
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(out.length).padStart(10, "0")} 00000 n \n`;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${out.length}\n%%EOF\n`;
  return Buffer.from(out + table + trailer, "latin1");
}
