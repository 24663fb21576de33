import type { Renderer } from "../rendering/renderer.ts";
import type { Style } from "../rendering/style.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";
import type { CallOptions } from "../shared/thread-pool.ts";
import { type Fix, fieldOf, nearestFix, plainestFix } from "./fixes.ts";

export interface Nearest {
  /** The differences, with paths below `prefix`; empty if the look already scans. */
  changes: { field: string; value: unknown }[];
  style: Style;
  foregroundColor: string;
  backgroundColor: string;
}

/** A look with the first fix after which it may be printed. */
export async function nearestLook(
  { assess }: Pick<Renderer, "assess">,
  input: StyledInput,
  prefix: string,
  asked?: CallOptions,
): Promise<Nearest> {
  const passes = async (code: StyledInput) => (await assess(code, asked)).passes;
  if (await passes(input)) return answerOf({ changes: [], code: input }, prefix);
  // Black on white is the best possible, even if the image is too small to pass.
  const fix = (await nearestFix(passes, input)) ?? plainestFix(input) ?? { changes: [], code: input };
  return answerOf(fix, prefix);
}

const answerOf = ({ changes, code }: Fix, prefix: string): Nearest => ({
  changes: changes.map(({ part, value }) => ({ field: fieldOf(part, prefix), value })),
  style: code.style,
  foregroundColor: code.foreground,
  backgroundColor: code.background,
});
