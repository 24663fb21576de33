/** The filters of a list, each with the index that knows which codes pass. */
import { type RawBuilder, sql } from "kysely";
import type { CodeFilter } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { searchFor } from "./code-search.ts";

export interface Predicate {
  /** Over a row of codes, called c, and of code_counters, called l. */
  test: RawBuilder<boolean>;
  /** True when the test looks at l. */
  ofCounters: boolean;
  /** The same over a row of code_counters alone, by the copies there; null when it has none. */
  countersTest: RawBuilder<boolean> | null;
  /** Numbers of codes that may pass, by an index; null when none can tell. */
  candidates: RawBuilder<unknown> | null;
  /** True when the candidates can be read newest first, as far as one likes. */
  ordered: boolean;
  /** True when every candidate passes. */
  exact: boolean;
}

/** Every code of an owner. */
export function everyCode(ownerId: string): Predicate {
  return ofCodes(ownerId, sql`c.deleted_at IS NULL`, sql`l.list_owner IS NOT NULL`);
}

/** Flags stand in the text of the statement: that is how SQLite finds a partial index. */
export function predicatesOf(
  engine: EngineName,
  ownerId: string,
  filter: CodeFilter,
  now: number,
): { search: Predicate | null; others: Predicate[] } {
  const others: Predicate[] = [];
  const add = (column: string, copy: string, value: RawBuilder<unknown>) =>
    void others.push(
      ofCodes(
        ownerId,
        sql`${sql.ref(`c.${column}`)} = ${value}`,
        sql`${sql.ref(`l.${copy}`)} = ${value}`,
      ),
    );
  if (filter.category !== undefined) add("category", "list_category", sql`${filter.category}`);
  if (filter.type) add("type", "list_type", sql`${filter.type}`);
  if (filter.favorite !== undefined) {
    add("is_favorite", "list_favorite", sql.lit(Number(filter.favorite)));
  }
  if (filter.state === "paused") add("is_public", "list_public", sql.lit(0));
  else if (filter.state) others.push(byExpiry(ownerId, filter.state, now));
  const search = filter.q ? searchFor(engine, ownerId, filter.q) : null;
  return {
    search: search && { ...search, ofCounters: false, countersTest: null, exact: false },
    others,
  };
}

function ofCodes(
  ownerId: string,
  test: RawBuilder<boolean>,
  countersTest: RawBuilder<boolean>,
): Predicate {
  const candidates = sql`SELECT c.num FROM codes AS c
    WHERE c.owner_id = ${ownerId} AND c.deleted_at IS NULL AND ${test}`;
  return { test, countersTest, candidates, ofCounters: false, ordered: true, exact: true };
}

function byExpiry(ownerId: string, state: "active" | "expired", now: number): Predicate {
  const inTime = sql`${sql.raw(state === "expired" ? "<=" : ">")} ${now}`;
  return {
    test: sql`(c.is_public = 1 AND l.expires_at ${inTime})`,
    countersTest: sql`(l.list_public = 1 AND l.expires_at ${inTime})`,
    candidates: sql`SELECT code_num AS num FROM code_counters
      WHERE list_owner = ${ownerId} AND expires_at ${inTime}`,
    ofCounters: true,
    ordered: false,
    exact: false,
  };
}
