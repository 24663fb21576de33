import type { Style } from "../../../api/types.ts";
import { wholeOr } from "../draft.ts";

/** To choose from for all that is dark. */
export const DARK = ["#1a1410", "#000000", "#0e5a54", "#1f3a68", "#5a2350", "#7a2e16"];

/** What a part of the look begins as, in the colour of the squares. */
export const firstEyeColor = (foregroundColor: string): string => wholeOr(foregroundColor, DARK[0]!);

export const firstFrame = (foregroundColor: string, words: string | null): NonNullable<Style["frame"]> => ({
  kind: "label",
  text: words ?? "Scan me",
  color: wholeOr(foregroundColor, DARK[0]!),
});
