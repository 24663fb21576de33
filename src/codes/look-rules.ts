/** What looks mean for codes that are made or changed. src/looks knows the rules themselves. */
import type { FieldProblem } from "../shared/errors.ts";
import type { Code } from "../store/code-store.ts";
import type { Draft } from "./draft.ts";

export interface LookRules {
  /** What is wrong with a code that has a look, once `changed` of it are as they are here. */
  problemsOf(code: Code, changed: readonly string[]): Promise<FieldProblem[]>;
  /** The look of each new code; undefined: the store gives its owner's default one. */
  looksFor(ownerId: string, drafts: readonly Draft[]): Promise<(string | null)[] | undefined>;
}

/** What the verdict on a look depends on, beside the look itself. */
export const DRAWN = ["foregroundColor", "backgroundColor", "errorCorrection", "size"] as const;

export type Drawn = Pick<Code, (typeof DRAWN)[number]>;

/** Whether a verdict on the one holds for the other. */
export const isDrawnAlike = (one: Drawn & { style: string | null }, other: typeof one): boolean =>
  one.style === other.style && DRAWN.every((field) => one[field] === other[field]);
