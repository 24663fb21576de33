import { createHash } from "node:crypto";
import { contrastOf, MIN_CONTRAST, mix, mixUntil, OWN_COLOR, readableColors, WHITE } from "../../rendering/colors.ts";
import { createBoundedMap } from "../../shared/bounded-map.ts";

/** The background colours of a scheme, and the colour that links are mixed with until they have `contrast`. */
const LIGHT = {
  page: "#fbf7f2",
  card: "#fffefc",
  line: "#cfc5b9",
  toward: "#000000",
  contrast: MIN_CONTRAST,
  tint: 0.09,
  fade: 0,
};
const DARK = { page: "#14110f", card: "#1d1916", line: "#5d544b", toward: WHITE, contrast: 7, tint: 0.16, fade: 0.16 };
/** Below this contrast, a button needs a border. */
const SEEN = 1.3;

type Scheme = typeof LIGHT;

export interface Skin {
  /** Background and text of the header and the main button. */
  brand: string;
  on: string;
  /** The border of the main button. */
  edge: string;
  /** Links and icons, readable on all backgrounds. */
  link: string;
  soft: string;
}

function skinIn(color: string, { page, card, line, toward, contrast, tint, fade }: Scheme): Skin {
  const { brand, on } = readableColors(mix(color, "#000000", fade));
  const soft = mix(page, color, tint);
  const link = mixUntil(color, toward, (mixed) =>
    [page, card, soft].every((ground) => contrastOf(mixed, ground) >= contrast),
  );
  return { brand, on, edge: contrastOf(brand, page) < SEEN ? line : brand, link, soft };
}

/** Derives both schemes from a brand colour, with readable text and links. */
export function skinOf(color: string): { light: Skin; dark: Skin } {
  return { light: skinIn(color, LIGHT), dark: skinIn(color, DARK) };
}

export interface SkinSheet {
  /** The colours as custom properties, for a separate style element. */
  css: string;
  /** The style element's hash, for the CSP. */
  source: string;
  /** For <meta name="theme-color">. */
  themes: { light: string; dark: string };
}

const sheets = createBoundedMap<SkinSheet>(1_000);

/** Computed once per colour, not with every scan. */
export function skinSheet(color: string | null): SkinSheet {
  const key = color ?? OWN_COLOR;
  return sheets.get(key) ?? sheets.set(key, sheetOf(key));
}

function sheetOf(color: string): SkinSheet {
  const { light, dark } = skinOf(color);
  const css = `:root{${properties(light)}}@media(prefers-color-scheme:dark){:root{${properties(dark)}}}`;
  return { css, source: sourceOf(css), themes: { light: light.brand, dark: dark.brand } };
}

/** A CSP source that allows one style or script by its hash. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The tiles are behind the name, so they must only increase its contrast. */
function properties({ brand, on, edge, link, soft }: Skin): string {
  const tile = on === WHITE ? "#000" : "#fff";
  return `--brand:${brand};--on:${on};--tile:${tile};--edge:${edge};--ink:${link};--soft:${soft}`;
}
