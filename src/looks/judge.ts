import { drawingProblem } from "../codes/look-rules.ts";
import { noLogo } from "../codes/refusals.ts";
import type { Renderer } from "../rendering/renderer.ts";
import { isPlain, type Style } from "../rendering/style.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";
import { callerNow } from "../shared/caller.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { fieldOf, nearestFix } from "./fixes.ts";
import type { Logos } from "./logos.ts";

export interface JudgeOptions {
  styled: Pick<Renderer, "assess" | "readersOf">;
  logos: Pick<Logos, "current">;
}

export interface JudgeManner {
  /** Without advice. */
  isBrief?: boolean;
  /** Only suggest changes that involve these fields: those about to be changed. */
  only?: readonly string[] | undefined;
  /** The field to report if no single change helps. */
  blamed?: string | undefined;
  /** No further work starts after an abort. */
  signal?: AbortSignal | undefined;
}

/** More pixels take longer to decode and help no look. */
const SEARCHED_SIZE = 512;

/** A code without its look. */
export type Bare = Omit<StyledInput, "style" | "logo">;

/** Reports problems of a look, with field paths below `prefix`. */
export function createJudge({ styled, logos }: JudgeOptions) {
  return async (
    workspaceId: string,
    bare: Bare,
    style: Style,
    prefix: string,
    manner: JudgeManner = {},
  ): Promise<FieldProblem[]> => {
    if (isPlain(style)) return [];
    const logo = style.logo ? await logos.current(workspaceId, style.logo.id) : null;
    if (style.logo && !logo) return [noLogo(prefix)];
    const input = { ...bare, style, logo };
    try {
      if ((await styled.readersOf(input, { caller: callerNow(workspaceId), signal: manner.signal })).length > 0)
        return [];
    } catch (error) {
      return [drawingProblem(error, prefix)];
    }
    // For many codes, a search for each would take minutes.
    if (manner.isBrief) return [{ field: prefix.slice(0, -1), message: "cannot be read in these colours" }];
    return [await unreadable(workspaceId, input, prefix, manner)];
  };

  /** Suggests changes after which the code passes. */
  async function unreadable(
    workspaceId: string,
    input: StyledInput,
    prefix: string,
    { only, blamed, signal }: JudgeManner,
  ): Promise<FieldProblem> {
    const passes = async (code: StyledInput) =>
      (await styled.assess(code, { caller: callerNow(workspaceId), signal })).passes;
    const sought = { ...input, size: Math.min(input.size, SEARCHED_SIZE) };
    const fix = await nearestFix(
      passes,
      sought,
      ({ changes }) => !only || changes.some(({ part }) => only.includes(part)),
    );
    const wrong = "makes a code that cannot be read";
    const field = blamed ?? (prefix === "" ? "body" : prefix.slice(0, -1));
    if (!fix) {
      return { field, message: `${wrong}, and no single change was found that helps; black squares on white work` };
    }
    const [first, ...others] = fix.changes.map(({ part, value }) => ({ field: fieldOf(part, prefix), value }));
    if (others.length === 0) {
      return { field: first!.field, message: `${wrong}; the nearest value that works is ${first!.value}` };
    }
    const values = [first!, ...others].map((change) => `${change.field} ${change.value}`).join(", ");
    const isSwapped = fix.code.background === input.foreground && fix.code.foreground === input.background;
    const help = isSwapped ? "it is light on dark. Swap the colours" : "together these values work";
    return { field, message: `${wrong}; ${help}: ${values}` };
  }
}
