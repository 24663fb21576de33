/** The filters of a list, each with the index that knows which codes pass. */
import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { CodeFilter } from "../types.ts";
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
  /** The same as rows of a table, c or l, where an index finds these. PostgreSQL only. */
  rows?: { codes?: RawBuilder<unknown>; counters?: RawBuilder<unknown> } | undefined;
  /** True when the candidates can be read newest first, as far as one likes. */
  ordered: boolean;
  /** True when every candidate passes. */
  exact: boolean;
}

/** Every code of an owner. */
export function everyCode(engine: EngineName, ownerId: string): Predicate {
  return ofCodes(engine, ownerId, sql`c.deleted_at IS NULL`, sql`l.list_owner IS NOT NULL`, false);
}

/** Flags stand in the text of the statement: that is how SQLite finds a partial index. */
export function predicatesOf(
  engine: EngineName,
  ownerId: string,
  filter: CodeFilter,
  now: number,
): { search: Predicate | null; others: Predicate[] } {
  const others: Predicate[] = [];
  const add = (column: string, copy: string, value: RawBuilder<unknown>, copied: boolean) => {
    const test = sql<boolean>`${sql.ref(`c.${column}`)} = ${value}`;
    const countersTest = sql<boolean>`${sql.ref(`l.${copy}`)} = ${value}`;
    others.push(ofCodes(engine, ownerId, test, countersTest, copied));
  };
  const { category, type, favorite, state } = filter;
  if (category !== undefined) add("category", "list_category", sql`${category}`, true);
  if (type) add("type", "list_type", sql`${type}`, false);
  if (favorite !== undefined) {
    add("is_favorite", "list_favorite", sql.lit(Number(favorite)), favorite);
  }
  if (state === "paused") add("is_public", "list_public", sql.lit(0), true);
  else if (state) others.push(byExpiry(engine, ownerId, state, now));
  const search = filter.q ? searchFor(engine, ownerId, filter.q) : null;
  return { search: search && { ...search, ofCounters: false, countersTest: null }, others };
}

/** `copied`: code_counters has an index of the copy, with all that lists are sorted and filtered by. */
function ofCodes(
  engine: EngineName,
  ownerId: string,
  test: RawBuilder<boolean>,
  countersTest: RawBuilder<boolean>,
  copied: boolean,
): Predicate {
  const from = sql`FROM codes AS c WHERE c.owner_id = ${ownerId} AND c.deleted_at IS NULL AND ${test}`;
  const counters = sql`SELECT l.* FROM code_counters AS l WHERE l.list_owner = ${ownerId} AND ${countersTest}`;
  const candidates = sql`SELECT c.num ${from}`;
  const rows =
    engine === "sqlite"
      ? undefined
      : { codes: sql`SELECT c.* ${from}`, ...(copied ? { counters } : {}) };
  return { test, countersTest, candidates, rows, ofCounters: false, ordered: true, exact: true };
}

function byExpiry(
  engine: EngineName,
  ownerId: string,
  state: "active" | "expired",
  now: number,
): Predicate {
  const inTime = sql`${sql.raw(state === "expired" ? "<=" : ">")} ${now}`;
  const from = sql`FROM code_counters WHERE list_owner = ${ownerId} AND expires_at ${inTime}`;
  return {
    test: sql`(c.is_public = 1 AND l.expires_at ${inTime})`,
    countersTest: sql`(l.list_public = 1 AND l.expires_at ${inTime})`,
    candidates: sql`SELECT code_num AS num ${from}`,
    rows: engine === "sqlite" ? undefined : { counters: sql`SELECT * ${from}` },
    ofCounters: true,
    ordered: false,
    exact: false,
  };
}
