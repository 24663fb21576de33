import { type Color, formatColor } from "./colors.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface SvgOptions {
  /** The default width and height; an SVG can be shown at any size. */
  size: number;
  /** The printed width and height, instead of pixels. */
  millimetres?: number | undefined;
  foreground: Color;
  background: Color;
  title: string;
}

/** Attributes and the first child of an image that screen readers name. */
export const named = (title: string): [attributes: string, child: string] => [
  'role="img" lang="en"',
  `<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>`,
];

/** The symbol as one path: a line one module thick for each run of dark modules. */
export function renderSvg(symbol: QrSymbol, options: SvgOptions): string {
  const side = symbol.size + 2 * QUIET_ZONE;
  let path = "";
  let atX = 0;
  let atY = 0;
  eachRun(symbol, (x, y, run) => {
    path += path === "" ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}.5` : `m${x - atX} ${y - atY}`;
    path += `h${run}`;
    atX = x + run;
    atY = y;
  });
  const { size, millimetres, title } = options;
  const [attributes, child] = named(title);
  const shown = millimetres === undefined ? size : `${millimetres}mm`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} width="${shown}" height="${shown}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${child}` +
    `<rect width="${side}" height="${side}" fill="${formatColor(options.background)}"/>` +
    `<path stroke="${formatColor(options.foreground)}" d="${path}"/></svg>`
  );
}
