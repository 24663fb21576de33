import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import type { Picture } from "./camera.ts";

let prepared: Promise<unknown> | undefined;

/** The decoder's code comes from the installed package; left alone it would ask a CDN for it. */
function prepare(): Promise<unknown> {
  prepared ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")),
      ).buffer,
    },
    fireImmediately: true,
  });
  return prepared;
}

/** An older reader: it looks for dark on light only, and once. */
const OLDER_READER: ReaderOptions = {
  formats: ["QRCode"],
  tryInvert: false,
  tryRotate: false,
  tryHarder: true,
  maxNumberOfSymbols: 1,
  textMode: "Plain",
};

function toRgba({ width, height, pixels }: Picture) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0, at = 0; i < pixels.length; i++, at += 4) {
    const value = pixels[i] as number;
    data[at] = value;
    data[at + 1] = value;
    data[at + 2] = value;
    data[at + 3] = 255;
  }
  return { data, width, height, colorSpace: "srgb" as const };
}

/** What a reader makes of a PNG file or a picture: the text, or nothing. */
export async function decode(input: Uint8Array | Picture): Promise<string | undefined> {
  await prepare();
  const image = input instanceof Uint8Array ? input : toRgba(input);
  const [result] = await readBarcodes(image, OLDER_READER);
  return result?.isValid ? result.text : undefined;
}
