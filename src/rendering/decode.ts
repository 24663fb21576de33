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

/** Like an older reader: dark on light only, one attempt. */
const OLDER_READER: ReaderOptions = {
  formats: ["QRCode"],
  tryInvert: false,
  tryRotate: false,
  tryHarder: true,
  maxNumberOfSymbols: 1,
  textMode: "Plain",
};

/** One byte per pixel: zxing reads it in half the time of RGBA. */
function greymapOf({ width, height, pixels }: Picture): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(`P5 ${width} ${height} 255\n`);
  const file = new Uint8ClampedArray(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return new Uint8Array(file.buffer);
}

/** The text zxing reads in a PNG file or a picture. */
export async function decode(input: Uint8Array | Picture): Promise<string | undefined> {
  await prepare();
  const [result] = await readBarcodes(input instanceof Uint8Array ? input : greymapOf(input), OLDER_READER);
  return result?.isValid ? result.text : undefined;
}

/** jsQR shares no code with zxing. Its types declare its CommonJS export wrongly. */
const jsQR = jsqr as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" },
) => QRCode | null;

/** The text jsQR reads, dark on light only. Ten times slower than zxing. */
export function decodeAgain(picture: Picture): string | undefined {
  const { width, height } = picture;
  const found = jsQR(rgbaOf(picture), width, height, { inversionAttempts: "dontInvert" });
  return found?.data || undefined;
}

/**
 * A phone takes many pictures. jsQR may fail on one and read the next, so it gets the picture as it is and as from an
 * unsteady hand; the largest movement helps most, so it comes second.
 */
const GLANCES: ((picture: Picture) => Picture)[] = [
  (picture) => picture,
  (picture) => nudged(picture, 5, 1.06),
  (picture) => nudged(picture, 2, 0.97),
  (picture) => nudged(picture, -3, 1.03),
];

/** Whether jsQR reads the text at this attempt. */
export const readsAt = (glance: number, picture: Picture, text: string): boolean =>
  decodeAgain(GLANCES[glance]!(picture)) === text;

export const readsAtSomeGlance = (picture: Picture, text: string, most = GLANCES.length): boolean =>
  GLANCES.slice(0, most).some((_, glance) => readsAt(glance, picture, text));
