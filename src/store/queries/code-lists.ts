/**
 * Lists of an owner's codes, by one of three ways, so that none costs what the whole account would:
 * a small set, found by the index of its rarest filter, is sorted; a large one is walked along the
 * index of its order, which holds all that the filters ask; and where no index does, as with texts
 * that very many codes hold, only the newest codes are looked at, and the answer says so.
 */
import { type Kysely, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { type BinWanted, findInBin } from "./code-bin.ts";
import { everyCode, type Predicate, predicatesOf } from "./code-filters.ts";
import { isCommon } from "./code-search.ts";
import {
  type Found,
  type Fragment,
  indexWalk,
  type Look,
  newestOf,
  older,
  passing,
  type Wanted,
} from "./code-walks.ts";

export interface Bounds {
  /** Sets up to this size are sorted and counted. */
  counted: number;
  /** Where no index holds what is asked, so many of the newest codes are looked at. */
  newest: number;
  /** The same for a search, which compares texts. */
  searched: number;
}

const BOUNDS: Bounds = { counted: 10_000, newest: 30_000, searched: 10_000 };
/** So few codes are looked through sooner than the index of texts is asked. */
const FEW = 500;
const CATEGORIES = 1000;

export function createCodeLists(db: Kysely<Tables>, engine: EngineName, bounds = BOUNDS) {
  const read = async (query: Fragment) => (await sql<{ num: number }>`${query}`.execute(db)).rows;
  const numsOf = (rows: { num: number }[]) => rows.map((row) => Number(row.num));

  /** How many candidates each filter has, up to one more than are counted. */
  async function sizesOf(filters: readonly Predicate[], before?: number): Promise<number[]> {
    const counts = filters.map(({ candidates }, i) => {
      const upTo = sql`SELECT 1 FROM (${candidates}) AS s ${older(before)} LIMIT ${sql.lit(bounds.counted + 1)}`;
      return sql`(SELECT count(*) FROM (${upTo}) AS t) AS ${sql.ref(`n${i}`)}`;
    });
    const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db);
    return filters.map((_, i) => Number(rows[0]![`n${i}`]));
  }

  /** A page of all that pass, sorted; null when there are more candidates than `most`. */
  async function sorted(wanted: Wanted, look: Look): Promise<Found | null> {
    const { candidates, passed, size } = passing(engine, wanted, look);
    const { rows } = await sql<{ num: number | null; total: number; size: number }>`
      WITH ${candidates} passed AS MATERIALIZED (${passed})
      SELECT t.size, t.total, p.num FROM (SELECT count(*) AS total, ${size} AS size FROM passed) AS t
      LEFT JOIN (SELECT * FROM passed ORDER BY k, num DESC
        LIMIT ${wanted.limit} OFFSET ${wanted.offset}) AS p ON 1 = 1
      ORDER BY p.k, p.num DESC`.execute(db);
    if (look.most !== undefined && Number(rows[0]!.size) > look.most) return null;
    const nums = rows.flatMap(({ num }) => (num === null ? [] : [Number(num)]));
    return { nums, total: Number(rows[0]!.total), more: false, stoppedAt: null };
  }

  /** A page of the numbers that a statement gives in order. The statement ends as the page does. */
  async function pageOf(walk: Fragment, { limit, offset }: Wanted, atLeast: number): Promise<Found> {
    const rows = await read(sql`${walk} LIMIT ${limit + 1} OFFSET ${offset}`);
    const nums = numsOf(rows.slice(0, limit));
    const seen = offset + nums.length;
    if (rows.length > limit) {
      return { nums, total: Math.max(seen, atLeast), more: true, stoppedAt: null };
    }
    if (rows.length > 0 || offset === 0) return { nums, total: seen, more: false, stoppedAt: null };
    const upTo = sql`${walk} LIMIT ${sql.lit(bounds.counted + 1)}`;
    const total = Number((await read(sql`SELECT count(*) AS num FROM (${upTo}) AS t`))[0]!.num);
    const more = total > bounds.counted;
    return { nums, total: more ? bounds.counted : total, more, stoppedAt: null };
  }

  /** What a text is found in, sorted; null when more than `most` codes may hold it. */
  async function searched(
    search: Predicate,
    filters: readonly Predicate[],
    wanted: Wanted,
    most: number,
  ): Promise<Found | null> {
    if (engine === "postgres" && (await isCommon(db, wanted.ownerId, search, most))) return null;
    return sorted(wanted, { source: search, filters, most });
  }

  async function amongNewest(filters: readonly Predicate[], wanted: Wanted, bound: number): Promise<Found> {
    const { ownerId, before, sort } = wanted;
    const source = filters.find((filter) => filter.ordered && filter.candidates) ?? everyCode(engine, ownerId);
    const look = { source, filters, newest: bound };
    // Newest first needs no sorting: rows come as they are looked at.
    const found =
      sort === "newest" ? await pageOf(passing(engine, wanted, look).passed, wanted, 0) : (await sorted(wanted, look))!;
    if (found.more) return found;
    const last = await read(newestOf(source, before, sql`LIMIT 2 OFFSET ${sql.lit(bound - 1)}`));
    if (last.length < 2) return found;
    return { ...found, more: true, stoppedAt: Number(last[0]!.num) };
  }

  return {
    async find(asked: BinWanted): Promise<Found> {
      const { ownerId, filter, now, before, sort } = asked;
      if (filter.state === "deleted") return findInBin(db, engine, asked, bounds.searched);
      const wanted: Wanted = { ...asked, sort: sort === "deleted" ? "newest" : sort };
      const { search, others } = predicatesOf(engine, ownerId, filter, now);
      const filters = search ? [search, ...others] : others;
      const choices = [...others, everyCode(engine, ownerId)];
      const sizes = await sizesOf(choices, before);
      const least = Math.min(...sizes);
      const rarest = choices[sizes.indexOf(least)]!;
      if (search?.candidates && least > FEW) {
        const found = await searched(search, filters, wanted, Math.min(least, bounds.counted));
        if (found) return found;
      }
      const one = filters.length === 0 || (filters.length === 1 && rarest.exact);
      const walk =
        least > bounds.counted || (one && wanted.sort === "newest") ? indexWalk(engine, wanted, filters) : null;
      if (walk && least > bounds.counted) return pageOf(walk, wanted, one ? bounds.counted : 0);
      if (walk) return { ...(await pageOf(walk, wanted, least)), total: least, more: false };
      if (least <= bounds.counted) return (await sorted(wanted, { source: rarest, filters }))!;
      // Two tables have to be looked at for each, which takes PostgreSQL far longer.
      const dear = engine === "postgres" && wanted.sort === "name";
      return amongNewest(filters, wanted, search || dear ? bounds.searched : bounds.newest);
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
