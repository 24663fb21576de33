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
const SCANS = 3_000;

/** One working code of each of the first kinds that the demo has, without tags that would stay behind. */
const EXAMPLES = DEMO_CODES.filter(({ ends }) => ends === undefined)
  .filter(({ draft }, i, all) => all.findIndex((other) => other.draft.type === draft.type) === i)
  .slice(0, 6)
  .map((demo) => ({ ...demo, draft: { ...demo.draft, category: null } }));

/** Example codes with scans in somebody's own account, and their removal. A code that its owner has changed is none. */
export function createExamples({ store, clock, lifetimeMs }: ExamplesOptions) {
  const { names, remove } = store.examples;
  const count = async (workspaceId: string): Promise<number> => (await names(workspaceId)).length;
  return {
    count,

    /** Creates those that are missing. Returns how many there are. */
    async make(workspaceId: string): Promise<number> {
      const there = await names(workspaceId);
      const missing = EXAMPLES.filter(({ draft }) => !there.includes(draft.name));
      if (missing.length === 0) return there.length;
      const scans = (SCANS * missing.length) / EXAMPLES.length;
      const now = clock.now();
      const filling = { store, now, lifetimeMs, workspaceId, scans, by: MAKER, progress: () => {} };
      const shown = await fillAccount(missing, filling);
      // Fewer are shown if another node was faster.
      return shown === missing.length ? there.length + shown : count(workspaceId);
    },

    /** Moves them to the bin, and nothing else. Returns how many. */
    remove: (workspaceId: string): Promise<number> => remove(workspaceId, clock.now()),
  };
}
