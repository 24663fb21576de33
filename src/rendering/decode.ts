import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { type Picture, rgbaOf } from "./camera.ts";

let prepared: Promise<unknown> | undefined;

/** The decoder's code comes from the installed package; left alone it would ask a CDN for it. */
function prepare(): Promise<unknown> {
  prepared ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"))).buffer,
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

/** What a reader makes of a PNG file or a picture: the text, or nothing. */
export async function decode(input: Uint8Array | Picture): Promise<string | undefined> {
  await prepare();
  const image =
    input instanceof Uint8Array
      ? input
      : { width: input.width, height: input.height, data: rgbaOf(input), colorSpace: "srgb" as const };
  const [result] = await readBarcodes(image, OLDER_READER);
  return result?.isValid ? result.text : undefined;
}
