import { createCanvas, type Image } from "@napi-rs/canvas";
import { lightness } from "../colors.ts";
import { decode, decodeAgain } from "../decode.ts";
import { BadLogo } from "../errors.ts";
import { MAX_LOGO_BYTES } from "../style.ts";
import { barePng, type Dimensions, jpegDimensions, typeOf, webpDimensions } from "./logo-header.ts";
import { decodeImage, type Pixels } from "./pixels.ts";
import { encodePng } from "./png.ts";
import { svgPixels } from "./svg-logo.ts";

/** An image as it is stored and drawn. */
export interface Logo extends Dimensions {
  png: Uint8Array;
}

const MAX_SIDE = 4096;
/** Larger images are scaled down to this: enough for the largest logo in a 2048-pixel code. */
const KEPT_SIDE = 512;

/** Decodes at the stored size, after checks that need no decoding. */
async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const type = typeOf(bytes);
  // Encode and decode again, as when it is stored: a canvas rounds semi-transparent colours.
  if (type === "svg") return drawnSmall(await decoded(encodePng(await svgPixels(readText(bytes), KEPT_SIDE))));
  const source =
    type === "png" ? barePng(bytes) : { bytes, ...(type === "jpeg" ? jpegDimensions(bytes) : webpDimensions(bytes)) };
  checkSides(source);
  const image = await decoded(source.bytes);
  checkSides(image);
  return drawnSmall(image);
}

function checkSides({ width, height }: Dimensions): void {
  if (width < 1 || height < 1) throw new BadLogo("content");
  if (Math.max(width, height) > MAX_SIDE) throw new BadLogo("pixels");
}

function readText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadLogo("content");
  }
}

async function decoded(bytes: Uint8Array): Promise<Image> {
  try {
    return await decodeImage(bytes);
  } catch {
    throw new BadLogo("content");
  }
}

/** Scales down to the stored size. */
function drawnSmall(image: Image): Pixels {
  const { canvas, width, height } = canvasWith(image, KEPT_SIDE);
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

function canvasWith(image: Image, most: number) {
  const scale = Math.min(1, most / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  // Smoothing at the same size would blur it, and change a logo each time it is exported and imported.
  context.imageSmoothingEnabled = scale < 1;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return { canvas, width, height };
}

/** The first is twice the size at which a page shows it. The last always fits. */
const SHOWN_SIDES = [112, 80, 56, 32];
const WEBP_QUALITIES = [80, 50, 25];
/** Keeps a page with a map below 20 KB. */
const MAX_SHOWN_BYTES = 2_500;

/** A stored logo as a data: URL: PNG, or the best WebP that fits if that is too large, for example for a photo. */
export async function shrinkLogo(png: Uint8Array): Promise<string> {
  const image = await decoded(png);
  let bytes = await canvasWith(image, SHOWN_SIDES[0]!).canvas.encode("png");
  if (bytes.length <= MAX_SHOWN_BYTES) return `data:image/png;base64,${bytes.toString("base64")}`;
  for (const side of SHOWN_SIDES) {
    const { canvas } = canvasWith(image, side);
    for (const quality of WEBP_QUALITIES) {
      bytes = await canvas.encode("webp", quality);
      if (bytes.length <= MAX_SHOWN_BYTES) return `data:image/webp;base64,${bytes.toString("base64")}`;
    }
  }
  return `data:image/webp;base64,${bytes.toString("base64")}`;
}

/** Decodes an uploaded image and encodes it again: nothing of the file itself is stored. */
export async function readLogo(bytes: Uint8Array): Promise<Logo> {
  if (bytes.length > MAX_LOGO_BYTES) throw new BadLogo("bytes");
  const pixels = await pixelsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (isEmpty(pixels)) throw new BadLogo("empty");
  if (await isCode(pixels)) throw new BadLogo("code");
  const { width, height } = pixels;
  return { png: encodePng(pixels), width, height };
}

function isEmpty({ data }: Pixels): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) return false;
  return true;
}

/** True if it contains a readable QR code, on a light or dark background. */
async function isCode({ width, height, data }: Pixels): Promise<boolean> {
  for (const ground of [255, 0]) {
    const pixels = new Float32Array(width * height);
    for (let i = 0; i < pixels.length; i++) {
      const [red, green, blue, alpha] = data.subarray(4 * i, 4 * i + 4) as unknown as number[];
      const tone = lightness({ red: red!, green: green!, blue: blue! });
      const seen = ground + ((tone - ground) * alpha!) / 255;
      // Decoders look for dark on light, and some for the opposite.
      pixels[i] = ground === 255 ? seen : 255 - seen;
    }
    const picture = { width, height, pixels };
    if ((await decode(picture)) !== undefined || decodeAgain(picture) !== undefined) return true;
  }
  return false;
}
