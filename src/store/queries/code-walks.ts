/** The statements that lists are read by: walks along an index, and rows that are looked at one by one. */
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

export interface Found {
  nums: number[];
  /** How many there are; with `more`, there are more than that. */
  total: number;
  more: boolean;
  /** Set when only the newest codes were looked at, and not all are shown: the last of them. */
  stoppedAt: number | null;
}

const ORDERS = {
  name: sql`c.name_key, c.num DESC`,
  scans: sql`l.list_scans DESC, l.code_num DESC`,
  expires: sql`l.expires_at, l.code_num DESC`,
};

/** By these, ascending, and then by the number, the newest first. */
export const SORT_KEYS: Record<CodeSort, Fragment> = {
  newest: sql`0`,
  name: sql`c.name_key`,
  scans: sql`-l.list_scans`,
  expires: sql`l.expires_at`,
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
    const only = filters.length > 1 ? null : (filters[0] ?? everyCode(engine, ownerId));
    return only?.exact && only.ordered ? newestOf(only, before, sql``) : null;
  }
  if (filters.some(({ countersTest, ofCounters }) => countersTest === null || ofCounters)) return null;
  const tests = [sql`c.owner_id = ${ownerId}`, sql`c.deleted_at IS NULL`];
  return sql`SELECT c.num AS num FROM codes AS c ${by("codes_by_name")}
    WHERE ${sql.join([...tests, ...filters.map(({ test }) => test)], sql` AND `)}
    ORDER BY ${ORDERS.name}`;
}

/** What lists are sorted and filtered by, without the texts, which may be long. */
const LISTED = sql`s.num, s.name_key, s.is_public, s.is_favorite, s.type, s.category`;

export interface Look {
  /** The filter whose candidates are looked at. */
  source: Predicate;
  filters: readonly Predicate[];
  /** Look at so many only, the newest. */
  newest?: number;
  /** Look at none if there are more. */
  most?: number;
}

/**
 * Of a source's candidates those that pass, as `passed`, with the key k that they are sorted by; and
 * `size`, the number of candidates where it is bounded by `most`. A table that the source does not
 * give rows of is looked up one by one: CROSS JOIN makes SQLite do so, LATERAL with an OFFSET
 * PostgreSQL. One table is enough where it has all that is asked.
 */
export function passing(
  engine: EngineName,
  { ownerId, sort, before }: Wanted,
  { source, filters, newest, most }: Look,
): { candidates: Fragment; passed: Fragment; size: Fragment } {
  const tested = filters.filter((filter) => filter !== source || !filter.exact);
  const byCounters = sort === "scans" || sort === "expires";
  const counters = byCounters || tested.some((filter) => filter.ofCounters);
  const codes = !counters || sort === "name" || tested.some((filter) => !filter.countersTest);
  const given = newest === undefined ? source.rows : { codes: source.newestRows?.(before) };
  const rows = codes ? given?.codes : given?.counters;
  const as = rows ? (codes ? "c" : "l") : "s";
  const num = as === "l" ? "code_num" : "num";
  const older = before === undefined ? sql`` : sql`WHERE ${sql.ref(`s.${num}`)} < ${before}`;
  const order = rows ? sql`` : sql`ORDER BY s.num DESC`;
  const end = newest === undefined ? sql`` : sql`${order} LIMIT ${sql.lit(newest)}`;
  const all = (columns: Fragment) => sql`SELECT ${columns} FROM (${rows ?? source.candidates}) AS s ${older} ${end}`;
  const bounded = most === undefined ? null : sql`LIMIT ${sql.lit(most + 1)}`;
  const table = (name: string, key: string, alias: string) => {
    if (alias === as) return sql``;
    const [from, column, other] = [name, key, alias].map((word) => sql.ref(word));
    return engine === "sqlite"
      ? sql`CROSS JOIN ${from} AS ${other}`
      : sql`CROSS JOIN LATERAL (SELECT * FROM ${from}
          WHERE ${column} = ${sql.ref(`${as}.${num}`)} OFFSET 0) AS ${other}`;
  };
  const same = (column: string) => sql`${sql.ref(column)} = ${sql.ref(`${as}.${num}`)}`;
  const size = sql`(SELECT count(*) FROM candidates)`;
  const tests = [
    sql`1 = 1`,
    ...(bounded ? [sql`${size} <= ${sql.lit(most)}`] : []),
    ...(codes && as !== "c" ? [same("c.num"), sql`c.owner_id = ${ownerId}`, sql`c.deleted_at IS NULL`] : []),
    ...(counters && as !== "l" ? [same("l.code_num"), sql`l.list_owner = ${ownerId}`] : []),
    ...tested.map(({ test, countersTest }) => (codes ? test : countersTest!)),
  ];
  const from = bounded ? sql`SELECT * FROM candidates` : all(sql`s.*`);
  return {
    candidates: bounded ? sql`candidates AS MATERIALIZED (${all(as === "c" ? LISTED : sql`s.*`)} ${bounded}),` : sql``,
    // OFFSET keeps PostgreSQL from looking for what is tested in another way than by the source.
    passed: sql`SELECT ${sql.ref(`${as}.${num}`)} AS num, ${SORT_KEYS[sort]} AS k
      FROM (${from} ${engine === "postgres" ? sql`OFFSET 0` : sql``}) AS ${sql.ref(as)}
      ${codes ? table("codes", "num", "c") : sql``}
      ${counters ? table("code_counters", "code_num", "l") : sql``}
      WHERE ${sql.join(tests, sql` AND `)}`,
    size: bounded ? size : sql`0`,
  };
}
