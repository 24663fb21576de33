import { drawingProblem } from "../codes/look-rules.ts";
import type { Renderer } from "../rendering/renderer.ts";
import { isPlain, type Style } from "../rendering/style.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { LogoMissing } from "../store/look-store.ts";
import { fieldOf, firstThat, singleFixes } from "./fixes.ts";
import type { Logos } from "./logos.ts";

export interface JudgeOptions {
  styled: Pick<Renderer, "readersOf">;
  logos: Pick<Logos, "current">;
}

export interface JudgeManner {
  /** Without advice. */
  isBrief?: boolean;
  /** Only a change of these parts is advised: those that somebody is about to change. */
  only?: readonly string[] | undefined;
  /** The field that is named when no change of one part helps. */
  blamed?: string | undefined;
  /** Nothing more is begun when it is aborted. */
  signal?: AbortSignal | undefined;
}

/** More pixels take longer to read, and help no look. */
const SEARCHED_SIZE = 512;

/** A code without its look. */
export type Bare = Omit<StyledInput, "style" | "logo">;

/** Says what is wrong with a look, each field by its path below `prefix`. */
export function createJudge({ styled, logos }: JudgeOptions) {
  return async (
    ownerId: string,
    bare: Bare,
    style: Style,
    prefix: string,
    manner: JudgeManner = {},
  ): Promise<FieldProblem[]> => {
    if (isPlain(style)) return [];
    const logo = style.logo ? await logos.current(ownerId, style.logo.id) : null;
    if (style.logo && !logo) return [noLogo(prefix)];
    const input = { ...bare, style, logo };
    try {
      if ((await styled.readersOf(input, { caller: ownerId, signal: manner.signal })).length > 0) return [];
    } catch (error) {
      return [drawingProblem(error, prefix)];
    }
    // For many codes at once a search for each would take minutes.
    if (manner.isBrief) return [{ field: prefix.slice(0, -1), message: "cannot be read in its colours" }];
    return [await unreadable(ownerId, input, prefix, manner)];
  };

  /** Which part to change, and the nearest value that works. */
  async function unreadable(
    ownerId: string,
    input: StyledInput,
    prefix: string,
    { only, blamed, signal }: JudgeManner,
  ): Promise<FieldProblem> {
    const fixes = singleFixes({ ...input, size: Math.min(input.size, SEARCHED_SIZE) }).filter(
      ({ changes: [change] }) => !only || only.includes(change!.part),
    );
    const isReadByBoth = async (code: StyledInput) =>
      (await styled.readersOf(code, { caller: ownerId, signal })).length === 2;
    const fix = await firstThat(isReadByBoth, fixes);
    if (fix) {
      const { part, value } = fix.changes[0]!;
      const message = `makes a code that cannot be read; the nearest value that works is ${value}`;
      return { field: fieldOf(part, prefix), message };
    }
    const message =
      "makes a code that cannot be read, and no change of one part was found that helps; squares in black on white can";
    return { field: blamed ?? (prefix === "" ? "body" : prefix.slice(0, -1)), message };
  }
}

export const noLogo = (prefix: string): FieldProblem => ({
  field: `${prefix}logo.id`,
  message: "must be the id of a logo of yours",
});

/** For a logo that was deleted between the verdict on a look and its writing. */
export const refuseMissing =
  (prefix: string) =>
  (error: unknown): never => {
    throw error instanceof LogoMissing ? invalid([noLogo(prefix)]) : error;
  };
