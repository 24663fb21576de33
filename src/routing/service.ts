/** What may be set as routing. */
import { OWN_SHARE, type RootRule, type ShareRule } from "../codes/own-share.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { addressProblem, afterwardsProblems, type GivenAfterwards } from "./afterwards.ts";

interface RoutingOptions {
  shareRule: ShareRule;
  rootRule: Pick<RootRule, "leadsToCode">;
}

export function createRouting({ shareRule, rootRule }: RoutingOptions) {
  /** By the rules of content: no other scheme, and no address of this service, which could go round in a circle. */
  async function whyRefused(address: string): Promise<string | null> {
    const problem = addressProblem(address) ?? shareRule("url", address);
    return problem ?? ((await rootRule.leadsToCode(address)) ? OWN_SHARE : null);
  }

  return {
    whyRefused,

    async afterwardsProblems(given: GivenAfterwards | null | undefined): Promise<FieldProblem[]> {
      const problems = afterwardsProblems(given);
      if (problems.length > 0 || given?.to === undefined) return problems;
      const message = await whyRefused(given.to);
      return message === null ? [] : [{ field: "afterwards.to", message }];
    },
  };
}
