import { TextTooLong } from "../../rendering/errors.ts";
import { renderImage } from "../../rendering/image.ts";

/** The code on a Wi-Fi page, for a phone that reads the first phone's screen. */
export function drawJoinSvg(text: string): string {
  const look = { format: "svg", size: 240, foreground: "#000000", background: "#ffffff" } as const;
  for (const level of ["M", "L"] as const) {
    try {
      return Buffer.from(renderImage({ text, level, ...look })).toString();
    } catch (error) {
      if (!(error instanceof TextTooLong)) throw error;
    }
  }
  return "";
}
