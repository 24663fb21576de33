import jsqr, { type QRCode } from "jsqr";
import { type Picture, rgbaOf } from "./camera.ts";

/** jsQR, which shares no code with the other decoder. Its types mistake its one CommonJS export for a module. */
const jsQR = jsqr as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" },
) => QRCode | null;

/** What it makes of a picture: the text, or nothing. Like the other it looks for dark on light only. */
export function decodeAgain(picture: Picture): string | undefined {
  const { width, height } = picture;
  const found = jsQR(rgbaOf(picture), width, height, { inversionAttempts: "dontInvert" });
  return found?.data || undefined;
}
