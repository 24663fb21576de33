/** Removes expired data, in steps short enough that nobody waits long. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { ROWS_PER_STEP, removeBy } from "../database/remove-by.ts";
import type { Tables } from "../database/tables.ts";
import { lastErased } from "../shared/bin.ts";
import { DAY_MS } from "../shared/days.ts";
import { EMPTY } from "./codes.table.ts";
import { lockCodes } from "./rows.queries.ts";

const CODES_PER_STEP = 100;
/** Removing each from the search takes longer than its row. */
const PLACEMENTS_PER_STEP = 1000;
const ANSWERS_KEPT_DAYS = 2;
const VERDICTS_KEPT_DAYS = 400;

/** Expired sessions and one-time tokens. */
export async function removeEndedSessions(db: Kysely<Tables>, engine: EngineName, now: number): Promise<void> {
  const moment = engine === "sqlite" ? new Date(now).toISOString() : new Date(now);
  for (const table of ["session", "verification"] as const) {
    await repeat(() => removeSome(db, table, sql`"expiresAt" < ${moment}`));
  }
}

/** First answers to an Idempotency-Key, verdicts, which can be recomputed, and mail that was never sent. */
export async function removeOldAnswers(db: Kysely<Tables>, now: number): Promise<void> {
  await removeBy(db, "idempotency", "created_at", sql`created_at < ${now - ANSWERS_KEPT_DAYS * DAY_MS}`);
  await removeBy(db, "verdicts", "created_at", sql`created_at < ${now - VERDICTS_KEPT_DAYS * DAY_MS}`);
  await removeBy(db, "mails", "id", sql`expires_at < ${now}`);
}

async function removeSome(
  db: Kysely<Tables>,
  table: "session" | "verification",
  condition: ReturnType<typeof sql>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE id IN (
      SELECT id FROM ${sql.table(table)} WHERE ${condition} ORDER BY id LIMIT ${ROWS_PER_STEP})`.execute(db);
  return Number(numAffectedRows);
}

async function repeat(step: () => Promise<number>): Promise<void> {
  while ((await step()) >= ROWS_PER_STEP);
}

/**
 * Codes whose time in the bin is over: each is emptied and listed, which is final, then its data is removed. The row
 * stays, so that its token is never assigned again.
 */
export async function eraseDeletedCodes(db: Kysely<Tables>, engine: EngineName, now: number): Promise<void> {
  while ((await emptyCodes(db, engine, now)) > 0);
  while (true) {
    const codes = await db.selectFrom("erasing").select("code_num").orderBy("code_num").limit(CODES_PER_STEP).execute();
    if (codes.length === 0) return;
    for (const { code_num: num } of codes) await eraseRows(db, num);
  }
}

async function emptyCodes(db: Kysely<Tables>, engine: EngineName, now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await dueCodes(trx, now);
    if (due.length === 0) return 0;
    await lockCodes(trx, engine, due, true);
    const erased = await trx
      .updateTable("codes")
      .set({ ...EMPTY, erased_at: now })
      .where("erased_at", "is", null)
      .where("deleted_at", "<=", lastErased(now))
      .where("num", "in", due)
      .returning("num")
      .execute();
    const nums = erased.map(({ num }) => num);
    if (nums.length === 0) return 0;
    await trx.deleteFrom("code_versions").where("code_num", "in", nums).execute();
    await trx.deleteFrom("code_changes").where("code_num", "in", nums).execute();
    await trx.deleteFrom("code_tags").where("code_num", "in", nums).execute();
    await trx.deleteFrom("imported_counts").where("code_num", "in", nums).execute();
    await trx.deleteFrom("importing").where("code_num", "in", nums).execute();
    await trx.deleteFrom("insight_links").where("code_num", "in", nums).execute();
    const links = trx
      .selectFrom("placements")
      .select("token")
      .where("code_num", "in", nums)
      .unionAll(trx.selectFrom("codes").select("token").where("num", "in", nums));
    await trx.deleteFrom("moved_links").where("token", "in", links).execute();
    await trx.deleteFrom("placements").where("code_num", "in", nums).execute();
    await trx.deleteFrom("code_counters").where("code_num", "in", nums).execute();
    await trx
      .insertInto("erasing")
      .values(nums.map((num) => ({ code_num: num })))
      .execute();
    return due.length;
  });
}

/** At least one, if any is due. */
async function dueCodes(trx: Transaction<Tables>, now: number): Promise<number[]> {
  const { rows } = await sql<{ num: number; placements: number }>`
    SELECT num, (SELECT count(*) FROM placements AS p WHERE p.code_num = codes.num) AS placements FROM codes
    WHERE deleted_at <= ${lastErased(now)} AND erased_at IS NULL ORDER BY deleted_at LIMIT ${CODES_PER_STEP}`.execute(
    trx,
  );
  let placements = 0;
  const taken = rows.filter((row, i) => {
    placements += Number(row.placements);
    return i === 0 || placements <= PLACEMENTS_PER_STEP;
  });
  return taken.map(({ num }) => Number(num));
}

async function eraseRows(db: Kysely<Tables>, num: number): Promise<void> {
  const code = sql`code_num = ${num}`;
  await removeBy(db, "scans", "id", code);
  // A busy code's blocks of a month may be tens of megabytes.
  const months = await db.selectFrom("scan_blocks").select("month").distinct().where("code_num", "=", num).execute();
  for (const { month } of months) {
    await db.deleteFrom("scan_blocks").where("code_num", "=", num).where("month", "=", month).execute();
  }
  await removeBy(db, "scan_visitors", "day", code);
  await removeBy(db, "uncounted_daily", "day", code);
  await db.deleteFrom("erasing").where("code_num", "=", num).execute();
}
