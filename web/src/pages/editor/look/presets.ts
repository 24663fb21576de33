import { PLAIN, type Style } from "../../../../../src/rendering/style.ts";
import { isSameStyle, type LookParts } from "./parts.ts";

/** A look to begin from: its colours, and its style without a logo, which is the owner's own. */
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

/** All of them scan well: a test draws and judges each. */
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

/** The words that somebody wrote into a frame, and not a preset; null when there are none. */
export function ownWords({ frame }: Style): string | null {
  const text = frame?.text.trim();
  return text && !READY.has(text) ? text : null;
}

/** The preset in place of the look, with the owner's own logo and words in it. */
export function withPreset({ style }: LookParts, preset: Preset, text = ownWords(style)): Partial<LookParts> {
  const { frame } = preset.style;
  return {
    foregroundColor: preset.foregroundColor,
    backgroundColor: preset.backgroundColor,
    style: { ...preset.style, logo: style.logo, frame: frame && text ? { ...frame, text } : frame },
  };
}

/** Whether a look is this preset, with the owner's own logo and words in it. */
export function isPreset(look: LookParts, preset: Preset, text?: string | null): boolean {
  const { style, foregroundColor, backgroundColor } = withPreset(look, preset, text ?? undefined);
  const isSame = foregroundColor === look.foregroundColor && backgroundColor === look.backgroundColor;
  return isSame && isSameStyle(style!, look.style);
}
