import { contrastRatio, formatColor, lightness, parseColor } from "../rendering/colors.ts";
import { LogoTooLarge } from "../rendering/errors.ts";
import { LOGO_SCALE, PLAIN, type Style } from "../rendering/style.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";

/** A code with one or several fixes, and the changed fields by their API names. */
export interface Fix {
  changes: { part: string; value: unknown }[];
  code: StyledInput;
}

const STEPS = 20;

/** The nearest darker colour with this contrast to the background; null if even black has less. */
function darkened(color: string, ground: string, contrast: number): string | null {
  const { red, green, blue } = parseColor(color);
  const under = parseColor(ground);
  for (let step = 0; step <= STEPS; step++) {
    const part = (channel: number) => Math.round(channel * (1 - step / STEPS));
    const ink = { red: part(red), green: part(green), blue: part(blue) };
    const isDarker = lightness(ink) < lightness(under);
    if (isDarker && contrastRatio(ink, under) >= contrast) return step === 0 ? color : formatColor(ink);
  }
  return null;
}

type Change = (code: StyledInput) => StyledInput;

const withStyle =
  (part: (style: Style, code: StyledInput) => Partial<Style>): Change =>
  (code) => ({ ...code, style: { ...code.style, ...part(code.style, code) } });

const darkerGradient = (contrast: number) =>
  withStyle(({ gradient }, { background }) => ({
    gradient: gradient && { ...gradient, to: darkened(gradient.to, background, contrast) ?? gradient.to },
  }));
const darkerEyes = (contrast: number) =>
  withStyle(({ eyeColor }, { background }) => ({
    eyeColor: eyeColor && (darkened(eyeColor, background, contrast) ?? eyeColor),
  }));
const darkerForeground =
  (contrast: number): Change =>
  (code) => ({ ...code, foreground: darkened(code.foreground, code.background, contrast) ?? code.foreground });
const onWhite: Change = (code) => ({ ...code, background: "#ffffff" });
const logoUpTo = (most: number) =>
  withStyle(({ logo }) => ({ logo: logo && { ...logo, scale: Math.min(logo.scale, most) } }));
const squareEyes: Change[] = [withStyle(() => ({ eyeFrame: "square" })), withStyle(() => ({ eyeBall: "square" }))];
const squareModules = withStyle(() => ({ modules: "square" }));

const all =
  (...changes: Change[]): Change =>
  (code) =>
    changes.reduce((changed, change) => change(changed), code);
/** Only for light on dark. */
const swapped: Change = (code) => {
  const { foreground, background } = code;
  const isLight = lightness(parseColor(foreground)) > lightness(parseColor(background));
  return isLight ? { ...code, foreground: background, background: foreground } : code;
};
const darkerParts = (contrast: number) => [darkerGradient(contrast), darkerEyes(contrast), darkerForeground(contrast)];

const darker = (contrast: number) => all(...darkerParts(contrast));

/** One field each, smallest change first. */
const SINGLE: Change[] = [
  ...darkerParts(4),
  onWhite,
  logoUpTo(0.2),
  logoUpTo(LOGO_SCALE.least),
  ...squareEyes,
  squareModules,
  ...darkerParts(5),
];

const plainest: Change = (code) => {
  const { logo, frame, quietZone } = code.style;
  return { ...code, foreground: "#000000", background: "#ffffff", style: { ...PLAIN, logo, frame, quietZone } };
};

/** Several fields at once; the last is black squares on white. */
const SEVERAL: Change[] = [
  swapped,
  all(swapped, darker(5)),
  darker(5),
  all(darker(7), logoUpTo(0.15)),
  all(onWhite, darker(7), logoUpTo(0.15)),
  all(onWhite, darker(10), logoUpTo(0.15), ...squareEyes, squareModules),
  all(plainest, logoUpTo(0.15)),
];

const VALUES: Record<string, (code: StyledInput) => unknown> = {
  foreground: (code) => code.foreground,
  background: (code) => code.background,
  "style.gradient.to": ({ style }) => style.gradient?.to,
  "style.eyeColor": ({ style }) => style.eyeColor,
  "style.logo.scale": ({ style }) => style.logo?.scale,
  "style.modules": ({ style }) => style.modules,
  "style.eyeFrame": ({ style }) => style.eyeFrame,
  "style.eyeBall": ({ style }) => style.eyeBall,
  "style.gradient": ({ style }) => (style.gradient ? undefined : null),
  "style.transparent": ({ style }) => style.transparent,
};

function fixesBy(changes: readonly Change[], code: StyledInput): Fix[] {
  const seen = new Set<string>();
  return changes.flatMap((change) => {
    const changed = change(code);
    const differing = Object.entries(VALUES).flatMap(([part, read]) => {
      const value = read(changed);
      return value === undefined || value === read(code) ? [] : [{ part, value }];
    });
    const key = JSON.stringify(differing);
    if (differing.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return [{ changes: differing, code: changed }];
  });
}

/** Each candidate costs a verdict while the caller waits. */
const MAX_JUDGED = { single: 8, several: 5 };
/** The editor warns of less, although 3 may be graded C. */
const MIN_CONTRAST = 4;

/** Whether every foreground colour is sufficiently darker than the background. If not, it fails without drawing. */
function hasContrast({ foreground, background, style }: StyledInput): boolean {
  const ground = parseColor(background);
  const inks = [foreground, style.gradient?.to, style.eyeColor].filter((ink) => typeof ink === "string");
  return inks
    .map(parseColor)
    .every((ink) => lightness(ink) < lightness(ground) && contrastRatio(ink, ground) >= MIN_CONTRAST);
}

/** Black squares on white, the last resort. */
export const plainestFix = (code: StyledInput): Fix | undefined => fixesBy(SEVERAL.slice(-1), code)[0];

/**
 * The first fix after which the code passes: a single field if possible, from the smallest change to black squares on
 * white.
 */
export async function nearestFix(
  passes: (code: StyledInput) => Promise<boolean>,
  code: StyledInput,
  isWanted: (fix: Fix) => boolean = () => true,
): Promise<Fix | undefined> {
  const promising = (changes: Change[], most: number) =>
    fixesBy(changes, code)
      .filter((fix) => isWanted(fix) && hasContrast(fix.code))
      .slice(0, most);
  for (const fix of [...promising(SINGLE, MAX_JUDGED.single), ...promising(SEVERAL, MAX_JUDGED.several)]) {
    const isGood = await passes(fix.code).catch((error) => {
      if (error instanceof LogoTooLarge) return false;
      throw error;
    });
    if (isGood) return fix;
  }
  return undefined;
}

/** The API name of a field. */
export function fieldOf(part: string, prefix: string): string {
  if (part === "foreground" || part === "background") return `${part}Color`;
  return prefix + part.slice("style.".length);
}
