import { createInsightQueries } from "../../src/store/queries/insights.ts";
import { uuidBytes } from "../../src/store/sqlite/settle.ts";
import type { Store } from "../../src/store/store.ts";

/** The store as if there were too many raw scans of several codes to read, or too many codes to read them first. */
export function withManyScans(store: Store, limits: { mostRaw?: number; firstCodes?: number } = { mostRaw: 0 }): Store {
  const { engine } = store;
  const { db } = store.auth;
  const ids = { toColumn: (id: string) => (engine === "sqlite" ? uuidBytes(id) : id), fromColumn: String };
  const moment = <T>(work: (from: typeof db) => Promise<T>) => work(db);
  return {
    ...store,
    insights: createInsightQueries({ listing: db, moment, turns: store.turns.reports, engine, ids, ...limits }),
  };
}
