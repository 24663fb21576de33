import type { Ink } from "../rendering/style.ts";
import type { Code } from "./code.ts";
import { readStyle } from "./look-rules.ts";

const BLACK = "#000000";

/** The code as drawn in one ink: the shapes of its look without its colours. */
export function inInk<T extends Pick<Code, "foregroundColor" | "backgroundColor" | "style">>(code: T, ink: Ink): T {
  if (ink === "own") return code;
  const style = code.style === null ? null : readStyle(code.style);
  const frame = style?.frame ? { ...style.frame, color: BLACK } : null;
  return {
    ...code,
    foregroundColor: BLACK,
    backgroundColor: "#ffffff",
    style: style && JSON.stringify({ ...style, gradient: null, eyeColor: null, frame }),
  };
}
