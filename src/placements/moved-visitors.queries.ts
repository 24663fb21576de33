/** Visitors of scans that move from one code to another; see src/placements/move.queries.ts. */
import { sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { removeSomeBy } from "../database/remove-by.ts";
import type { Tables } from "../database/tables.ts";
import { DamagedBlock } from "../scans/block.ts";
import type { OnDamaged } from "../scans/damaged.ts";
import { tallyScans } from "../scans/read.queries.ts";
import type { DaySpan } from "../scans/visitor-days.ts";
import { codeDay, isWithin, slotOf, tagTable } from "../scans/visitors.ts";
import { QUARTER_MS, QUARTERS_PER_DAY, quarterOf } from "../shared/days.ts";

type Trx = Transaction<Tables>;

export interface VisitorMove {
  from: number;
  to: number;
  /** Of the scans that are moved, in order. */
  times: ArrayLike<number>;
  /** Called with the blocks that could not be read. */
  onDamaged: OnDamaged;
}

interface HeldDay extends DaySpan {
  codeNum: number;
  day: number;
  scans: number;
}

/**
 * Called before the scans are moved. Who visited on their local days is not known any more: neither code has counted
 * exactly these scans. Only a day whose scans all move at once to a code without scans on that day keeps its visitors.
 *
 * A day that loses its last scan begins without tags again, or its next visitors would not count as new. False if tags
 * are left: then the scans have to stay until a further call.
 */
export async function moveVisitors(trx: Trx, engine: EngineName, move: VisitorMove): Promise<boolean> {
  const { from, to, times, onDamaged } = move;
  const taken = new Map<number, number>();
  for (let i = 0; i < times.length; i++) {
    const quarter = quarterOf(times[i]!);
    taken.set(quarter, (taken.get(quarter) ?? 0) + 1);
  }
  const quarters = [...taken.keys()];
  const isTouched = (day: DaySpan) => quarters.some((quarter) => isWithin(day, quarter));
  const held = await heldDays(trx, move);
  const touched = held.filter(isTouched);
  const salts = (await trx.selectFrom("visitor_salts").select(["id", "from_quarter as from", "quarters"]).execute())
    .map(({ id, from, quarters }) => ({ id, from, quarters }))
    .filter(isTouched);
  if (touched.length === 0 && salts.length === 0) return true;

  const takenIn = (day: DaySpan) =>
    quarters.reduce((sum, quarter) => sum + (isWithin(day, quarter) ? taken.get(quarter)! : 0), 0);
  const countIn = await countsOf(trx, engine, [from, to], [...touched, ...salts], onDamaged);
  const isEmptied = (day: DaySpan) => countIn(from, day) === takenIn(day);
  const mayBeEmptied = (day: DaySpan) => isEmptied(day) || countIn(from, day) === null;
  const isForgotten = await forgetTags(trx, engine, from, salts.filter(mayBeEmptied));

  const keptBy = (codeNum: number, day: number) =>
    held.some((other) => other.codeNum === codeNum && other.day === day && !isTouched(other));
  for (const day of touched.toSorted((a, b) => Number(a.codeNum === from) - Number(b.codeNum === from))) {
    const isExact = day.codeNum === from && isEmptied(day) && day.scans === takenIn(day) && countIn(to, day) === 0;
    const ofDay = sql<boolean>`code_num = ${day.codeNum} AND day = ${day.day}`;
    // Under another salt, so that the next visitor of that day begins a new count, which is not complete.
    if (isForgotten && isExact && !keptBy(to, day.day)) {
      await trx.updateTable("scan_visitors").set({ code_num: to, salt: 0 }).where(ofDay).execute();
    } else await trx.deleteFrom("scan_visitors").where(ofDay).execute();
  }
  return isForgotten;
}

/** Days of both codes around the scans. */
async function heldDays(trx: Trx, { from, to, times }: VisitorMove): Promise<HeldDay[]> {
  const [first, last] = [times[0]!, times[times.length - 1]!].map((at) => Math.floor(quarterOf(at) / QUARTERS_PER_DAY));
  const rows = await trx
    .selectFrom("scan_visitors")
    .select(["code_num", "day", "begins", "quarters", "scans"])
    .where("code_num", "in", [from, to])
    .where("day", ">=", first! - 1)
    .where("day", "<=", last! + 1)
    .execute();
  return rows.map(({ code_num, day, begins, quarters, scans }) => {
    return { codeNum: Number(code_num), day, from: day * QUARTERS_PER_DAY + begins, quarters, scans };
  });
}

/** The number of scans that a code has on a day; null if one of its blocks cannot be read. */
async function countsOf(
  trx: Trx,
  engine: EngineName,
  codes: readonly number[],
  days: readonly DaySpan[],
  onDamaged: OnDamaged,
): Promise<(code: number, day: DaySpan) => number | null> {
  const first = Math.min(...days.map((day) => day.from));
  const end = Math.max(...days.map((day) => day.from + day.quarters));
  const span = { from: first * QUARTER_MS, to: end * QUARTER_MS, offsets: [] };
  const counts = new Map<number, Float64Array>();
  for (const code of codes) {
    try {
      const [tally] = await tallyScans({ db: trx, engine }, [code], [{ span, facts: [] }]);
      counts.set(code, tally!.quarters);
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error;
      onDamaged(error);
    }
  }
  return (code, { from, quarters }) =>
    counts
      .get(code)
      ?.subarray(from - first, from - first + quarters)
      .reduce((sum, count) => sum + count, 0) ?? null;
}

/** Of local days of a code, some thousands of each at a time. False if there are more. */
async function forgetTags(
  trx: Trx,
  engine: EngineName,
  code: number,
  salts: readonly (DaySpan & { id: number })[],
): Promise<boolean> {
  const remove = async () => {
    let isDone = true;
    for (const { id, from } of salts) {
      const table = tagTable(slotOf(from)) as keyof Tables;
      if (await removeSomeBy(trx, table, "tag", sql`code_day = ${codeDay(code, id)}`)) isDone = false;
    }
    return isDone;
  };
  if (salts.length === 0 || engine === "postgres") return remove();
  // Leaves no bytes of them in the file. The connection keeps the pragma until it is set back.
  await sql`PRAGMA secure_delete = ON`.execute(trx);
  try {
    return await remove();
  } finally {
    await sql`PRAGMA secure_delete = OFF`.execute(trx);
  }
}
