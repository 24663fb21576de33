import { dayOf, firstDayOf } from "../../shared/days.ts";
import { DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import { type HeldDay, PAIR_AGENT_ID, PAIR_PLACE_ID, type PairRow, splitDays, visitsOf } from "../pairs.ts";
import { quartersColumn, totalOf } from "../quarters.ts";
import type { ScanLine } from "../scan-lines.ts";
import {
  type CodeDay,
  dimensionsOf,
  monthlyOf,
  monthsToFold,
  type Settlement,
  sortDaily,
  type Visits,
} from "../settlement.ts";
import { visitorsColumn } from "../visitors.ts";
import type { Sqlite } from "./database.ts";
import { createRowWriter } from "./row-writer.ts";
import type { DayVisitors } from "./visitors.ts";

/** Adds new scans to days, months and cities within the current transaction. */
export function createRollups(sqlite: Sqlite) {
  const { db } = sqlite;
  const foldMonths = createFolding(sqlite);
  const { heldDay, takePairs } = createPairs(sqlite);
  const addDaily = createRowWriter(
    sqlite,
    "INSERT INTO scan_daily (code_num, dimension, day, value, count)",
    "ON CONFLICT DO UPDATE SET count = count + excluded.count",
  );
  const seeCities = createRowWriter(
    sqlite,
    "INSERT INTO scan_cities (code_num, city, last_day)",
    "ON CONFLICT DO UPDATE SET last_day = excluded.last_day WHERE last_day < excluded.last_day",
  );
  const addQuarters = createRowWriter(
    sqlite,
    "INSERT INTO scan_quarters (code_num, day, total, counts, visitors)",
    `ON CONFLICT DO UPDATE SET total = total + excluded.total, counts = add_quarters(counts, excluded.counts),
       visitors = add_visitors(day, visitors, excluded.visitors)`,
  );
  const addMonthly = db.prepare(
    `INSERT INTO scan_monthly (code_num, dimension, month, value, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );

  return (
    { days, quarters, placements, cities, perCode }: Settlement,
    visitors: readonly DayVisitors[],
    pairOf: (scan: ScanLine) => string,
  ): void => {
    const folded = new Map(
      perCode.map(({ codeNum, firstOfLastDay }) => [codeNum, foldMonths(codeNum, dayOf(firstOfLastDay))]),
    );
    const { pairs, byDimension, outgrown } = splitDays(days, pairOf, heldDay);
    const dimensions = dimensionsOf(
      byDimension.map((day) => (outgrown.has(day) ? { ...day, visits: [...day.visits, ...takePairs(day)] } : day)),
    );
    for (const row of monthlyOf(dimensions, (codeNum) => folded.get(codeNum)!)) {
      addMonthly.run(row.codeNum, row.dimension, row.month, row.value, row.count);
    }
    addDaily(
      sortDaily([...dimensions, ...pairs, ...placements]).flatMap((row) => [
        ...[row.codeNum, row.dimension, row.day, row.value, row.count],
      ]),
    );
    addQuarters(
      withVisitors(quarters, visitors).flatMap(({ codeNum, day, counts, visitors }) => [
        ...[codeNum, day, totalOf(counts), quartersColumn("sqlite", counts), visitorsColumn("sqlite", visitors)],
      ]),
    );
    seeCities(cities.flatMap((row) => [row.codeNum, row.city, row.lastDay]));
  };
}

/** One row per code and day: a local day may belong to another UTC day than its scans. */
function withVisitors(quarters: Settlement["quarters"], visitors: readonly DayVisitors[]) {
  const rows = new Map(
    quarters.map((row) => [`${row.codeNum} ${row.day}`, { ...row, visitors: null as DayVisitors | null }]),
  );
  for (const each of visitors) {
    const { codeNum, day } = each;
    const row = rows.get(`${codeNum} ${day}`);
    // Two spans of one day, after a change of the time zone: neither is complete.
    if (row) row.visitors = each;
    else rows.set(`${codeNum} ${day}`, { codeNum, day, counts: [], visitors: each });
  }
  return [...rows.values()].sort((a, b) => a.codeNum - b.codeNum || a.day - b.day);
}

/** Folds months that a code has left behind. Returns the day before which everything is folded. */
function createFolding({ db }: Sqlite) {
  const readFolded = db.prepare("SELECT folded_before FROM code_counters WHERE code_num = ?");
  const setFolded = db.prepare("UPDATE code_counters SET folded_before = ? WHERE code_num = ?");
  const fold = db.prepare(
    `INSERT INTO scan_monthly (code_num, dimension, month, value, count)
     SELECT code_num, dimension, ?1, value, sum(count) FROM scan_daily
     WHERE code_num = ?2 AND dimension IN (${FOLDED_DIMENSIONS}) AND day >= ?3 AND day < ?4
     GROUP BY dimension, value`,
  );
  return (codeNum: number, lastDay: number): number => {
    const folded = Number(readFolded.get(codeNum)!.folded_before);
    const months = monthsToFold(folded, lastDay);
    for (const month of months) {
      fold.run(month, codeNum, firstDayOf(month), firstDayOf(month + 1));
    }
    if (months.length === 0) return folded;
    const next = firstDayOf(months.at(-1)! + 1);
    setFolded.run(next, codeNum);
    return next;
  };
}

function createPairs({ db }: Sqlite) {
  const readDay = db.prepare(
    `SELECT dimension, value FROM scan_daily
     WHERE code_num = ? AND dimension IN (${DIMENSION.total}, ${DIMENSION.pair}) AND day = ?`,
  );
  const readPairs = db.prepare(
    `SELECT d.value, d.count, a.device, a.browser, a.os, p.country, p.city
     FROM scan_daily d JOIN agents a ON a.id = ${PAIR_AGENT_ID} JOIN places p ON p.id = ${PAIR_PLACE_ID}
     WHERE d.code_num = ? AND d.dimension = ${DIMENSION.pair} AND d.day = ?`,
  );
  const removePair = db.prepare(
    `DELETE FROM scan_daily
     WHERE code_num = ? AND dimension = ${DIMENSION.pair} AND day = ? AND value = ?`,
  );

  return {
    heldDay({ codeNum, day }: CodeDay): HeldDay {
      const rows = readDay.all(codeNum, day);
      const pairs = rows.filter((row) => row.dimension === DIMENSION.pair);
      return { isByDimension: pairs.length < rows.length, pairs: pairs.map((row) => String(row.value)) };
    },

    /** A pair without a known agent or place is left: check reports it. */
    takePairs({ codeNum, day }: CodeDay): Visits[] {
      const rows = readPairs.all(codeNum, day) as unknown as (PairRow & { value: string })[];
      for (const { value } of rows) removePair.run(codeNum, day, value);
      return rows.map(visitsOf);
    },
  };
}
