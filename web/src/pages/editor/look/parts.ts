import { isPlain, wholeStyle } from "../../../../../src/rendering/style.ts";
import type { Nearest } from "../../../api/looks.ts";
import type { Level, Style } from "../../../api/types.ts";
import type { Problems } from "../../../forms/form.ts";
import { type Draft, wholeOr } from "../draft.ts";
import { WORDS } from "../words.ts";

/** The parts of a draft that its image depends on. */
export type LookParts = Pick<Draft, "foregroundColor" | "backgroundColor" | "errorCorrection" | "size" | "style">;

/** New values, or a function of the current ones, so that a late result does not undo other changes. */
export type Change<T> = Partial<T> | ((now: T) => Partial<T>);

export const made = <T>(change: Change<T>, now: T): Partial<T> => (typeof change === "function" ? change(now) : change);

export const lookOf = ({ foregroundColor, backgroundColor, errorCorrection, size, style }: LookParts): LookParts => ({
  foregroundColor,
  backgroundColor,
  errorCorrection,
  size,
  style,
});

/** The request to draw it; without a style, the server uses the faster renderer. */
export const drawingOf = (look: LookParts & { errorCorrection: Level }) => {
  const { style, ...rest } = lookOf(look);
  const plain = { ...rest, errorCorrection: look.errorCorrection };
  return isPlain(style) ? plain : { ...plain, style };
};

/** `wholeStyle` writes all fields in one order. */
export const isSameStyle = (a: Style, b: Style): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Applies the changes from `before` to `after` to the current look. */
export function changesOnto(now: LookParts, before: LookParts, after: LookParts): LookParts {
  const names = changedParts(before, after);
  const some = <T extends object>(parts: T) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name)));
  return { ...lookOf(now), ...some(lookOf(after)), style: { ...now.style, ...some(after.style) } };
}

/** The names of changed parts; parts of the style separately. */
export function changedParts(before: LookParts, after: LookParts): string[] {
  const flat = ({ style, ...rest }: LookParts) => Object.entries({ ...rest, ...style });
  const values = new Map<string, unknown>(flat(lookOf(before)));
  return flat(lookOf(after))
    .filter(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
}

/** Swatches for dark parts. */
export const DARK = ["#1a1410", "#000000", "#0e5a54", "#1f3a68", "#5a2350", "#7a2e16"];

/** The initial colour of a part: that of the modules. */
export const firstEyeColor = (foregroundColor: string): string => wholeOr(foregroundColor, DARK[0]!);

export const firstFrame = (foregroundColor: string, words: string | null): NonNullable<Style["frame"]> => ({
  kind: "label",
  text: words ?? "Scan me",
  color: wholeOr(foregroundColor, DARK[0]!),
});

export interface StyleProps {
  style: Style;
  change: (part: Change<Style>) => void;
  /** By input name. */
  problems: Problems;
}

const PARTS: Record<string, (value: unknown) => string> = {
  "style.modules": (value) => `dots: ${value}`,
  "style.eyeFrame": (value) => `corners: ${value}`,
  "style.eyeBall": (value) => `corner centres: ${value}`,
  "style.eyeColor": (value) => `corner colour: ${value ?? "same as the rest"}`,
  "style.gradient": () => "no gradient",
  "style.gradient.to": (value) => `second colour: ${value}`,
  "style.logo": () => "a smaller logo",
  "style.logo.scale": (value) => `logo size: ${Math.round(Number(value) * 100)}%`,
  "style.transparent": () => "with a background",
  foregroundColor: (value) => `colour: ${value}`,
  backgroundColor: (value) => `background: ${value}`,
};

const wordsFor = ({ changes }: Nearest): string =>
  changes.map(({ field, value }) => PARTS[field]?.(value) ?? field).join(", ");

/** Applies the nearest look that scans to the current look, and says what changed. */
export async function takeNearest(
  look: LookParts,
  find: () => Promise<Nearest>,
  change: (part: Change<LookParts>) => void,
): Promise<string> {
  const before = lookOf(look);
  const nearest = await find();
  const { foregroundColor, backgroundColor, style, changes } = nearest;
  if (changes.length === 0) return WORDS.scansAlready;
  const after = { ...before, foregroundColor, backgroundColor, style: wholeStyle(style) };
  change((now) => changesOnto(now, before, after));
  return WORDS.changed(wordsFor(nearest));
}
