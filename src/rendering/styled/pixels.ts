import { createCanvas, Image, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { type Color, formatColor, lightness } from "../colors.ts";
import { type Box, type Path, rounded } from "./path.ts";
import { isGradient, type Paint, radiusOf, type Scene } from "./scene.ts";

/** RGBA bytes. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
  /** True if all pixels are known to be opaque. */
  isOpaque?: boolean;
}

function fillOf(context: SKRSContext2D, paint: Paint) {
  if (!isGradient(paint)) return formatColor(paint.color);
  const { kind, from, to, x1, y1, x2, y2 } = paint.gradient;
  const gradient =
    kind === "linear"
      ? context.createLinearGradient(x1, y1, x2, y2)
      : context.createRadialGradient(x1, y1, 0, x1, y1, radiusOf(paint.gradient));
  gradient.addColorStop(0, formatColor(from));
  gradient.addColorStop(1, formatColor(to));
  return gradient;
}

/** Decodes an image that is known to be small and valid. */
export async function decodeImage(bytes: Uint8Array): Promise<Image> {
  const image = new Image();
  image.src = bytes;
  await image.decode();
  return image;
}

export function imagePixels(image: Image): Pixels {
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  return pixelsOf(context, width, height);
}

/** The same lightness without colour. */
export function greyed({ data, ...pixels }: Pixels): Pixels {
  const grey = Uint8Array.from(data);
  for (let i = 0; i < grey.length; i += 4) {
    grey.fill(lightness({ red: data[i]!, green: data[i + 1]!, blue: data[i + 2]! }), i, i + 3);
  }
  return { ...pixels, data: grey };
}

function pixelsOf(context: SKRSContext2D, width: number, height: number): Pixels {
  const { buffer, byteOffset, length } = context.getImageData(0, 0, width, height).data;
  return { width, height, data: new Uint8Array(buffer, byteOffset, length) };
}

const outlines = new WeakMap<Path, Path2D>();

/** As in the SVG. Cached per path, because a verdict paints it at two sizes. */
function outlineOf(path: Path): Path2D {
  const made = outlines.get(path);
  if (made) return made;
  const outline = new Path2D();
  for (const step of path) {
    if (step.to === "close") outline.closePath();
    else if (step.to === "curve") {
      const { x1, y1, x2, y2, x, y } = step;
      outline.bezierCurveTo(rounded(x1), rounded(y1), rounded(x2), rounded(y2), rounded(x), rounded(y));
    } else if (step.to === "move") outline.moveTo(rounded(step.x), rounded(step.y));
    else outline.lineTo(rounded(step.x), rounded(step.y));
  }
  outlines.set(path, outline);
  return outline;
}

/**
 * Paints the part `view` of a scene, in modules, with this many pixels; a background is painted under transparent
 * parts.
 */
export function paintScene(
  scene: Scene,
  size: { width: number; height: number },
  { view, ground }: { view?: Box; ground?: Color } = {},
): Pixels {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  if (ground) {
    context.fillStyle = formatColor(ground);
    context.fillRect(0, 0, width, height);
  }
  const { x, y, ...seen } = view ?? { x: 0, y: 0, width: scene.width, height: scene.height };
  context.scale(width / seen.width, height / seen.height);
  context.translate(-x, -y);
  for (const { path, paint, rule } of scene.shapes) {
    context.fillStyle = fillOf(context, paint);
    context.fill(outlineOf(path), rule);
  }
  if (scene.logo) {
    const { box, image } = scene.logo;
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    context.drawImage(image, box.x, box.y, box.width, box.height);
  }
  // The raw data is faster to read but premultiplied by alpha.
  if (ground || scene.isOpaque) {
    return { width, height, data: canvas.data(), isOpaque: true };
  }
  return pixelsOf(context, width, height);
}
