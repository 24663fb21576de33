/**
 * Lists of an owner's codes, at a cost that does not grow with the account. A set of up to EXACT
 * codes, found by the index of its rarest filter, is sorted and counted. A larger one is walked in
 * the order of the list, by the index of that order, as far as the page, and no further than a bound.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { CodeFilter, CodeSort } from "../types.ts";
import { everyCode, type Predicate, predicatesOf } from "./code-filters.ts";

const EXACT = 10_000;
/** How many codes a walk may look at; fewer when their texts are compared. */
const WALKED = { plain: 30_000, search: 10_000 };
const CATEGORIES = 1000;

export interface Wanted {
  ownerId: string;
  filter: CodeFilter;
  now: number;
  sort: CodeSort;
  limit: number;
  offset: number;
  /** Only codes with a lower number, that is older ones. */
  before?: number | undefined;
}

export interface Found {
  nums: number[];
  /** How many there are; with `more`, at least so many and one. */
  total: number;
  more: boolean;
  /** Set when the walk ended at its bound before the page was full: the last code it looked at. */
  stoppedAt: number | null;
}

type Fragment = RawBuilder<unknown>;

export function createCodeLists(db: Kysely<Tables>, engine: EngineName) {
  async function numbers(query: Fragment): Promise<{ num: number; total?: number }[]> {
    return (await sql<{ num: number; total?: number }>`${query}`.execute(db)).rows;
  }

  /** The filter with the fewest codes, when these are few enough. */
  async function rarest(filters: readonly Predicate[], before?: number): Promise<Predicate | null> {
    const usable = filters.filter(({ candidates }) => candidates !== null);
    if (usable.length === 0) return null;
    const counts = usable.map(({ candidates }, i) => {
      const upTo = sql`SELECT 1 FROM (${candidates}) AS s ${older(before)} LIMIT ${sql.lit(EXACT + 1)}`;
      return sql`(SELECT count(*) FROM (${upTo}) AS t) AS ${sql.ref(`n${i}`)}`;
    });
    const row = (await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db))
      .rows[0]!;
    const sizes = usable.map((_, i) => Number(row[`n${i}`]));
    const least = Math.min(...sizes);
    return least <= EXACT ? usable[sizes.indexOf(least)]! : null;
  }

  /** All of a small set, sorted. */
  async function sorted(from: Predicate, filters: readonly Predicate[], wanted: Wanted) {
    const { sort, limit, offset, before } = wanted;
    const rows = (columns: Fragment, end: Fragment) => sql`SELECT ${columns}
      FROM (SELECT num FROM (${from.candidates}) AS s ${older(before)}) AS s
      ${joined(engine, filters, sort)} AND c.owner_id = ${wanted.ownerId} AND c.deleted_at IS NULL
      ${end}`;
    const found = await numbers(
      rows(
        sql`c.num AS num, count(*) OVER () AS total`,
        sql`ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}`,
      ),
    );
    let total = Number(found[0]?.total ?? 0);
    if (found.length === 0 && offset > 0) {
      total = Number((await numbers(rows(sql`count(*) AS num`, sql``)))[0]!.num);
    }
    return { nums: found.map((row) => Number(row.num)), total, more: false, stoppedAt: null };
  }

  /** A page of a large set, in the order of an index. */
  async function walked(filters: readonly Predicate[], wanted: Wanted, bound: number) {
    const { sort, limit, offset, ownerId } = wanted;
    const start =
      (sort === "newest" && filters.find((f) => f.ordered && f.candidates)) || undefined;
    const rest = filters.filter((filter) => filter !== start || !filter.exact);
    const way = (end: Fragment) => wayOf(wanted, start, end);
    if (rest.length === 0) {
      const rows = await numbers(way(sql`LIMIT ${limit + 1} OFFSET ${offset}`));
      const nums = rows.slice(0, limit).map((row) => Number(row.num));
      return { nums, total: EXACT, more: true, stoppedAt: null };
    }
    const passing = (columns: Fragment, end: Fragment) => sql`SELECT ${columns}
      FROM (${way(sql`LIMIT ${sql.lit(bound)}`)}) AS s ${joined(engine, rest)}
      AND c.owner_id = ${ownerId} AND c.deleted_at IS NULL ${end}`;
    // No ORDER BY: rows come as they are walked, and the walk stops when the page is full.
    const rows = await numbers(
      passing(sql`c.num AS num`, sql`LIMIT ${limit + 1} OFFSET ${offset}`),
    );
    const nums = rows.slice(0, limit).map((row) => Number(row.num));
    if (rows.length > limit) return { nums, total: offset + limit, more: true, stoppedAt: null };
    const last = await numbers(way(sql`LIMIT 2 OFFSET ${sql.lit(bound - 1)}`));
    const total =
      rows.length > 0 || offset === 0
        ? offset + rows.length
        : Number((await numbers(passing(sql`count(*) AS num`, sql``)))[0]!.num);
    const stoppedAt = last.length === 2 ? Number(last[0]!.num) : null;
    return { nums, total, more: stoppedAt !== null, stoppedAt };
  }

  return {
    async find(wanted: Wanted): Promise<Found> {
      const { ownerId, filter, now, before } = wanted;
      const { search, others } = predicatesOf(engine, ownerId, filter, now);
      const filters = search ? [search, ...others] : others;
      const small =
        (await rarest([everyCode(ownerId), ...others], before)) ??
        (search && (await rarest([search], before)));
      if (small) return sorted(small, filters, wanted);
      return walked(filters, wanted, search ? WALKED.search : WALKED.plain);
    },

    /** Steps from one category to the next in their index, whatever number of codes each has. */
    async categories(ownerId: string): Promise<string[]> {
      const next = (after: Fragment) => sql`(SELECT min(category) FROM codes
        WHERE owner_id = ${ownerId} AND deleted_at IS NULL AND category IS NOT NULL ${after})`;
      const { rows } = await sql<{ category: string }>`
        WITH RECURSIVE found (category, n) AS (
          SELECT ${next(sql``)}, 1
          UNION ALL
          SELECT ${next(sql`AND category > found.category`)}, n + 1
          FROM found WHERE found.category IS NOT NULL AND n < ${sql.lit(CATEGORIES)})
        SELECT category FROM found WHERE category IS NOT NULL`.execute(db);
      return rows.map((row) => row.category);
    },
  };
}

