import type { Image } from "@napi-rs/canvas";
import type { Color } from "../colors.ts";
import type { GradientKind } from "../style.ts";
import type { Box, Path } from "./path.ts";

/** A picture as every format draws it: shapes from back to front, then the logo, in modules. */

export interface Gradient {
  kind: GradientKind;
  from: Color;
  to: Color;
  /** A linear one runs from the first point to the second, a radial one has its middle in the first. */
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export type Paint = { color: Color } | { gradient: Gradient };

export interface Shape {
  path: Path;
  paint: Paint;
  rule: "nonzero" | "evenodd";
}

/** A logo's file, and the same decoded. */
export interface SceneLogo {
  png: Uint8Array;
  image: Image;
}

export interface Scene {
  width: number;
  height: number;
  /** True if its ground leaves nothing see-through. */
  isOpaque: boolean;
  shapes: Shape[];
  logo: (SceneLogo & { box: Box }) | null;
}

export const isGradient = (paint: Paint): paint is { gradient: Gradient } => "gradient" in paint;

/** How far a radial gradient reaches. */
export const radiusOf = ({ x1, y1, x2, y2 }: Gradient): number => Math.hypot(x2 - x1, y2 - y1);
