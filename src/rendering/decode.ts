import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import jsqr, { type QRCode } from "jsqr";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { nudged, type Picture, rgbaOf } from "./camera.ts";

let prepared: Promise<unknown> | undefined;

/** Loads the decoder from the installed package; by default zxing-wasm fetches it from a CDN. */
function prepare(): Promise<unknown> {
  prepared ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"))).buffer,
    },
    fireImmediately: true,
  });
  return prepared;
}

/** As an older reader: dark on light only, one attempt. */
const OLDER_READER: ReaderOptions = {
  formats: ["QRCode"],
  tryInvert: false,
  tryRotate: false,
  tryHarder: true,
  maxNumberOfSymbols: 1,
  textMode: "Plain",
};

/** As a file of one byte a pixel, which takes zxing half the time of an image of four. */
function greymapOf({ width, height, pixels }: Picture): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(`P5 ${width} ${height} 255\n`);
  const file = new Uint8ClampedArray(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return new Uint8Array(file.buffer);
}

/** The text that zxing reads in a PNG file or a picture. */
export async function decode(input: Uint8Array | Picture): Promise<string | undefined> {
  await prepare();
  const [result] = await readBarcodes(input instanceof Uint8Array ? input : greymapOf(input), OLDER_READER);
  return result?.isValid ? result.text : undefined;
}

/** jsQR, which shares no code with zxing. Its types mistake its one CommonJS export for a module. */
const jsQR = jsqr as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" },
) => QRCode | null;

/** The text that jsQR reads, dark on light only. It takes ten times as long as zxing. */
export function decodeAgain(picture: Picture): string | undefined {
  const { width, height } = picture;
  const found = jsQR(rgbaOf(picture), width, height, { inversionAttempts: "dontInvert" });
  return found?.data || undefined;
}

/**
 * A phone takes many pictures of a code. jsQR may fail on one and read the next, so it gets the picture
 * as it is and as held by an unsteady hand; the largest movement rescues most, so it comes second.
 */
const GLANCES: ((picture: Picture) => Picture)[] = [
  (picture) => picture,
  (picture) => nudged(picture, 5, 1.06),
  (picture) => nudged(picture, 2, 0.97),
  (picture) => nudged(picture, -3, 1.03),
];

/** Whether jsQR reads the text at one of its glances. */
export const readsAt = (glance: number, picture: Picture, text: string): boolean =>
  decodeAgain(GLANCES[glance]!(picture)) === text;

export const readsAtSomeGlance = (picture: Picture, text: string, most = GLANCES.length): boolean =>
  GLANCES.slice(0, most).some((_, glance) => readsAt(glance, picture, text));
