import type { Image } from "@napi-rs/canvas";
import type { Color } from "../colors.ts";
import type { GradientKind } from "../style.ts";
import type { Box, Path } from "./path.ts";

/** An image as drawn by every format: shapes from back to front, then the logo, in modules. */

export interface Gradient {
  kind: GradientKind;
  from: Color;
  to: Color;
  /** Linear: from the first point to the second. Radial: the first point is the centre. */
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

/** A logo's file and its decoded pixels. */
export interface SceneLogo {
  png: Uint8Array;
  image: Image;
}

export interface Scene {
  width: number;
  height: number;
  /** True if its background is opaque. */
  isOpaque: boolean;
  shapes: Shape[];
  logo: (SceneLogo & { box: Box }) | null;
}

export const isGradient = (paint: Paint): paint is { gradient: Gradient } => "gradient" in paint;

/** The radius of a radial gradient. */
export const radiusOf = ({ x1, y1, x2, y2 }: Gradient): number => Math.hypot(x2 - x1, y2 - y1);
