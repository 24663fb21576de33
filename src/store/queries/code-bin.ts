/** The bin: an owner's deleted codes, for as long as they can be taken back. */
import { type Kysely, sql } from "kysely";
import { BIN_MS, type BinSort } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { predicatesOf } from "./code-filters.ts";
import { type Found, type Fragment, SORT_KEYS, type Wanted } from "./code-walks.ts";

export type BinWanted = Omit<Wanted, "sort"> & { sort: BinSort };

/** Codes deleted at this time or before are past taking back. */
export const lastErased = (now: number): number => now - BIN_MS;

/**
 * The codes in the bin, those first that were deleted last, or that were made last. Whole rows that are
 * compared and ordered leave PostgreSQL the index that begins with the owner.
 */
function walkOf(engine: EngineName, { ownerId, now, sort, before }: BinWanted): Fragment {
  const [index, key, from, to] =
    sort === "deleted"
      ? ["codes_bin_by_deletion", "deleted_at", lastErased(now) + 1, Number.MAX_SAFE_INTEGER]
      : ["codes_bin", "num", 0, before ?? Number.MAX_SAFE_INTEGER];
  const by = engine === "sqlite" ? sql`INDEXED BY ${sql.ref(index)}` : sql``;
  const place = sql`(owner_id, ${sql.ref(key)})`;
  return sql`SELECT num, deleted_at FROM codes ${by}
    WHERE deleted_at > ${lastErased(now)} AND erased_at IS NULL
      AND ${place} >= (${ownerId}, ${from}) AND ${place} < (${ownerId}, ${to})
    ORDER BY owner_id DESC, ${sql.ref(key)} DESC, num DESC`;
}

/** A page of the bin; of a very full one only the `newest` codes are looked at. */
export async function findInBin(
  db: Kysely<Tables>,
  engine: EngineName,
  wanted: BinWanted,
  newest: number,
): Promise<Found> {
  const { ownerId, filter, now, sort, limit, offset } = wanted;
  const { search, others } = predicatesOf(engine, ownerId, filter, now);
  const tests = [sql`1 = 1`, ...others.map(({ test }) => test), ...(search ? [search.test] : [])];
  const walk = walkOf(engine, wanted);
  const key = sort === "deleted" ? sql`-c.deleted_at` : SORT_KEYS[sort];
  const { rows } = await sql<{ num: number | null; total: number; looked: number }>`
    WITH looked AS MATERIALIZED (${walk} LIMIT ${sql.lit(newest)}),
    passed AS MATERIALIZED (SELECT c.num, ${key} AS k FROM looked
      JOIN codes AS c ON c.num = looked.num JOIN code_counters AS l ON l.code_num = c.num
      WHERE ${sql.join(tests, sql` AND `)})
    SELECT t.total, t.looked, p.num
    FROM (SELECT count(*) AS total, (SELECT count(*) FROM looked) AS looked FROM passed) AS t
    LEFT JOIN (SELECT * FROM passed ORDER BY k, num DESC
      LIMIT ${limit} OFFSET ${offset}) AS p ON 1 = 1
    ORDER BY p.k, p.num DESC`.execute(db);
  const nums = rows.flatMap(({ num }) => (num === null ? [] : [Number(num)]));
  const found = { nums, total: Number(rows[0]!.total), more: false, stoppedAt: null };
  if (Number(rows[0]!.looked) < newest) return found;
  const end = sql<{ num: number }>`${walk} LIMIT 2 OFFSET ${sql.lit(newest - 1)}`;
  const [last, beyond] = (await end.execute(db)).rows;
  return beyond ? { ...found, more: true, stoppedAt: Number(last!.num) } : found;
}
