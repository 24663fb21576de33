import { type Kysely, type Selectable, sql } from "kysely";
import { DAY_MS, dayOf } from "../../shared/days.ts";
import { COUNTING } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { boundaryOf } from "./history.ts";
import type { ScanIdCodec } from "./scans.ts";
import { countDay } from "./version-counts.ts";

type Row = Selectable<Tables["code_versions"]>;

const ROWS_A_STEP = 200;

/**
 * Before raw scans of days before `keepFrom` go: what they alone tell of versions that ended on those
 * days is counted for good. The mark moves first, so that no line of those days is settled any more.
 */
export async function keepVersionCounts(
  db: Kysely<Tables>,
  engine: EngineName,
  ids: ScanIdCodec,
  keepFrom: number | undefined,
): Promise<void> {
  const marks = await db.selectFrom("meta").select(["name", "value"]).execute();
  const removedTo = marks.find(({ name }) => name === "raw_removed_to")?.value ?? 0;
  if (keepFrom === undefined || removedTo >= keepFrom) return;
  await moveMark(db, engine, keepFrom);
  let after = { num: 0, n: 0 };
  while (true) {
    const rows = await endedBetween(db, removedTo, keepFrom, after);
    const byDay = Map.groupBy(rows, (row) => `${row.code_num} ${dayOf(row.replaced_at)}`);
    for (const some of byDay.values()) await keepDay(db, ids, some);
    if (rows.length < ROWS_A_STEP) return;
    const last = rows.at(-1)!;
    after = { num: last.code_num, n: last.n };
  }
}

async function keepDay(db: Kysely<Tables>, ids: ScanIdCodec, rows: readonly Row[]): Promise<void> {
  const { code_num: codeNum, replaced_at: at } = rows[0]!;
  const day = dayOf(at);
  const { total } = await db
    .selectFrom("scan_daily")
    .select(sql<number>`coalesce(sum(count), 0)`.as("total"))
    .where("code_num", "=", codeNum)
    .where("dimension", "in", COUNTING)
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  const ends = rows.map(boundaryOf);
  const asked = { codeNum, day, ends, total: Number(total), today: day + 1, isForGood: true };
  await countDay({ db, listing: db, ids }, asked);
}

/** And those that ended before and were never counted: they were imported, with their scans. */
const endedBetween = (
  db: Kysely<Tables>,
  fromDay: number,
  toDay: number,
  after: { num: number; n: number },
): Promise<Row[]> =>
  db
    .selectFrom("code_versions")
    .selectAll()
    .where("replaced_at", "<", toDay * DAY_MS)
    .where(({ eb, or }) => or([eb("replaced_at", ">=", fromDay * DAY_MS), eb("day_total", "is", null)]))
    .where(({ eb, or, and }) =>
      or([eb("code_num", ">", after.num), and([eb("code_num", "=", after.num), eb("n", ">", after.n)])]),
    )
    .orderBy("code_num")
    .orderBy("n")
    .limit(ROWS_A_STEP)
    .execute();

async function moveMark(db: Kysely<Tables>, engine: EngineName, day: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Waits for settlements that have read the mark already. On SQLite there is one writer.
    if (engine === "postgres") {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
      await sql`LOCK TABLE ONLY scans IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    }
    await sql`INSERT INTO meta (name, value) VALUES ('raw_from_day', ${day})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value < excluded.value`.execute(trx);
  });
}
