import { type Actor, writeActor } from "../shared/actor.ts";
import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";
import { DEMO_CODES } from "./codes.ts";
import { fillWithScans, makeDemoCodes } from "./run.ts";

interface ExamplesOptions {
  store: Store;
  clock: Clock;
  lifetimeMs: number;
}

/** The stored mark of an example: who made it. Editing or moving the code to another category does not change it. */
const MAKER: Actor = { kind: "command", name: "examples" };
const CATEGORY = "Examples";
const SCANS = 3_000;

/** One working code of each of the first kinds that the demo has. */
const EXAMPLES = DEMO_CODES.filter(({ ends }) => ends === undefined)
  .filter(({ draft }, i, all) => all.findIndex((other) => other.draft.type === draft.type) === i)
  .slice(0, 6)
  .map((demo) => ({ ...demo, draft: { ...demo.draft, category: CATEGORY } }));

export type Examples = ReturnType<typeof createExamples>;

/** Example codes with scans in somebody's own account, and their removal. */
export function createExamples({ store, clock, lifetimeMs }: ExamplesOptions) {
  const idsOf = (ownerId: string) => store.codes.idsMadeBy(ownerId, writeActor(MAKER)!);
  return {
    count: async (ownerId: string): Promise<number> => (await idsOf(ownerId)).length,

    /** Creates none where there are some. Returns how many there are. */
    async make(ownerId: string): Promise<number> {
      const there = await idsOf(ownerId);
      if (there.length > 0) return there.length;
      const now = clock.now();
      const codes = await makeDemoCodes(EXAMPLES, { store, now, lifetimeMs, ownerId, by: MAKER });
      await fillWithScans(store, codes, now, SCANS);
      return codes.length;
    },

    /** Moves them to the bin, and nothing else. Returns how many. */
    async remove(ownerId: string): Promise<number> {
      const ids = await idsOf(ownerId);
      return ids.length === 0 ? 0 : (await store.codes.removeMany(ownerId, ids, clock.now())).length;
    },
  };
}
