/** Counts of scans that move from one code to another; see src/placements/move.queries.ts. */
import { sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { edgeColumns } from "../scans/edges.queries.ts";

type Trx = Transaction<Tables>;

const VERSIONS_PER_STATEMENT = 500;

export interface MovedCode {
  num: number;
  createdAt: number;
}

interface Move {
  from: MovedCode;
  to: MovedCode;
  /** In order. */
  times: ArrayLike<number>;
}

/** Called after the scans were moved, under the locks of both codes. */
export async function moveCounts(trx: Trx, { from, to, times }: Move): Promise<void> {
  for (const [{ num, createdAt }, sign] of [
    [from, -1],
    [to, 1],
  ] as const) {
    const edges = await edgeColumns(trx, num, createdAt);
    const { scan_count: count } = await trx
      .updateTable("code_counters")
      .set(({ eb }) => ({
        ...edges,
        scan_count: eb("scan_count", "+", sign * times.length),
        scans_changed: eb("scans_changed", "+", 1),
      }))
      .where("code_num", "=", num)
      .returning("scan_count")
      .executeTakeFirstOrThrow();
    await addVersions(trx, num, times, sign, Number(count));
  }
}

/** Scans before a version ended are counted until then. Counts of versions grow from one to the next, up to `most`. */
async function addVersions(
  trx: Trx,
  code: number,
  times: ArrayLike<number>,
  sign: 1 | -1,
  most: number,
): Promise<void> {
  const versions = await trx
    .selectFrom("code_versions")
    .select(["n", "replaced_at", "scans_until"])
    .where("code_num", "=", code)
    .orderBy("n")
    .execute();
  let until = 0;
  let before = 0;
  const changed = versions.flatMap(({ n, replaced_at, scans_until }) => {
    // No version ends before the one before it.
    while (before < times.length && times[before]! < replaced_at) before++;
    until = Math.min(most, Math.max(until, Number(scans_until) + sign * before));
    return until === Number(scans_until) ? [] : sql`(${sql.lit(n)}, ${sql.lit(until)})`;
  });
  for (let i = 0; i < changed.length; i += VERSIONS_PER_STATEMENT) {
    await sql`
      WITH ends (n, scans_until) AS (VALUES ${sql.join(changed.slice(i, i + VERSIONS_PER_STATEMENT))})
      UPDATE code_versions SET scans_until = ends.scans_until FROM ends
      WHERE code_num = ${code} AND code_versions.n = ends.n`.execute(trx);
  }
}
