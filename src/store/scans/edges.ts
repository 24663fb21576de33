import { type Kysely, sql } from "kysely";
import { QUARTER_MS, quarterOf } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import { unpackRuns, unpackTimes } from "./block.ts";

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
  for (const month of new Set([first, last].filter((month) => month !== null).map(Number))) {
    const blocks = await db
      .selectFrom("scan_blocks")
      .select(["n", "count", "runs"])
      .where("code_num", "=", codeNum)
      .where("month", "=", month)
      .execute();
    const runs = blocks.map((block) => ({ n: block.n, count: block.count, ...unpackRuns(block.runs, month) }));
    begins.push(...runs.map(({ quarters }) => quarters[0]!));
    if (month !== Number(last)) continue;
    const end = Math.max(...runs.map(({ quarters }) => quarters.at(-1)!));
    for (const { n, count, quarters, forgotten } of runs) {
      if (quarters.at(-1) !== end) continue;
      ends.push(forgotten === count ? end * QUARTER_MS : await lastTime(db, { codeNum, month, n }));
    }
  }
  const begin = begins.length === 0 ? null : Math.min(...begins);
  const end = ends.length === 0 ? null : Math.max(...ends);
  return {
    first_quarter: begin !== null && begin < quarterOf(createdAt) ? begin : null,
    last_quarter: end === null ? null : quarterOf(end),
    last_scan_at: end,
  };
}

async function lastTime(db: Kysely<Tables>, block: { codeNum: number; month: number; n: number }): Promise<number> {
  const { ids } = await db
    .selectFrom("scan_blocks")
    .select("ids")
    .where("code_num", "=", block.codeNum)
    .where("month", "=", block.month)
    .where("n", "=", block.n)
    .executeTakeFirstOrThrow();
  return unpackTimes(ids, block.month).at(-1)!;
}
