import type { Level } from "../shared/vocabulary.ts";

/** The look of a code beyond its two colours. */

export const MODULE_SHAPES = ["square", "rounded", "dots", "classy", "diamond"] as const;
export const EYE_SHAPES = ["square", "rounded", "circle", "leaf"] as const;
export const GRADIENT_KINDS = ["linear", "radial"] as const;
export const FRAME_KINDS = ["label", "banner", "badge", "ticket"] as const;

export type ModuleShape = (typeof MODULE_SHAPES)[number];
export type EyeShape = (typeof EYE_SHAPES)[number];
export type GradientKind = (typeof GRADIENT_KINDS)[number];
export type FrameKind = (typeof FRAME_KINDS)[number];

export interface Style {
  modules: ModuleShape;
  /** The ring of a finder pattern and its centre. */
  eyeFrame: EyeShape;
  eyeBall: EyeShape;
  /** #RRGGBB; null: the colour of the modules. */
  eyeColor: string | null;
  /** From the foreground to `to`; 0 degrees runs to the right, 90 down. */
  gradient: { kind: GradientKind; to: string; angle: number } | null;
  /** A picture in the centre; `scale` is its longer side relative to the symbol's. */
  logo: { id: string; scale: number } | null;
  frame: { kind: FrameKind; text: string; color: string } | null;
  /** Modules on each side. */
  quietZone: number;
  transparent: boolean;
}

export const LOGO_SCALE = { least: 0.1, most: 0.3 } as const;
export const QUIET_ZONES = { least: 4, most: 10 } as const;
export const MAX_FRAME_TEXT_LENGTH = 30;
/** For an uploaded logo file. */
export const MAX_LOGO_BYTES = 1024 * 1024;

export const PLAIN: Style = {
  modules: "square",
  eyeFrame: "square",
  eyeBall: "square",
  eyeColor: null,
  gradient: null,
  logo: null,
  frame: null,
  quietZone: QUIET_ZONES.least,
  transparent: false,
};

/** True for a look that the plain, much faster renderer can draw. */
export const isPlain = (style: Style): boolean =>
  (Object.keys(PLAIN) as (keyof Style)[]).every((key) => style[key] === PLAIN[key]);

/** The known fields in a fixed order, so that looks can be compared as text. */
export const wholeStyle = ({ gradient, logo, frame, ...style }: Style): Style => ({
  modules: style.modules,
  eyeFrame: style.eyeFrame,
  eyeBall: style.eyeBall,
  eyeColor: style.eyeColor,
  gradient: gradient && { kind: gradient.kind, to: gradient.to, angle: gradient.angle },
  logo: logo && { id: logo.id, scale: logo.scale },
  frame: frame && { kind: frame.kind, text: frame.text, color: frame.color },
  quietZone: style.quietZone,
  transparent: style.transparent,
});

/** own: in the code's colours. black: in black only, which a PDF writes as the ink black alone. */
export const INKS = ["own", "black"] as const;
export type Ink = (typeof INKS)[number];

/** A code with everything its picture depends on. */
export interface StyledCode {
  text: string;
  /** The requested level; a logo may need a higher one. */
  level: Level;
  /** #RRGGBB */
  foreground: string;
  background: string;
  style: Style;
  /** The picture of `style.logo` as returned by `readLogo`, or null. */
  logo: Uint8Array | null;
}

/** The decoders of a styled code's verdict; they share no code. */
export const READERS = ["zxing", "jsqr"] as const;
export type Reader = (typeof READERS)[number];
