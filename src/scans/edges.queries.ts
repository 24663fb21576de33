import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { QUARTER_MS, quarterOf } from "../shared/days.ts";
import { type BlockKey, DamagedBlock, unpackTimes } from "./block.ts";
import { ifUndamaged, type OnDamaged } from "./damaged.ts";
import { runsOf } from "./read.queries.ts";

/** Columns of code_counters that follow from a code's scans: for a code whose scans were moved or imported. */
export async function edgeColumns(db: Kysely<Tables>, codeNum: number, createdAt: number) {
  const { rows } = await sql<Record<"oldest" | "newest" | "first" | "last", number | null>>`
    SELECT (SELECT min(at) FROM scans WHERE code_num = ${codeNum}) AS oldest,
      (SELECT max(at) FROM scans WHERE code_num = ${codeNum}) AS newest,
      (SELECT min(month) FROM scan_blocks WHERE code_num = ${codeNum}) AS first,
      (SELECT max(month) FROM scan_blocks WHERE code_num = ${codeNum}) AS last`.execute(db);
  const { oldest, newest, first, last } = rows[0]!;
  const begins: number[] = oldest === null ? [] : [quarterOf(Number(oldest))];
  const ends: number[] = newest === null ? [] : [Number(newest)];
  let isDamaged = false;
  const onDamaged = () => {
    isDamaged = true;
  };
  for (const month of new Set([first, last].filter((month) => month !== null).map(Number))) {
    const blocks = await db
      .selectFrom("scan_blocks")
      .select(["n", "count", "runs"])
      .where("code_num", "=", codeNum)
      .where("month", "=", month)
      .execute();
    const runs = blocks.flatMap(({ n, count, runs }) => {
      const read = () => ({ n, count, ...runsOf({ runs, month, count }) });
      return ifUndamaged({ codeNum, month, n }, read, onDamaged) ?? [];
    });
    begins.push(...runs.map(({ quarters }) => quarters[0]!));
    if (month !== Number(last)) continue;
    const end = Math.max(...runs.map(({ quarters }) => quarters.at(-1)!));
    for (const { n, count, quarters, forgotten } of runs) {
      if (quarters.at(-1) !== end) continue;
      const block = { codeNum, month, n };
      const time = forgotten === count ? end * QUARTER_MS : await lastTime(db, block, end, onDamaged);
      if (time !== undefined) ends.push(time);
    }
  }
  if (isDamaged) {
    // It is left to a check. What the counters say of its scans still holds.
    const known = await db
      .selectFrom("code_counters")
      .select(["first_quarter", "last_scan_at"])
      .where("code_num", "=", codeNum)
      .executeTakeFirst();
    if (known?.first_quarter != null) begins.push(Number(known.first_quarter));
    if (known?.last_scan_at != null) ends.push(Number(known.last_scan_at));
  }
  const begin = begins.length === 0 ? null : Math.min(...begins);
  const end = ends.length === 0 ? null : Math.max(...ends);
  return {
    first_quarter: begin !== null && begin < quarterOf(createdAt) ? begin : null,
    last_quarter: end === null ? null : quarterOf(end),
    last_scan_at: end,
  };
}

/** Of a block whose last scan is in the quarter of an hour `end`; undefined if it is damaged. */
async function lastTime(
  db: Kysely<Tables>,
  block: BlockKey,
  end: number,
  onDamaged: OnDamaged,
): Promise<number | undefined> {
  const { ids } = await db
    .selectFrom("scan_blocks")
    .select("ids")
    .where("code_num", "=", block.codeNum)
    .where("month", "=", block.month)
    .where("n", "=", block.n)
    .executeTakeFirstOrThrow();
  const read = () => {
    const time = unpackTimes(ids, block.month).at(-1);
    if (time === undefined || quarterOf(time) !== end) throw new DamagedBlock("Its last time is not that of its runs.");
    return time;
  };
  return ifUndamaged(block, read, onDamaged);
}
