import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";
import { DEMO_CODES } from "./codes.ts";
import { fillAccount } from "./run.ts";

interface ExamplesOptions {
  store: Store;
  clock: Clock;
  lifetimeMs: number;
}

/** The stored mark of an example: who made it. */
const MAKER = { kind: "command", name: "examples" } as const;
const CATEGORY = "Examples";
const SCANS = 3_000;

/** One working code of each of the first kinds that the demo has. */
const EXAMPLES = DEMO_CODES.filter(({ ends }) => ends === undefined)
  .filter(({ draft }, i, all) => all.findIndex((other) => other.draft.type === draft.type) === i)
  .slice(0, 6)
  .map((demo) => ({ ...demo, draft: { ...demo.draft, category: CATEGORY } }));

export type Examples = ReturnType<typeof createExamples>;

/** Example codes with scans in somebody's own account, and their removal. A code that its owner has changed is none. */
export function createExamples({ store, clock, lifetimeMs }: ExamplesOptions) {
  const { count, remove } = store.codes.examples;
  return {
    count,

    /** Creates none where there are some. Returns how many there are. */
    async make(workspaceId: string): Promise<number> {
      const there = await count(workspaceId);
      if (there > 0) return there;
      const now = clock.now();
      const filling = { store, now, lifetimeMs, workspaceId, scans: SCANS, by: MAKER, progress: () => {} };
      // None is shown if another node was faster.
      return (await fillAccount(EXAMPLES, filling)) || count(workspaceId);
    },

    /** Moves them to the bin, and nothing else. Returns how many. */
    remove: (workspaceId: string): Promise<number> => remove(workspaceId, clock.now()),
  };
}
