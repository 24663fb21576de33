/** The first page as SVG: labels with their edges, drawn as in print. */
import { renderImage } from "../image.ts";
import { isPlain, type StyledCode } from "../style.ts";
import { drawStyled } from "../styled/draw.ts";
import { svgPath } from "../styled/path.ts";
import { lettersPath } from "../styled/text.ts";
import { drawnLabel, type SheetRequest } from "./label.ts";
import { type Box, cropMarks, labelBox, labelsOf, rounded } from "./layout.ts";

const SIZE = 1024;
const EDGE = 'fill="none" stroke="#b9b2a6" stroke-width=".3" stroke-dasharray="1.2 1"';

interface Picture {
  source: string;
  ratio: number;
}

async function pictureOf(code: StyledCode): Promise<Picture> {
  const request = { ...code, format: "svg" as const, size: SIZE };
  const { bytes, width, height } = isPlain(code.style)
    ? { bytes: renderImage(request), width: 1, height: 1 }
    : await drawStyled(request);
  const source = `data:image/svg+xml;base64,${Buffer.from(bytes).toString("base64")}`;
  return { source, ratio: height / width };
}

const placeOf = ({ x, y, width, height }: Box): string =>
  `x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}"`;

export async function drawPreview(request: SheetRequest): Promise<string> {
  const { sheet, bleed, start, labels, codes } = request;
  const { width, height } = sheet.page;
  const out: string[] = [`<rect width="${width}" height="${height}" fill="#fff"/>`];
  const pictures = new Map<number, Promise<Picture>>();
  for (let at = 0; at < labelsOf(sheet); at++) {
    const label = labels[at - start];
    if (label) {
      const picture = pictures.get(label.code) ?? pictureOf(codes[label.code]!);
      pictures.set(label.code, picture);
      const { source, ratio } = await picture;
      const { painted, code, words, ink } = drawnLabel(request, label, at, ratio);
      const { background } = codes[label.code]!;
      if (painted) out.push(`<rect ${placeOf(painted)} fill="${background}"/>`);
      out.push(`<image ${placeOf(code)} href="${source}"/>`);
      if (words.length > 0) out.push(`<path fill="${ink}" d="${svgPath(lettersPath(words))}"/>`);
    }
    out.push(`<rect ${placeOf(labelBox(sheet, at))} ${EDGE}/>`);
  }
  for (const [x1, y1, x2, y2] of request.marks ? cropMarks(sheet, bleed) : []) {
    out.push(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#000" stroke-width=".2"/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rounded(width)} ${rounded(height)}">${out.join("")}</svg>`;
}
