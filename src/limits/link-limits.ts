/**
 * How many links all workspaces of an account can take together, by the account's plan: names must be left for others.
 * A workspace whose creator's account was removed counts alone, by its own plan.
 */
import type { LinkAccount, LinkCounts } from "../placements/placement.ts";
import type { Store } from "../store/store.ts";

interface LinkLimitsOptions {
  /** How many workspaces an account can own or have created when it creates one. */
  workspaceLimit: number;
  slugLimits: ReadonlyMap<string, number>;
  placementLimits: ReadonlyMap<string, number>;
}

export type LinkLimits = ReturnType<typeof createLinkLimits>;

export function createLinkLimits(store: Pick<Store, "codes" | "users" | "workspaces">, options: LinkLimitsOptions) {
  const { workspaceLimit, slugLimits, placementLimits } = options;

  /** A plan without a limit of its own has that of the free one. */
  const ofPlan = (plan: string): LinkCounts => ({
    slugs: slugLimits.get(plan) ?? slugLimits.get("free")!,
    placements: placementLimits.get(plan) ?? placementLimits.get("free")!,
  });

  const usageOf = ({ plan, taken }: LinkAccount) => {
    const most = ofPlan(plan);
    return {
      slugs: { taken: taken.slugs, limit: most.slugs },
      placements: { taken: taken.placements, limit: most.placements },
    };
  };

  /** What counts with the workspace's links, and can be taken. None for a workspace that is gone. */
  async function usage(workspaceId: string) {
    const account = await store.codes.linkCounts(workspaceId);
    const none = { taken: 0, limit: 0 };
    return account ? usageOf(account) : { slugs: none, placements: none };
  }

  return {
    usage,

    /** The workspaces of an account and what they have taken, and can. */
    async ofAccount(userId: string) {
      const { workspaces, ...links } = await store.users.usage(userId);
      return { plan: links.plan, workspaces: { taken: workspaces, limit: workspaceLimit }, ...usageOf(links) };
    },

    async of(workspaceId: string): Promise<LinkCounts> {
      const { slugs, placements } = await usage(workspaceId);
      return { slugs: slugs.limit, placements: placements.limit };
    },

    /** Why the workspace can take no more. Completes the name of a field. */
    async refusal(workspaceId: string, what: keyof LinkCounts): Promise<string> {
      const { taken, limit } = (await usage(workspaceId))[what];
      const [most, now] = [limit, taken].map((count) => count.toLocaleString("en"));
      const isAlone = (await store.workspaces.find(workspaceId))?.madeBy === null;
      const where = isAlone ? "this workspace" : "all workspaces of the account that created this one";
      return `cannot be added: the plan allows ${most} ${what} in ${where}, and ${now} are taken. Deleted ones count, since their links stay taken`;
    },
  };
}
