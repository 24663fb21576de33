import { deflateSync } from "node:zlib";
import type { Color } from "../colors.ts";
import { pdfPath } from "./path.ts";
import { imagePixels, type Pixels } from "./pixels.ts";
import { type Gradient, isGradient, type Paint, radiusOf, type Scene } from "./scene.ts";

const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** A number in PDF syntax: no exponent, no trailing zeros. */
export const real = (value: number): string => value.toFixed(5).replace(/\.?0+$/, "") || "0";
export const channels = ({ red, green, blue }: Color): string =>
  [red, green, blue].map((channel) => real(channel / 255)).join(" ");

export interface PdfObject {
  /** The entries of a dictionary, between << and >>. */
  entries: string;
  stream?: Uint8Array;
}

export const compressed = (entries: string, data: Uint8Array): PdfObject => ({
  entries: `${entries}/Filter/FlateDecode`,
  stream: deflateSync(data),
});

/** Coordinates in modules from the top left; `matrix` maps them to points. */
export function gradientObject(gradient: Gradient, matrix: string): PdfObject {
  const { kind, from, to, x1, y1, x2, y2 } = gradient;
  const [type, coordinates] = kind === "linear" ? [2, [x1, y1, x2, y2]] : [3, [x1, y1, 0, x1, y1, radiusOf(gradient)]];
  return {
    entries:
      `/Type/Pattern/PatternType 2/Matrix[${matrix}]/Shading<</ShadingType ${type}` +
      `/ColorSpace/DeviceRGB/Coords[${coordinates.map(real).join(" ")}]/Extend[true true]` +
      `/Function<</FunctionType 2/Domain[0 1]/N 1/C0[${channels(from)}]/C1[${channels(to)}]>>>>`,
  };
}

/** The colours, and opacity as a separate soft mask. */
export function imageObjects({ width, height, data }: Pixels, maskId: number): [PdfObject, PdfObject] {
  const colors = Buffer.alloc(width * height * 3);
  const alphas = Buffer.alloc(width * height);
  for (let i = 0; i < alphas.length; i++) {
    colors.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
    alphas[i] = data[4 * i + 3] as number;
  }
  const shared = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Interpolate true`;
  return [
    compressed(`${shared}/ColorSpace/DeviceRGB/SMask ${maskId} 0 R`, colors),
    compressed(`${shared}/ColorSpace/DeviceGray`, alphas),
  ];
}

export function drawing({ shapes, logo }: Scene, matrix: string): string {
  const fill = (paint: Paint) => (isGradient(paint) ? "/Pattern cs/G scn" : `${channels(paint.color)} rg`);
  const lines = shapes.map(
    ({ path, paint, rule }) => `${fill(paint)}\n${pdfPath(path)}${rule === "evenodd" ? "f*" : "f"}`,
  );
  const { x, y, width, height } = logo?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  // An image fills the unit square, upwards from its bottom.
  if (logo) lines.push(`${real(width)} 0 0 ${real(-height)} ${real(x)} ${real(y + height)} cm/L Do`);
  return `${matrix} cm\n${lines.join("\n")}`;
}

export function file(objects: PdfObject[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let length = parts[0]!.length;
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, { entries, stream }] of objects.entries()) {
    table += `${String(length).padStart(10, "0")} 00000 n \n`;
    const head = stream ? `<<${entries}/Length ${stream.length}>>stream\n` : `<<${entries}>>`;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n${head}`),
      ...(stream ? [stream, Buffer.from("\nendstream")] : []),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
  }
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** A page of the given width; everything but the logo is vector. */
export function styledPdf(scene: Scene, millimetres: number): Uint8Array {
  const width = millimetres * POINTS_PER_MILLIMETRE;
  const scale = width / scene.width;
  const height = scene.height * scale;
  const matrix = `${real(scale)} 0 0 ${real(-scale)} 0 ${real(height)}`;
  const gradient = scene.shapes.map(({ paint }) => paint).find(isGradient);
  const extra: PdfObject[] = [];
  let resources = "";
  const nextId = () => 5 + extra.length;
  if (gradient) {
    resources += `/Pattern<</G ${nextId()} 0 R>>`;
    extra.push(gradientObject(gradient.gradient, matrix));
  }
  if (scene.logo) {
    resources += `/XObject<</L ${nextId()} 0 R>>`;
    const pixels = imagePixels(scene.logo.image);
    extra.push(...imageObjects(pixels, nextId() + 1));
  }
  return file([
    { entries: "/Type/Catalog/Pages 2 0 R" },
    { entries: "/Type/Pages/Kids[3 0 R]/Count 1" },
    {
      entries:
        `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${real(width)} ${real(height)}]` +
        `/Resources<<${resources}>>/Contents 4 0 R`,
    },
    compressed("", Buffer.from(drawing(scene, matrix))),
    ...extra,
  ]);
}
