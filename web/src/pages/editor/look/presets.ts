import { PLAIN, type Style } from "../../../../../src/rendering/style.ts";
import { isSameStyle, type LookParts } from "./parts.ts";

/** A preset: colours, and a style without a logo. */
export interface Preset {
  name: string;
  foregroundColor: string;
  backgroundColor: string;
  style: Style;
}

const look = (name: string, [foregroundColor, backgroundColor]: [string, string], style: Partial<Style>): Preset => ({
  name,
  foregroundColor,
  backgroundColor,
  style: { ...PLAIN, ...style },
});

const eyes = (eyeFrame: Style["eyeFrame"], eyeBall = eyeFrame) => ({ eyeFrame, eyeBall });

/** A test checks that all of them scan well. */
export const PRESETS: readonly Preset[] = [
  look("Classic", ["#1a1410", "#ffffff"], {}),
  look("Soft", ["#1f3a68", "#ffffff"], { modules: "rounded", ...eyes("rounded") }),
  look("Dots", ["#1a1410", "#ffffff"], { modules: "dots", ...eyes("circle"), eyeColor: "#0e5a54" }),
  look("Leaf", ["#0b5d3b", "#f6faf2"], {
    modules: "classy",
    ...eyes("leaf"),
    gradient: { kind: "linear", to: "#1f6f5c", angle: 45 },
  }),
  look("Sunset", ["#6a1b5d", "#fffaf5"], {
    modules: "rounded",
    ...eyes("rounded", "circle"),
    gradient: { kind: "linear", to: "#b8322a", angle: 45 },
    eyeColor: "#6a1b5d",
  }),
  look("Ocean", ["#0a5f78", "#ffffff"], {
    modules: "dots",
    ...eyes("rounded", "circle"),
    gradient: { kind: "radial", to: "#14306b", angle: 0 },
    eyeColor: "#14306b",
  }),
  look("Jewel", ["#4a1942", "#ffffff"], { modules: "diamond", ...eyes("square"), eyeColor: "#8c1c4c" }),
  look("Coffee", ["#4a2c1a", "#fdf6ec"], { modules: "classy", ...eyes("leaf", "circle"), eyeColor: "#7a3b12" }),
  look("Scan me", ["#1a1410", "#ffffff"], {
    modules: "rounded",
    ...eyes("rounded"),
    frame: { kind: "label", text: "Scan me", color: "#1a1410" },
  }),
  look("Menu", ["#0e4d47", "#ffffff"], {
    modules: "dots",
    ...eyes("rounded", "circle"),
    frame: { kind: "badge", text: "See the menu", color: "#0e5a54" },
  }),
  look("Follow", ["#1f3a68", "#ffffff"], {
    modules: "rounded",
    ...eyes("rounded", "circle"),
    gradient: { kind: "linear", to: "#5a2a83", angle: 45 },
    frame: { kind: "banner", text: "Follow us", color: "#3d3276" },
  }),
  look("Ticket", ["#7a2e16", "#fffaf0"], {
    modules: "classy",
    ...eyes("rounded", "square"),
    frame: { kind: "ticket", text: "Your ticket", color: "#8f3a1d" },
  }),
];

const READY = new Set(PRESETS.map(({ style }) => style.frame?.text));

/** The frame text unless it comes from a preset; null if there is none. */
export function ownWords({ frame }: Style): string | null {
  const text = frame?.text.trim();
  return text && !READY.has(text) ? text : null;
}

/** Applies a preset, keeping the owner's logo and frame text. */
export function withPreset({ style }: LookParts, preset: Preset, text = ownWords(style)): Partial<LookParts> {
  const { frame } = preset.style;
  return {
    foregroundColor: preset.foregroundColor,
    backgroundColor: preset.backgroundColor,
    style: { ...preset.style, logo: style.logo, frame: frame && text ? { ...frame, text } : frame },
  };
}

/** Whether a look is this preset, apart from logo and frame text. */
export function isPreset(look: LookParts, preset: Preset, text?: string | null): boolean {
  const { style, foregroundColor, backgroundColor } = withPreset(look, preset, text ?? undefined);
  const isSame = foregroundColor === look.foregroundColor && backgroundColor === look.backgroundColor;
  return isSame && isSameStyle(style!, look.style);
}
