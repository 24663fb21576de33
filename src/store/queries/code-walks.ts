/** The statements that lists are read by: walks along an index, and look-ups one by one. */
import { type RawBuilder, sql } from "kysely";
import type { CodeFilter, CodeSort } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { everyCode, type Predicate } from "./code-filters.ts";

export type Fragment = RawBuilder<unknown>;

export interface Wanted {
  ownerId: string;
  filter: CodeFilter;
  now: number;
  sort: CodeSort;
  limit: number;
  offset: number;
  /** Only codes with a lower number, that is older ones. For the order "newest" only. */
  before?: number | undefined;
}

export const ORDERS: Record<CodeSort, Fragment> = {
  newest: sql`s.num DESC`,
  name: sql`c.name_key, c.num DESC`,
  scans: sql`l.list_scans DESC, l.code_num DESC`,
  expires: sql`l.expires_at, l.code_num DESC`,
};

export const older = (before: number | undefined): Fragment =>
  before === undefined ? sql`` : sql`WHERE s.num < ${before}`;

/** What a filter passes, newest first. */
export const newestOf = (start: Predicate, before: number | undefined, end: Fragment): Fragment =>
  sql`SELECT s.num FROM (${start.candidates}) AS s ${older(before)} ORDER BY s.num DESC ${end}`;

/**
 * The numbers of all that pass, in the order of the list, out of one index that holds everything
 * that is asked. Null when none does.
 */
export function indexWalk(
  engine: EngineName,
  { sort, ownerId, filter, before }: Wanted,
  filters: readonly Predicate[],
): Fragment | null {
  // SQLite would rather sort what another index finds; PostgreSQL knows the sizes and may.
  const by = (name: string) => (engine === "sqlite" ? sql`INDEXED BY ${sql.ref(name)}` : sql``);
  const counters = (index: string, order: Fragment) => {
    const tests = filters.map(({ countersTest }) => countersTest);
    if (tests.includes(null)) return null;
    const older = before === undefined ? [] : [sql`l.code_num < ${before}`];
    return sql`SELECT l.code_num AS num FROM code_counters AS l ${by(index)}
      WHERE ${sql.join([sql`l.list_owner = ${ownerId}`, ...tests, ...older], sql` AND `)}
      ORDER BY ${order}`;
  };
  if (sort === "scans") return counters("code_counters_by_scans", ORDERS.scans);
  if (sort === "expires") return counters("code_counters_by_expiry", ORDERS.expires);
  if (sort === "newest" && filter.state === "expired") {
    // The newest codes are the last to expire: these are found by their date, and then sorted.
    return counters("code_counters_by_expiry", sql`l.code_num DESC`);
  }
  if (sort === "newest") {
    const only = filters.length > 1 ? null : (filters[0] ?? everyCode(ownerId));
    return only?.exact ? newestOf(only, before, sql``) : null;
  }
  if (filters.some(({ countersTest, ofCounters }) => countersTest === null || ofCounters))
    return null;
  const tests = [sql`c.owner_id = ${ownerId}`, sql`c.deleted_at IS NULL`];
  return sql`SELECT c.num AS num FROM codes AS c ${by("codes_by_name")}
    WHERE ${sql.join([...tests, ...filters.map(({ test }) => test)], sql` AND `)}
    ORDER BY ${ORDERS.name}`;
}

/**
 * The rows of the numbers s that pass, looked up one by one and in their order: CROSS JOIN makes
 * SQLite do so, LATERAL with an OFFSET PostgreSQL. One table is enough where it has all that is asked.
 */
export function lookUp(
  engine: EngineName,
  ownerId: string,
  filters: readonly Predicate[],
  sort?: CodeSort,
): Fragment {
  const table = (name: string, key: string, alias: string) => {
    const [from, column, as] = [sql.ref(name), sql.ref(key), sql.ref(alias)];
    return engine === "sqlite"
      ? sql`CROSS JOIN ${from} AS ${as}`
      : sql`CROSS JOIN LATERAL (SELECT * FROM ${from} WHERE ${column} = s.num OFFSET 0) AS ${as}`;
  };
  const codes = table("codes", "num", "c");
  const counters = table("code_counters", "code_num", "l");
  const ofCode = sql`c.num = s.num AND c.owner_id = ${ownerId} AND c.deleted_at IS NULL`;
  const ofCounters = sql`l.code_num = s.num AND l.list_owner = ${ownerId}`;
  const byCounters = sort === "scans" || sort === "expires";
  const countersTests = filters.map(({ countersTest }) => countersTest);
  if (byCounters && !countersTests.includes(null)) {
    return sql`${counters} WHERE ${sql.join([ofCounters, ...countersTests], sql` AND `)}`;
  }
  const tests = filters.map(({ test }) => test);
  if (byCounters || filters.some((filter) => filter.ofCounters)) {
    return sql`${codes} ${counters} WHERE ${sql.join([ofCode, ofCounters, ...tests], sql` AND `)}`;
  }
  return sql`${codes} WHERE ${sql.join([ofCode, ...tests], sql` AND `)}`;
}
