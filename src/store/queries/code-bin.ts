/** The bin: an owner's deleted codes, for as long as they can be taken back. */
import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { predicatesOf } from "./code-filters.ts";
import { type Found, SORT_KEYS, type Wanted } from "./code-walks.ts";

const BIN_MS = 30 * DAY_MS;

/** Codes deleted at this time or before are past taking back. */
export const lastErased = (now: number): number => now - BIN_MS;

/** A page of the bin; of a very full one only the `newest` codes are looked at. */
export async function findInBin(
  db: Kysely<Tables>,
  engine: EngineName,
  wanted: Wanted,
  newest: number,
): Promise<Found> {
  const { ownerId, filter, now, sort, limit, offset } = wanted;
  const { search, others } = predicatesOf(engine, ownerId, filter, now);
  const tests = [sql`1 = 1`, ...others.map(({ test }) => test), ...(search ? [search.test] : [])];
  const by = engine === "sqlite" ? sql`INDEXED BY codes_bin` : sql``;
  // Whole rows that are compared and ordered leave PostgreSQL the index that begins with the owner.
  const older = (before: number) => sql`SELECT num FROM codes ${by}
    WHERE deleted_at > ${lastErased(now)} AND erased_at IS NULL
      AND (owner_id, num) >= (${ownerId}, 0) AND (owner_id, num) < (${ownerId}, ${before})
    ORDER BY owner_id DESC, num DESC`;
  const looked = sql`${older(wanted.before ?? Number.MAX_SAFE_INTEGER)} LIMIT ${sql.lit(newest)}`;
  const { rows } = await sql<{ num: number | null; total: number; last: number | null }>`
    WITH looked AS MATERIALIZED (${looked}),
    passed AS MATERIALIZED (SELECT c.num, ${SORT_KEYS[sort]} AS k FROM looked
      JOIN codes AS c ON c.num = looked.num JOIN code_counters AS l ON l.code_num = c.num
      WHERE ${sql.join(tests, sql` AND `)})
    SELECT t.total, t.last, p.num
    FROM (SELECT count(*) AS total, (SELECT min(num) FROM looked) AS last FROM passed) AS t
    LEFT JOIN (SELECT * FROM passed ORDER BY k, num DESC
      LIMIT ${limit} OFFSET ${offset}) AS p ON 1 = 1
    ORDER BY p.k, p.num DESC`.execute(db);
  const { last, total } = rows[0]!;
  const nums = rows.flatMap(({ num }) => (num === null ? [] : [Number(num)]));
  const beyond = last === null ? [] : (await sql`${older(last)} LIMIT 1`.execute(db)).rows;
  const more = beyond.length > 0;
  return { nums, total: Number(total), more, stoppedAt: more ? Number(last) : null };
}
