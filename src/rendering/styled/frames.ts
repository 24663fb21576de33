import { type Color, contrastRatio } from "../colors.ts";
import type { FrameKind } from "../style.ts";
import { FRAME_FORMS, type FrameSize } from "./frame-forms.ts";
import type { Shape } from "./scene.ts";
import { textPath, textWidth } from "./text.ts";

/** What is drawn around a code and its quiet zone. */
export interface FrameLayout extends FrameSize {
  shapes: Shape[];
}

const INK: Color = { red: 0x16, green: 0x16, blue: 0x1a };
const PAPER: Color = { red: 255, green: 255, blue: 255 };

/** White text, unless dark text has more contrast. */
const lettering = (ground: Color): Color =>
  contrastRatio(ground, PAPER) >= Math.min(3, contrastRatio(ground, INK)) ? PAPER : INK;

export interface FrameRequest {
  kind: FrameKind;
  text: string;
  color: Color;
}

export function frameAround(panel: number, quietZone: number, { kind, text, color }: FrameRequest): FrameLayout {
  const { paths, text: box, ...layout } = FRAME_FORMS[kind](panel, quietZone);
  const letters = textPath(text, box);
  return {
    ...layout,
    shapes: [
      ...paths.map((path) => ({ path, paint: { color }, rule: "evenodd" as const })),
      { path: letters, paint: { color: lettering(color) }, rule: "nonzero" },
    ],
  };
}

/** The height of the frame text's capitals, in the units of `panel`: wide text is smaller. */
export function capitalHeight(panel: number, quietZone: number, { kind, text }: Omit<FrameRequest, "color">): number {
  const { text: box } = FRAME_FORMS[kind](panel, quietZone);
  return Math.min(box.capHeight, box.width / textWidth(text, 1));
}
