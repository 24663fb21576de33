/**
 * How often each code of a workspace with sums was scanned on recent days, one packed value a day, so that the most
 * scanned of thousands of codes are found without reading the rows of each. It only repeats scan_quarters: a day whose
 * count is not that of the workspace's sums, because scans were settled later, is read from there.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { DAY_MS, dayOf } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import type { Span } from "../insight-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { addCounts, countOf, packCounts } from "../tallies.ts";
import { asText, isOneOf, rowsOf } from "./text-rows.ts";

/** Reports of 30 days in any zone, a day late. */
const DAYS = 32;
/** A day of so many has 200 KB. */
const MOST_CODES = 50_000;
const CODES_A_STEP = 5000;
/** All of them at once would take 100 MB. */
const DAYS_A_STEP = 4;
/** Of a four-byte integer. */
const LAST_DAY = 2 ** 31 - 1;

type Counts = Map<number, number>;

/** Once a day for each workspace, and for days that have changed. */
export async function packCodeDays(
  db: Kysely<Tables>,
  engine: EngineName,
  workspaceNum: number,
  now: number,
): Promise<void> {
  const today = dayOf(now);
  const { rows } = await sql<{ day: number }>`
    SELECT s.day FROM workspace_daily AS s
    LEFT JOIN workspace_codes AS c ON c.workspace_num = s.workspace_num AND c.day = s.day
    WHERE s.workspace_num = ${workspaceNum} AND s.dimension = ${sql.lit(DIMENSION.total)} AND s.value = ''
      AND s.day >= ${today - DAYS} AND s.day < ${today} AND s.count > 0
      AND (c.count IS NULL OR c.count <> s.count) ORDER BY s.day`.execute(db);
  const due = rows.map(({ day }) => day);
  while (due.length > 0) await packDays(db, engine, workspaceNum, due.splice(0, DAYS_A_STEP));
}

async function packDays(
  db: Kysely<Tables>,
  engine: EngineName,
  workspaceNum: number,
  due: readonly number[],
): Promise<void> {
  const workspace = db.selectFrom("summed_workspaces").selectAll().where("num", "=", workspaceNum);
  const before = await workspace.executeTakeFirst();
  const nums = before ? await summedCodes(db, engine, before) : [];
  if (!before || nums.length > MOST_CODES) return;
  const days = new Map<number, Counts>(due.map((day) => [day, new Map()]));
  const range = { from: due[0]!, to: due.at(-1)! };
  while (nums.length > 0) {
    const some = nums.splice(0, CODES_A_STEP);
    for (const [num, day, count] of await countsOf(db, engine, some, range)) days.get(day)?.set(num, count);
  }
  for (const [day, counts] of days) {
    const packed = packCounts(counts);
    const value = engine === "postgres" ? sql`CAST(${packed} AS bytea)` : packed;
    // Not if codes have changed since they were read.
    const locking = engine === "postgres" ? sql`FOR SHARE` : sql``;
    await sql`
      INSERT INTO workspace_codes (workspace_num, day, count, codes)
      SELECT num, CAST(${day} AS integer), CAST(${countOf(counts)} AS bigint), ${value}
      FROM summed_workspaces WHERE num = ${workspaceNum} AND changes = ${before.changes} ${locking}
      ON CONFLICT (workspace_num, day) DO UPDATE SET count = excluded.count, codes = excluded.codes`.execute(db);
  }
}

/** Those that are included in the sums, also in the bin; one more than `MOST_CODES` if there are more. */
async function summedCodes(
  db: Kysely<Tables>,
  engine: EngineName,
  { num, workspace_id: workspaceId }: { num: number; workspace_id: string },
): Promise<number[]> {
  const codes = sql`SELECT num FROM codes JOIN code_counters ON code_num = num
    WHERE workspace_id = ${workspaceId} AND summed_in = ${num}`;
  // Each has an index of its own.
  const { rows } = await sql<{ text: string | null }>`
    SELECT ${asText(engine, sql`num`)} AS text FROM (
      ${codes} AND deleted_at IS NULL
      UNION ALL ${codes} AND deleted_at IS NOT NULL AND erased_at IS NULL LIMIT ${MOST_CODES + 1}) AS summed`.execute(
    db,
  );
  return rowsOf<[number]>(rows[0]!.text).map(([code]) => code);
}

async function countsOf(
  db: Kysely<Tables>,
  engine: EngineName,
  nums: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<[num: number, day: number, count: number][]> {
  if (nums.length === 0) return [];
  const { rows } = await sql<{ text: string | null }>`
    SELECT ${asText(engine, sql`code_num, day, total`)} AS text FROM scan_quarters
    WHERE code_num ${isOneOf(engine, nums)} AND day >= ${from} AND day <= ${to} AND total > 0`.execute(db);
  return rowsOf(rows[0]!.text);
}

/** In a transaction that changes which codes are included on these days, or what they have. */
export async function forgetCodeDays(
  trx: Transaction<Tables>,
  workspaceNum: number,
  days: readonly number[],
): Promise<void> {
  await sql`UPDATE summed_workspaces SET changes = changes + 1 WHERE num = ${workspaceNum}`.execute(trx);
  if (days.length === 0) return;
  await trx.deleteFrom("workspace_codes").where("workspace_num", "=", workspaceNum).where("day", "in", days).execute();
}

/** The packed days whose count is that of the sums. */
async function wholeDays(db: Kysely<Tables>, workspaceNum: number, first: number, end: number) {
  const { rows } = await sql<{ day: number; codes: Uint8Array }>`
    SELECT c.day, c.codes FROM workspace_codes AS c
    JOIN workspace_daily AS s ON s.workspace_num = c.workspace_num AND s.day = c.day AND s.count = c.count
    WHERE c.workspace_num = ${workspaceNum} AND c.day >= ${first} AND c.day < ${end}
      AND s.dimension = ${sql.lit(DIMENSION.total)} AND s.value = '' ORDER BY c.day`.execute(db);
  return rows;
}

/** Scans by the number of their code on whole days of a span, and the rest of the span. */
export async function readCodeDays(db: Kysely<Tables>, workspaceNum: number, span: Span) {
  const counts: number[] = [];
  const rest: Span[] = [];
  let { from } = span;
  for (const { day, codes } of await wholeDays(db, workspaceNum, Math.ceil(span.from / DAY_MS), dayOf(span.to))) {
    addCounts(counts, codes);
    if (day * DAY_MS > from) rest.push({ from, to: day * DAY_MS });
    from = (day + 1) * DAY_MS;
  }
  if (from < span.to) rest.push({ from, to: span.to });
  return { counts, rest };
}

/** Compares the packed counts of days that are read with those of the codes. */
export async function checkCodeDays(db: Kysely<Tables>, workspaceNum: number): Promise<string[]> {
  const problems: string[] = [];
  for (const { day, codes } of await wholeDays(db, workspaceNum, 0, LAST_DAY)) {
    const left: number[] = [];
    addCounts(left, codes);
    const found = await sql<{ num: number; total: number }>`
      SELECT q.code_num AS num, q.total FROM scan_quarters AS q JOIN code_counters AS c ON c.code_num = q.code_num
      WHERE c.summed_in = ${workspaceNum} AND q.day = ${day} AND q.total > 0`.execute(db);
    for (const { num, total: count } of found.rows) left[num] = (left[num] ?? 0) - Number(count);
    if (left.some((count) => count !== 0)) {
      problems.push(`workspace number ${workspaceNum}, day ${day}: its packed counts differ from those of its codes`);
    }
  }
  return problems;
}
