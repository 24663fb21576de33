/** Decides where a visit leads: for the redirect, for `explain`, and for everybody else who asks. */
import { type Condition, conditionsOf, languageOf, languagesOf, type Moment } from "./conditions.ts";
import type { Rule, Variant, Visitor } from "./shape.ts";
import { variantFor } from "./split.ts";

/** What decides, as an owner set it. */
export interface RoutingRules {
  /** ISO 8601; null: at once. */
  startsAt: string | null;
  rules: readonly Rule[];
  split: { variants: readonly Variant[] } | null;
}

/** Prepared once, then used for each visit. */
export interface CompiledRouting {
  startsAt: number;
  rules: readonly { id: string; to: string; conditions: readonly Condition[] }[];
  variants: readonly Variant[];
  languages: ReadonlySet<string>;
}

export interface Visiting {
  visitor: Visitor;
  /** The visitor's tag of the day; null: visitors are not told apart. */
  tag: string | null;
}

export type Decision =
  | { outcome: "not-started" }
  /** To the code's own content. */
  | { outcome: "content" }
  | { outcome: "rule"; rule: string; to: string }
  | { outcome: "split"; variant: string; to: string };

export const compileRouting = ({ startsAt, rules, split }: RoutingRules): CompiledRouting => ({
  startsAt: startsAt === null ? Number.NEGATIVE_INFINITY : Date.parse(startsAt),
  rules: rules.map(({ id, to, when }) => ({ id, to, conditions: conditionsOf(when) })),
  variants: split?.variants ?? [],
  languages: languagesOf(rules),
});

const momentOf = ({ languages }: CompiledRouting, visitor: Visitor, at: number): Moment => ({
  visitor,
  at,
  language: languageOf(visitor.language, languages),
});

export function decide(routing: CompiledRouting, visiting: Visiting, at: number): Decision {
  if (at < routing.startsAt) return { outcome: "not-started" };
  const moment = momentOf(routing, visiting.visitor, at);
  for (const { id, to, conditions } of routing.rules) {
    if (conditions.every((condition) => condition.holds(moment))) return { outcome: "rule", rule: id, to };
  }
  if (routing.variants.length === 0) return { outcome: "content" };
  const { id, to } = variantFor(routing.variants, visiting.tag);
  return { outcome: "split", variant: id, to };
}

export interface RuleCheck {
  /** The rule's id. */
  rule: string;
  matched: boolean;
  /** A sentence for each condition that does not hold. */
  because: string;
}

/** Each rule up to the one that matches, and why those before it do not. */
export function checksOf(routing: CompiledRouting, visitor: Visitor, at: number): RuleCheck[] {
  const moment = momentOf(routing, visitor, at);
  const checks: RuleCheck[] = [];
  for (const { id, conditions } of routing.rules) {
    const failing = conditions.filter((condition) => !condition.holds(moment));
    const matched = failing.length === 0;
    const reason = conditions.length === 0 ? "It has no conditions." : "All its conditions hold.";
    checks.push({
      rule: id,
      matched,
      because: matched ? reason : failing.map((condition) => condition.because(moment)).join(" "),
    });
    if (matched) break;
  }
  return checks;
}
