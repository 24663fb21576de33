import type { CodeChoice } from "../scans/filter.ts";
import type { Clock } from "../shared/clock.ts";
import { dayOf, readTime } from "../shared/days.ts";
import { invalid } from "../shared/errors.ts";
import type { Store } from "../store/store.ts";

/** States of more codes than this are not counted. */
const MAX_COUNTED = 100_000;

interface OverviewOptions {
  store: Store;
  clock: Clock;
  /** Resolves when every visit of this node is stored. */
  visitsSettled: () => Promise<void>;
}

function dayNumber(field: string, date: string): number {
  const day = dayOf(readTime(`${date}T00:00:00Z`));
  if (Number.isNaN(day)) throw invalid([{ field, message: "must be a date as YYYY-MM-DD" }]);
  return day;
}

/** The states of a workspace's codes, and visits that were not counted. These are stored by UTC day. */
export const createOverview =
  ({ store, clock, visitsSettled }: OverviewOptions) =>
  async (choice: CodeChoice, from: string, to: string) => {
    const days = [dayNumber("from", from), dayNumber("to", to)] as const;
    await visitsSettled();
    const [uncounted, others] = await Promise.all([
      store.needs.uncounted(choice, ...days),
      store.turns.reports(choice.workspaceId, async () => ({
        codes: await store.needs.states(choice.workspaceId, clock.now(), MAX_COUNTED),
        firstCreatedAt: await store.insights.firstCode(choice),
      })),
    ]);
    return { ...others, uncounted };
  };
