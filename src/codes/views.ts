import type { PeriodChoice } from "../scans/periods.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { SavedView } from "../tags/tag.ts";
import type { CodeFilter, ListSort } from "./code.ts";

export const VIEW_NAME_LENGTH = 60;
const MAX_VIEWS = 100;

/** What a view shows: a filter, an order and the period of the list. */
export interface ViewQuery extends Omit<CodeFilter, "state">, Omit<PeriodChoice, "timezone" | "interval" | "compare"> {
  state?: Exclude<CodeFilter["state"], "deleted">;
  sort?: ListSort | undefined;
  compare?: PeriodChoice["compare"] | undefined;
}

interface ViewsOptions {
  store: Pick<Store, "views">;
  clock: Clock;
  createId: () => string;
}

/** Filters of the list with a name, shared by the members of a workspace. */
export function createViews({ store, clock, createId }: ViewsOptions) {
  const check = (name: string): string => {
    const problem = textProblem(name, VIEW_NAME_LENGTH) ?? lineProblem(name);
    if (problem !== null) throw invalid([{ field: "name", message: problem }]);
    return name.trim();
  };
  const shown = ({ id, name, query }: SavedView) => ({ id, name, query: JSON.parse(query) as ViewQuery });

  return {
    list: async (workspaceId: string) => (await store.views.list(workspaceId)).map(shown),

    async create(workspaceId: string, given: { name: string; query: ViewQuery }) {
      const view = { id: createId(), name: check(given.name), query: JSON.stringify(given.query) };
      await store.views.create(workspaceId, view, MAX_VIEWS, clock.now());
      return shown(view);
    },

    async change(workspaceId: string, id: string, given: { name?: string; query?: ViewQuery }) {
      const change = {
        ...(given.name !== undefined && { name: check(given.name) }),
        ...(given.query !== undefined && { query: JSON.stringify(given.query) }),
      };
      if (!isUuid(id)) throw notFound();
      return shown(await store.views.change(workspaceId, id, change, clock.now()));
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.views.remove(workspaceId, id, clock.now()))) throw notFound();
    },
  };
}
