/** How many links a workspace can take, by its plan: names must be left for others. */
import type { Workspace } from "../store/account-store.ts";
import type { LinkCounts } from "../store/placement-store.ts";
import type { Store } from "../store/store.ts";

interface LinkLimitsOptions {
  slugLimits: ReadonlyMap<string, number>;
  placementLimits: ReadonlyMap<string, number>;
}

export type LinkLimits = ReturnType<typeof createLinkLimits>;

export function createLinkLimits(store: Pick<Store, "workspaces">, options: LinkLimitsOptions) {
  const { slugLimits, placementLimits } = options;

  /** A plan without a limit of its own has that of the free one. */
  const ofPlan = (plan: string): LinkCounts => ({
    slugs: slugLimits.get(plan) ?? slugLimits.get("free")!,
    placements: placementLimits.get(plan) ?? placementLimits.get("free")!,
  });

  /** None for a workspace that is gone. */
  async function of(workspaceId: string): Promise<LinkCounts> {
    const workspace = await store.workspaces.find(workspaceId);
    return workspace ? ofPlan(workspace.plan) : { slugs: 0, placements: 0 };
  }

  return {
    of,

    /** What the workspace has taken, and can take. */
    async usage({ id, plan }: Pick<Workspace, "id" | "plan">) {
      const [taken, most] = [await store.workspaces.linkCounts(id), ofPlan(plan)];
      return {
        slugs: { taken: taken.slugs, limit: most.slugs },
        placements: { taken: taken.placements, limit: most.placements },
      };
    },

    /** Why the workspace can take no more. Completes the name of a field. */
    async refusal(workspaceId: string, what: keyof LinkCounts): Promise<string> {
      const [most, taken] = [await of(workspaceId), await store.workspaces.linkCounts(workspaceId)];
      const [limit, now] = [most[what], taken[what]].map((count) => count.toLocaleString("en"));
      return `cannot be added: the plan of the workspace allows ${limit} ${what}, and ${now} are taken. Deleted ones count, since their links stay taken`;
    },
  };
}
