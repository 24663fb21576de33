/** Support for the tests of /r: a store that can be made unavailable. */
import { describe } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { type Engine, onEachEngine } from "../support/stores.ts";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A suite within each engine's, so that its app closes before the engine closes the stores. */
export function onEachEntryPoint(title: string, suite: (engine: Engine) => void): void {
  onEachEngine(title, (engine) => {
    describe("on the bare server", () => suite(engine));
  });
}

export type Outage = "none" | "fails" | "hangs";

/** An engine whose stores read codes and workspaces only while they are available. */
export function createAwayEngine(engine: Engine): Engine & { be(outage: Outage): void } {
  let outage: Outage = "none";
  let comeBack = Promise.withResolvers<void>();
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    if (outage === "fails") throw new Error("the store is away");
    if (outage === "hangs") await comeBack.promise;
    return work();
  }
  const wrap = (store: Store): Store => ({
    ...store,
    codes: { ...store.codes, findByTokens: (tokens) => reach(() => store.codes.findByTokens(tokens)) },
    logos: { ...store.logos, bytes: (owner, id) => reach(() => store.logos.bytes(owner, id)) },
    workspaces: { ...store.workspaces, find: (id) => reach(() => store.workspaces.find(id)) },
    settleScans: (batches) => reach(() => store.settleScans(batches)),
  });
  return {
    ...engine,
    open: async (place, clock, threads) => wrap(await engine.open(place, clock, threads)),
    be(next) {
      outage = next;
      comeBack.resolve();
      comeBack = Promise.withResolvers();
    },
  };
}

/** Queries by visits; work in the background is not among them. */
const VISITS = ["codes", "workspaces", "placements"] as const;

/** An engine whose stores note the name of each query. */
export function createCountingEngine(engine: Engine): Engine & { queries: string[] } {
  const queries: string[] = [];
  const counted = <T extends object>(name: string, part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([key, work]) => {
        if (typeof work !== "function") return [key, work];
        const noted = (...given: unknown[]) => {
          queries.push(`${name}.${key}`);
          return work(...given);
        };
        return [key, noted];
      }),
    ) as T;
  return {
    ...engine,
    queries,
    async open(place, clock, threads) {
      const store = await engine.open(place, clock, threads);
      const parts = VISITS.map((name) => [name, counted<object>(name, store[name])]);
      return { ...store, ...Object.fromEntries(parts) };
    },
  };
}
