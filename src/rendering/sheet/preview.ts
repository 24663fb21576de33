/** The first page as SVG: labels with their edges, drawn as in print. */
import { renderImage } from "../image.ts";
import { type Ink, isPlain, type StyledCode } from "../style.ts";
import { drawStyled, inGrey } from "../styled/draw.ts";
import { type Path, svgPath } from "../styled/path.ts";
import { decodeImage } from "../styled/pixels.ts";
import { lettersPath } from "../styled/text.ts";
import { createDrawing, type Drawn, foldOf, type SheetRequest } from "./label.ts";
import { type Box, cropMarks, type Line, labelBox, labelsOf, rounded } from "./layout.ts";

const SIZE = 1024;
const EDGE = 'fill="none" stroke="#b9b2a6" stroke-width=".3" stroke-dasharray="1.2 1"';
const MARK = 'stroke="#000" stroke-width=".2"';
/** Black dashes on white. */
const FOLD = ['stroke="#fff" stroke-width=".3"', 'stroke="#000" stroke-width=".3" stroke-dasharray="2 2"'];

interface Picture {
  source: string;
  ratio: number;
}

const encoded = (type: string, bytes: Uint8Array): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;

async function pictureOf(code: StyledCode, ink: Ink): Promise<Picture> {
  const request = { ...code, format: "svg" as const, size: SIZE, ink };
  const { bytes, width, height } = isPlain(code.style)
    ? { bytes: renderImage(request), width: 1, height: 1 }
    : await drawStyled(request);
  return { source: encoded("svg+xml", bytes), ratio: height / width };
}

async function logoOf({ faces, ink }: SheetRequest): Promise<string> {
  if (!faces?.logo) return "";
  const { png } = faces.logo;
  return encoded("png", ink === "black" ? (await inGrey({ png, image: await decodeImage(png) })).png : png);
}

const placeOf = ({ x, y, width, height }: Box): string =>
  `x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}"`;

function elementsOf({ ground, matrix, tiles, code, words, logo }: Drawn, source: string, brand: string): string {
  const path = (drawn: Path, color: string) => `<path fill="${color}" d="${svgPath(drawn)}"/>`;
  return [
    ground ? `<rect ${placeOf(ground.box)} fill="${ground.color}"/>` : "",
    `<g transform="matrix(${matrix})">`,
    ...tiles.map((one) => path(one.path, one.color)),
    `<image ${placeOf(code)} href="${source}"/>`,
    ...words.filter(({ letters }) => letters.length > 0).map((one) => path(lettersPath(one.letters), one.color)),
    logo ? `<image ${placeOf(logo)} preserveAspectRatio="none" href="${brand}"/>` : "",
    "</g>",
  ].join("");
}

const lineElement = ([x1, y1, x2, y2]: Line, stroke: string): string =>
  `<path d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}" fill="none" ${stroke}/>`;

export async function drawPreview(request: SheetRequest): Promise<string> {
  const { sheet, bleed, start, labels, codes, ink } = request;
  const { width, height } = sheet.page;
  const out: string[] = [`<rect width="${width}" height="${height}" fill="#fff"/>`];
  const pictures = new Map<number, Promise<Picture>>();
  const drawing = createDrawing(request);
  const brand = await logoOf(request);
  for (let at = 0; at < labelsOf(sheet); at++) {
    const label = labels[at - start];
    if (label) {
      const picture = pictures.get(label.code) ?? pictureOf(codes[label.code]!, ink);
      pictures.set(label.code, picture);
      const { source, ratio } = await picture;
      out.push(elementsOf(drawing(label, at, ratio), source, brand));
    }
    if (!request.faces || labelsOf(sheet) > 2) out.push(`<rect ${placeOf(labelBox(sheet, at))} ${EDGE}/>`);
  }
  for (const mark of request.marks ? cropMarks(sheet, bleed) : []) out.push(lineElement(mark, MARK));
  for (const fold of foldOf(request)) out.push(...FOLD.map((stroke) => lineElement(fold, stroke)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rounded(width)} ${rounded(height)}">${out.join("")}</svg>`;
}
