import { isPlain } from "../../../../../src/rendering/style.ts";
import type { Style } from "../../../api/types.ts";
import type { Draft } from "../draft.ts";

/** What of a draft makes its picture. */
export type LookParts = Pick<Draft, "foregroundColor" | "backgroundColor" | "errorCorrection" | "size" | "style">;

/** Some parts anew, or what makes them of those there are by then: what comes late takes nothing back. */
export type Change<T> = Partial<T> | ((now: T) => Partial<T>);

export const made = <T>(change: Change<T>, now: T): Partial<T> => (typeof change === "function" ? change(now) : change);

export const lookOf = ({ foregroundColor, backgroundColor, errorCorrection, size, style }: LookParts): LookParts => ({
  foregroundColor,
  backgroundColor,
  errorCorrection,
  size,
  style,
});

/** As the server draws it; without a style it takes the faster way. */
export const drawingOf = (look: LookParts) => {
  const { style, ...plain } = lookOf(look);
  return isPlain(style) ? plain : { ...plain, style };
};

/** Styles are all written in one order, see `wholeStyle`. */
export const isSameStyle = (a: Style, b: Style): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What of the look was changed from `before` to `after`, on what it is now. */
export function changesOnto(now: LookParts, before: LookParts, after: LookParts): LookParts {
  const names = changedParts(before, after);
  const some = <T extends object>(parts: T) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name)));
  return { ...lookOf(now), ...some(lookOf(after)), style: { ...now.style, ...some(after.style) } };
}

/** Which parts differ, those of the style each by itself. */
export function changedParts(before: LookParts, after: LookParts): string[] {
  const flat = ({ style, ...rest }: LookParts) => Object.entries({ ...rest, ...style });
  const values = new Map<string, unknown>(flat(lookOf(before)));
  return flat(lookOf(after))
    .filter(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
}
