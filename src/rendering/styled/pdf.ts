import { lightness } from "../colors.ts";
import {
  channels,
  compressed,
  FIRST_FREE,
  fillOf,
  onePage,
  type PdfObject,
  POINTS_PER_MILLIMETRE,
  real,
} from "../pdf-file.ts";
import type { Ink } from "../style.ts";
import { pdfPath } from "./path.ts";
import { imagePixels, type Pixels } from "./pixels.ts";
import { type Gradient, isGradient, type Paint, radiusOf, type Scene } from "./scene.ts";

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

/** The colours, and opacity as a separate soft mask. Greys are printed with the ink black alone. */
export function imageObjects({ width, height, data }: Pixels, maskId: number, ink: Ink): [PdfObject, PdfObject] {
  const isBlack = ink === "black";
  const colors = Buffer.alloc(width * height * (isBlack ? 1 : 3));
  const alphas = Buffer.alloc(width * height);
  for (let i = 0; i < alphas.length; i++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * i, 4 * i + 4);
    if (isBlack) colors[i] = Math.round(lightness({ red, green, blue }));
    else colors.set([red, green, blue], 3 * i);
    alphas[i] = alpha;
  }
  const shared = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Interpolate true`;
  return [
    compressed(`${shared}/ColorSpace/${isBlack ? "DeviceGray" : "DeviceRGB"}/SMask ${maskId} 0 R`, colors),
    compressed(`${shared}/ColorSpace/DeviceGray`, alphas),
  ];
}

export function drawing({ shapes, logo }: Scene, matrix: string, ink: Ink): string {
  const fill = (paint: Paint) => (isGradient(paint) ? "/Pattern cs/G scn" : fillOf(paint.color, ink));
  const lines = shapes.map(
    ({ path, paint, rule }) => `${fill(paint)}\n${pdfPath(path)}${rule === "evenodd" ? "f*" : "f"}`,
  );
  const { x, y, width, height } = logo?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  // An image fills the unit square, upwards from its bottom.
  if (logo) lines.push(`${real(width)} 0 0 ${real(-height)} ${real(x)} ${real(y + height)} cm/L Do`);
  return `${matrix} cm\n${lines.join("\n")}`;
}

/** A page of the given width; everything but the logo is vector. */
export function styledPdf(scene: Scene, millimetres: number, title: string, ink: Ink): Uint8Array {
  const width = millimetres * POINTS_PER_MILLIMETRE;
  const scale = width / scene.width;
  const height = scene.height * scale;
  const matrix = `${real(scale)} 0 0 ${real(-scale)} 0 ${real(height)}`;
  const gradient = scene.shapes.map(({ paint }) => paint).find(isGradient);
  const others: PdfObject[] = [];
  let resources = "";
  const nextId = () => FIRST_FREE + others.length;
  if (gradient) {
    resources += `/Pattern<</G ${nextId()} 0 R>>`;
    others.push(gradientObject(gradient.gradient, matrix));
  }
  if (scene.logo) {
    resources += `/XObject<</L ${nextId()} 0 R>>`;
    const pixels = imagePixels(scene.logo.image);
    others.push(...imageObjects(pixels, nextId() + 1, ink));
  }
  return onePage({ width, height, content: drawing(scene, matrix, ink), resources, others, title });
}
