import { type Color, contrastRatio, formatColor, parseColor } from "../colors.ts";
import { decode } from "../decode.ts";
import { LogoTooLarge } from "../errors.ts";
import { readsAtSomeGlance } from "../glances.ts";
import { gradeContrast } from "../grading.ts";
import { LOGO_SCALE, type Style } from "../style.ts";
import { type Subject, TRIALS } from "../trials.ts";
import { assessStyled, leastContrast, readClean, type StyledInput } from "./assess.ts";
import { prepare } from "./draw.ts";
import { styledSubject } from "./photograph.ts";

/** One part of a code to change, and the value nearest to the present one that reads. */
export interface Change {
  /** As the interface names it: "style.gradient.to", "foreground". */
  part: string;
  value: unknown;
  /** The code with that change. */
  code: StyledInput;
}

/** More pixels make a search longer, and no better. */
const SEARCHED_SIZE = 512;
/** Whoever waits longer takes plain squares as gladly. */
const BUDGET_MS = 4_000;

/** Values of a part are tried from the nearest to the farthest, in so many steps at most. */
const STEPS = 8;

function blend(from: string, to: Color, share: number): string {
  const start = parseColor(from);
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  return formatColor({
    red: mix(start.red, to.red),
    green: mix(start.green, to.green),
    blue: mix(start.blue, to.blue),
  });
}

const BLACK: Color = { red: 0, green: 0, blue: 0 };
const WHITE: Color = { red: 255, green: 255, blue: 255 };

interface Part {
  name: string;
  /** The value of a step from 1 to STEPS; nothing when there are no more. */
  at(step: number): unknown;
  apply(value: unknown): StyledInput;
}

/** What of a code may be changed to make it read, the least of a change first. */
function partsOf(code: StyledInput): Part[] {
  const { style, foreground, background } = code;
  const withStyle = (part: Partial<Style>): StyledInput => ({ ...code, style: { ...style, ...part } });
  const parts: Part[] = [];
  const { gradient, eyeColor, logo } = style;
  const ground = parseColor(background);
  const ink = parseColor(foreground);
  const isPaler = (color: string) => contrastRatio(parseColor(color), ground) < Math.max(5, contrastRatio(ink, ground));
  if (gradient && isPaler(gradient.to)) {
    parts.push({
      name: "style.gradient.to",
      at: (step) => blend(gradient.to, ink, step / STEPS),
      apply: (to) => withStyle({ gradient: { ...gradient, to: to as string } }),
    });
  }
  if (eyeColor !== null && isPaler(eyeColor)) {
    parts.push({
      name: "style.eyeColor",
      at: (step) => blend(eyeColor, ink, step / STEPS),
      apply: (color) => withStyle({ eyeColor: color as string }),
    });
  }
  if (logo) {
    parts.push({
      name: "style.logo.scale",
      at(step) {
        const scale = Math.round((logo.scale - step * 0.025) * 1000) / 1000;
        return scale < LOGO_SCALE.least ? undefined : scale;
      },
      apply: (scale) => withStyle({ logo: { ...logo, scale: scale as number } }),
    });
  }
  const toSquares = (name: "modules" | "eyeFrame" | "eyeBall"): Part => ({
    name: `style.${name}`,
    // A plainer shape first, then squares.
    at: (step) => (step === 1 ? "rounded" : step === 2 ? "square" : undefined),
    apply: (shape) => withStyle({ [name]: shape }),
  });
  for (const name of ["modules", "eyeFrame", "eyeBall"] as const) {
    if (style[name] !== "square") parts.push(toSquares(name));
  }
  parts.push(
    {
      name: "foreground",
      at: (step) => blend(foreground, BLACK, step / STEPS),
      apply: (color) => ({ ...code, foreground: color as string }),
    },
    {
      name: "background",
      at: (step) => blend(background, WHITE, step / STEPS),
      apply: (color) => ({ ...code, background: color as string }),
    },
  );
  return parts;
}

/** The mildest step of some trials, which whatever is worth printing survives. */
const MILD = TRIALS.filter(({ name }) => ["blur", "noise", "rotation"].includes(name));

const survives = async (subject: Subject, text: string): Promise<boolean> => {
  for (const trial of MILD) {
    const picture = trial.damage(subject, trial.steps[0] as number);
    if ((await decode(picture)) !== text || !readsAtSomeGlance(picture, text)) return false;
  }
  return true;
};

/** Reads: a little damage considered. Passes: its verdict says that it may be printed. */
type Aim = "reads" | "passes";

export interface Search {
  aim?: Aim;
  /** The parts that may be changed, by name; any unless told. */
  only?: readonly string[] | undefined;
  budgetMs?: number;
}

async function works(code: StyledInput, aim: Aim): Promise<boolean> {
  try {
    const prepared = await prepare(code);
    if (aim === "passes" && gradeContrast(leastContrast(prepared.look)) > "C") return false;
    if ((await readClean(code)).length < 2) return false;
    if (!(await survives(await styledSubject(prepared), code.text))) return false;
    return aim === "reads" || (await assessStyled(code, { least: "C" })).passes;
  } catch (error) {
    if (error instanceof LogoTooLarge) return false;
    throw error;
  }
}

/** The values of a part, the nearest first. */
const valuesOf = (part: Part): unknown[] =>
  Array.from({ length: STEPS }, (_, i) => part.at(i + 1)).filter((value) => value !== undefined);

/**
 * For a code that does not read: the part of it to change and the nearest value that works, both readers
 * and a little damage considered. Nothing if no single change would do; then plain black on white does.
 * A part whose farthest value does not help is left alone, so that a search takes a second and not ten.
 * Nothing as well when the time is over.
 */
export async function nearestThatScans(
  code: StyledInput,
  { aim = "reads", only, budgetMs = BUDGET_MS }: Search = {},
): Promise<Change | undefined> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() >= end;
  const helpful: { part: Part; values: unknown[] }[] = [];
  for (const part of partsOf({ ...code, size: Math.min(code.size, SEARCHED_SIZE) })) {
    if (isOver()) return undefined;
    if (only && !only.includes(part.name)) continue;
    const values = valuesOf(part);
    const farthest = values.at(-1);
    if (farthest !== undefined && (await works(part.apply(farthest), aim))) {
      helpful.push({ part, values });
    }
  }
  for (let step = 0; step < STEPS; step++) {
    for (const { part, values } of helpful) {
      const value = values[step];
      if (value === undefined) continue;
      if (isOver()) return undefined;
      const changed = part.apply(value);
      const isKnown = step === values.length - 1;
      if (isKnown || (await works(changed, aim))) {
        return { part: part.name, value, code: { ...changed, size: code.size } };
      }
    }
  }
  return undefined;
}
