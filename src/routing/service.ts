/** What may be set as routing. */
import type { Code } from "../codes/code.ts";
import { OWN_SHARE, type RootRule, type ShareRule } from "../codes/own-share.ts";
import { NO_PLACEMENT } from "../scans/filter.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, notFound } from "../shared/errors.ts";
import type { Store } from "../store/store.ts";
import { addressProblem, afterwardsProblems, type GivenAfterwards } from "./afterwards.ts";
import { explain } from "./explain.ts";
import { type GivenRouting, keptRouting } from "./given.ts";
import { addressesOf, partProblems, typeProblem, wholeProblems } from "./problems.ts";
import { compiledRouting, NO_ROUTING, type Routing } from "./routing.ts";
import type { GivenVisit } from "./shape.ts";

interface RoutingOptions {
  store: Pick<Store, "workspaces" | "placements">;
  clock: Clock;
  shareRule: ShareRule;
  rootRule: Pick<RootRule, "leadsToCode">;
}

type RoutedCode = Pick<Code, "num" | "type" | "content" | "workspaceId">;

export function createRouting({ store, clock, shareRule, rootRule }: RoutingOptions) {
  /** By the rules of content: no other scheme, and no address of this service, which could go round in a circle. */
  async function whyRefused(address: string): Promise<string | null> {
    const problem = addressProblem(address) ?? shareRule("url", address);
    return problem ?? ((await rootRule.leadsToCode(address)) ? OWN_SHARE : null);
  }

  async function afterwardsRefused(given: GivenAfterwards | null | undefined): Promise<FieldProblem[]> {
    const problems = afterwardsProblems(given);
    if (problems.length > 0 || given?.to === undefined) return problems;
    const message = await whyRefused(given.to);
    return message === null ? [] : [{ field: "afterwards.to", message }];
  }

  async function placementProblems({ num }: RoutedCode, { rules }: GivenRouting): Promise<FieldProblem[]> {
    const problems: FieldProblem[] = [];
    const known = new Map<string, boolean>([[NO_PLACEMENT, true]]);
    for (const [i, { when }] of rules.entries()) {
      for (const [j, id] of (when.placement ?? []).entries()) {
        const has = known.get(id) ?? (await store.placements.find(num, id)) !== null;
        known.set(id, has);
        if (!has)
          problems.push({ field: `rules.${i}.when.placement.${j}`, message: "is not a placement of this code" });
      }
    }
    return problems;
  }

  /** As it will be kept. */
  async function keptOf({ workspaceId }: RoutedCode, given: GivenRouting): Promise<Routing> {
    const workspace = await store.workspaces.find(workspaceId);
    if (!workspace) throw notFound();
    return keptRouting(given, workspace.zone);
  }

  return {
    whyRefused,
    afterwardsProblems: afterwardsRefused,
    keptOf,

    /** `given`: what of it has a valid shape. */
    async problemsOf(code: RoutedCode, given: Partial<GivenRouting>): Promise<FieldProblem[]> {
      const whole: GivenRouting = { ...NO_ROUTING, ...given };
      const problems = [...typeProblem(code, whole), ...partProblems(whole)];
      for (const { field, to } of addressesOf(whole)) {
        const message = await whyRefused(to);
        if (message !== null) problems.push({ field, message });
      }
      problems.push(...(await afterwardsRefused(given.afterwards)));
      if (problems.length > 0) return problems;
      problems.push(...(await placementProblems(code, whole)));
      return problems.length > 0 ? problems : [...wholeProblems(code, await keptOf(code, whole), clock.now())];
    },

    explain: (code: Code, visit: GivenVisit) => explain(code, compiledRouting(code), visit, clock.now()),
  };
}