const ORDERS: Record<CodeSort, Fragment> = {
  newest: sql`c.num DESC`,
  name: sql`c.name_key, c.num DESC`,
  scans: sql`l.scan_count DESC, c.num DESC`,
  expires: sql`l.expires_at, c.num DESC`,
};

const older = (before: number | undefined): Fragment =>
  before === undefined ? sql`` : sql`WHERE s.num < ${before}`;

/** The numbers of an owner's codes in the order of the list, each step by an index. */
function wayOf(wanted: Wanted, start: Predicate | undefined, end: Fragment): Fragment {
  const { sort, ownerId, filter, now, before } = wanted;
  const life = (where: Fragment, order: Fragment) => sql`SELECT code_num AS num FROM code_life
    WHERE list_owner = ${ownerId} ${where} ORDER BY ${order} ${end}`;
  if (sort === "scans") return life(sql``, sql`scan_count DESC, code_num DESC`);
  if (sort === "expires") {
    const inTime = filter.state === "active" ? sql`AND expires_at > ${now}` : sql``;
    return life(inTime, sql`expires_at, code_num DESC`);
  }
  if (sort === "name") {
    return sql`SELECT num FROM codes WHERE owner_id = ${ownerId} AND deleted_at IS NULL
      ORDER BY name_key, num DESC ${end}`;
  }
  const { candidates } = start ?? everyCode(ownerId);
  return sql`SELECT s.num FROM (${candidates}) AS s ${older(before)} ORDER BY s.num DESC ${end}`;
}

/**
 * The rows that belong to the numbers s, looked up one by one and in their order: CROSS JOIN makes
 * SQLite do so, LATERAL with an OFFSET PostgreSQL.
 */
function joined(engine: EngineName, filters: readonly Predicate[], sort?: CodeSort): Fragment {
  const table = (name: string, key: string, alias: string) => {
    const [from, column] = [sql.ref(name), sql.ref(key)];
    return engine === "sqlite"
      ? sql`CROSS JOIN ${from} AS ${sql.ref(alias)}`
      : sql`CROSS JOIN LATERAL (SELECT * FROM ${from} WHERE ${column} = s.num OFFSET 0) AS ${sql.ref(alias)}`;
  };
  const withLife = sort === "scans" || sort === "expires" || filters.some((f) => f.ofLife);
  const life = withLife ? table("code_life", "code_num", "l") : sql``;
  const tests = [sql`c.num = s.num`, ...(withLife ? [sql`l.code_num = s.num`] : [])];
  return sql`${table("codes", "num", "c")} ${life}
    WHERE ${sql.join([...tests, ...filters.map(({ test }) => test)], sql` AND `)}`;
}
