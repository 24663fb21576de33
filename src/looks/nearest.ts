import { PLAIN, type Style } from "../rendering/style.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";
import type { StyledRenderer } from "../rendering/styled-renderer.ts";
import { darkerLooks } from "./darker.ts";
import { fieldOf } from "./judge.ts";

export interface Changed {
  field: string;
  value: unknown;
}

export interface Nearest {
  /** What differs, each by its path below `prefix`; none when the look scans already. */
  changes: Changed[];
  style: Style;
  foregroundColor: string;
  backgroundColor: string;
}

/** A look with the least change after which it may be printed. */
export async function nearestLook(
  styled: Pick<StyledRenderer, "assess" | "nearestThatScans">,
  input: StyledInput,
  prefix: string,
  signal?: AbortSignal,
): Promise<Nearest> {
  if ((await styled.assess(input, signal)).passes) return answerOf(input, []);
  const change = await styled.nearestThatScans(input, { aim: "passes" }, signal);
  if (change) {
    const { part, value, code } = change;
    return answerOf(code, [{ field: fieldOf(part, prefix), value }]);
  }
  for (const darker of darkerLooks(input)) {
    if ((await styled.assess(darker, signal)).passes) {
      return answerOf(darker, changesOf(input, darker, prefix));
    }
  }
  return plainest(input, prefix);
}

/** What differs of the colours and the logo's size. */
function changesOf(before: StyledInput, after: StyledInput, prefix: string): Changed[] {
  const valuesOf = ({ style, foreground, background }: StyledInput) => ({
    foregroundColor: foreground,
    backgroundColor: background,
    [`${prefix}gradient.to`]: style.gradient?.to,
    [`${prefix}eyeColor`]: style.eyeColor,
    [`${prefix}logo.scale`]: style.logo?.scale,
  });
  const was: Record<string, unknown> = valuesOf(before);
  return Object.entries(valuesOf(after))
    .filter(([field, value]) => value !== was[field])
    .map(([field, value]) => ({ field, value }));
}

const answerOf = ({ style, foreground, background }: StyledInput, changes: Changed[]): Nearest => ({
  changes,
  style,
  foregroundColor: foreground,
  backgroundColor: background,
});

/** Where nothing else helps: squares in black on white, with what stands around and in the middle. */
function plainest(input: StyledInput, prefix: string): Nearest {
  const { logo, frame, quietZone } = input.style;
  const smaller = logo && { ...logo, scale: Math.min(logo.scale, 0.15) };
  const style: Style = { ...PLAIN, logo: smaller, frame, quietZone };
  const isOther = (key: keyof Style) => JSON.stringify(style[key]) !== JSON.stringify(input.style[key]);
  const changes: Changed[] = (Object.keys(style) as (keyof Style)[])
    .filter(isOther)
    .map((key) => ({ field: prefix + key, value: style[key] }));
  const colors = { foreground: "#000000", background: "#ffffff" };
  changes.push(
    { field: "foregroundColor", value: colors.foreground },
    { field: "backgroundColor", value: colors.background },
  );
  return answerOf({ ...input, ...colors, style }, changes);
}
