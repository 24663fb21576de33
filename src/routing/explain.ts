/** Where a visit would lead, and why. */
import type { Code } from "../codes/code.ts";
import { actionOf } from "../codes/content/index.ts";
import { NO_PLACEMENT } from "../scans/filter.ts";
import { UNKNOWN } from "../visits/agent-names.ts";
import { type CompiledRouting, checksOf, decide, type RuleCheck } from "./decide.ts";
import type { GivenVisit, Visitor } from "./shape.ts";

export interface Explanation {
  /** Null: to a page of ours, or to one of several variants. */
  to: string | null;
  outcome: "not-started" | "rule" | "split" | "content";
  rule: string | null;
  variant: string | null;
  checks: RuleCheck[];
}

const visitorOf = ({ at: _, ...visit }: GivenVisit): Visitor => ({
  ...{ device: UNKNOWN, os: UNKNOWN, browser: UNKNOWN, country: UNKNOWN, language: "", placement: NO_PLACEMENT },
  query: {},
  ...visit,
});

/** The web address that content leads to, as it is sent; null: to a page of ours. */
function addressOf({ type, content }: Pick<Code, "type" | "content">): string | null {
  const action = actionOf(type, content);
  return "location" in action ? action.location : null;
}

export const webAddressOf = (to: string): string | null => addressOf({ type: "url", content: to });

/** `routing`: null for none. Which variant a visitor gets is decided by who they are, so that nobody can tell here. */
export function explain(
  code: Pick<Code, "type" | "content">,
  routing: CompiledRouting | null,
  visit: GivenVisit,
  now: number,
): Explanation {
  const content = addressOf(code);
  const none = { rule: null, variant: null, checks: [] };
  if (routing === null) return { to: content, outcome: "content", ...none };
  const at = visit.at === undefined ? now : Date.parse(visit.at);
  const visitor = visitorOf(visit);
  const decision = decide(routing, { visitor, tag: null }, at);
  if (decision.outcome === "not-started") return { to: null, outcome: "not-started", ...none };
  const checks = checksOf(routing, visitor, at);
  if (decision.outcome === "rule")
    return { ...none, outcome: "rule", to: webAddressOf(decision.to), rule: decision.rule, checks };
  if (decision.outcome === "content") return { ...none, outcome: "content", to: content, checks };
  return { ...none, outcome: "split", to: null, checks };
}
