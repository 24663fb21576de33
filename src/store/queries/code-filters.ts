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
  /** The same as rows of a table, c or l, where an index finds these. PostgreSQL only. */
  rows?: { codes?: RawBuilder<unknown>; counters?: RawBuilder<unknown> } | undefined;
  /** These rows of codes, older than a number if one is given, newest first. PostgreSQL only. */
  newestRows?: ((before?: number) => RawBuilder<unknown>) | undefined;
  /** True when the candidates can be read newest first, as far as one likes. */
  ordered: boolean;
  /** True when every candidate passes. */
  exact: boolean;
}

/** Every code of an owner. */
export function everyCode(engine: EngineName, ownerId: string): Predicate {
  const test = sql<boolean>`c.deleted_at IS NULL`;
  const countersTest = sql<boolean>`l.list_owner IS NOT NULL`;
  return ofCodes(engine, { ownerId, test, countersTest, key: [], copied: false });
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
    const key: Key = [sql.ref(`c.${column}`), value];
    const test = sql<boolean>`${key[0]} = ${value}`;
    const countersTest = sql<boolean>`${sql.ref(`l.${copy}`)} = ${value}`;
    others.push(ofCodes(engine, { ownerId, test, countersTest, key: [key], copied }));
  };
  const { category, type, favorite, state } = filter;
  if (category !== undefined) add("category", "list_category", sql`${category}`, true);
  if (type) add("type", "list_type", sql`${type}`, false);
  if (favorite !== undefined) {
    add("is_favorite", "list_favorite", sql.lit(Number(favorite)), favorite);
  }
  if (state === "paused") add("is_public", "list_public", sql.lit(0), true);
  else if (state === "active" || state === "expired") others.push(byExpiry(engine, ownerId, state, now));
  const search = filter.q ? searchFor(engine, ownerId, filter.q) : null;
  return { search: search && { ...search, ofCounters: false, countersTest: null }, others };
}

/** A column of codes and its value. */
type Key = readonly [RawBuilder<unknown>, RawBuilder<unknown>];

interface OfCodes {
  ownerId: string;
  test: RawBuilder<boolean>;
  countersTest: RawBuilder<boolean>;
  /** What stands between owner and number in the index. */
  key: readonly Key[];
  /** True when code_counters has an index of the copy, with all that lists are sorted and filtered by. */
  copied: boolean;
}

function ofCodes(engine: EngineName, { ownerId, test, countersTest, key, copied }: OfCodes): Predicate {
  const from = sql`FROM codes AS c WHERE c.owner_id = ${ownerId} AND c.deleted_at IS NULL AND ${test}`;
  const counters = sql`SELECT l.* FROM code_counters AS l WHERE l.list_owner = ${ownerId} AND ${countersTest}`;
  const found = { test, countersTest, candidates: sql`SELECT c.num ${from}`, ofCounters: false };
  if (engine === "sqlite") return { ...found, ordered: true, exact: true };
  const rows = { codes: sql`SELECT c.* ${from}`, ...(copied ? { counters } : {}) };
  const newestRows = newestFirst([[sql`c.owner_id`, sql`${ownerId}`], ...key]);
  return { ...found, rows, newestRows, ordered: true, exact: true };
}

/**
 * PostgreSQL would read these by the number alone, and so past any number of other owners' codes.
 * Whole rows that are compared and ordered leave it the index that begins with the owner.
 */
function newestFirst(key: readonly Key[]) {
  const columns = sql.join([...key.map(([column]) => column), sql`c.num`]);
  const values = sql.join(key.map(([, value]) => value));
  const order = sql.join([...key.map(([column]) => column), sql`c.num`].map((c) => sql`${c} DESC`));
  const given = key.map(([column]) => sql`${column} IS NOT NULL`);
  return (before = Number.MAX_SAFE_INTEGER) => sql`SELECT c.* FROM codes AS c
    WHERE c.deleted_at IS NULL AND ${sql.join(given, sql` AND `)}
      AND (${columns}) >= (${values}, 0) AND (${columns}) < (${values}, ${before})
    ORDER BY ${order}`;
}

function byExpiry(engine: EngineName, ownerId: string, state: "active" | "expired", now: number): Predicate {
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
