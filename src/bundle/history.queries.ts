/** What a bundle has of codes besides their scans: counts of forgotten scans, visitors, and what was counted elsewhere. */
import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { monthAt, packBlock, unpackFacts, unpackRuns } from "../scans/block.ts";
import { columnsOf, FACTS, type Fact, forget, merge } from "../scans/columns.ts";
import { endOfForgotten } from "../scans/pack.queries.ts";
import { ALL_MONTHS, blocksOf, type ScanSource } from "../scans/read.queries.ts";
import { FACT_COLUMNS, type RowOfScans, toScan } from "../scans/rows.queries.ts";
import type { StoredBlock } from "../scans/tally.ts";
import { dayOf, QUARTER_MS, QUARTERS_PER_DAY } from "../shared/days.ts";
import type { BundledHistory, ForgottenDay } from "./bundled.ts";
import type { BundleNames } from "./names.queries.ts";

const FACT_NAMES = Object.keys(FACTS) as Fact[];
/** Agents and places of days in a record. */
const COUNTS_PER_RECORD = 20_000;

type Counts = Map<number, number>;
type DaySums = Record<Fact | "quarter", Counts>;

export interface ForgottenDays {
  codeNum: number;
  days: ForgottenDay[];
}

export function createHistoryReader(source: ScanSource, names: BundleNames) {
  const { db, engine } = source;

  /** Rows that are forgotten when they are packed, as blocks. */
  async function lateBlocks(nums: readonly number[], before: number): Promise<StoredBlock[]> {
    const { rows } = await sql<RowOfScans>`
      SELECT id, ${FACT_COLUMNS} FROM scans
      WHERE code_num ${isOneOf(engine, nums)} AND at < ${before} ORDER BY code_num, at`.execute(db);
    const found = rows.map((row) => ({ codeNum: Number(row.code_num), ...toScan(row) }));
    const byMonth = Map.groupBy(found, ({ codeNum, at }) => `${codeNum} ${monthAt(at)}`);
    return Array.from(byMonth.values(), (some) => {
      const { codeNum, at } = some[0]!;
      const columns = forget(merge(columnsOf([]), columnsOf(some)), before);
      return { codeNum, month: monthAt(at), n: -1, ...packBlock(columns, monthAt(at)) };
    });
  }

  async function named(codeNum: number, sums: ReadonlyMap<number, DaySums>): Promise<ForgottenDay[]> {
    const all = [...sums.values()];
    const { agentOf, placeOf, placementOf, routeOf } = await names.of(codeNum, {
      agents: all.flatMap(({ agent }) => [...agent.keys()]),
      places: all.flatMap(({ place }) => [...place.keys()]),
      placements: all.flatMap(({ placement }) => [...placement.keys()]),
      routes: all.flatMap(({ route }) => [...route.keys()]),
    });
    return Array.from(sums, ([day, { quarter, agent, place, placement, route }]) => ({
      day,
      quarters: [...quarter].sort(([a], [b]) => a - b),
      agents: listed(agent, (id) => [...agentOf(id)]),
      places: listed(place, (id) => [...placeOf(id)]),
      placements: listed(placement, placementOf).flatMap(([id, count]) => (id === null ? [] : [[id, count]])),
      routes: listed(route, routeOf).flatMap(([key, count]) => (key === null ? [] : [[key, count]])),
    }));
  }

  return {
    /** The forgotten scans of codes, by code and in order of their days. */
    async *days(nums: readonly number[]): AsyncGenerator<ForgottenDays> {
      const before = await endOfForgotten(db);
      const late = before === 0 ? [] : await lateBlocks(nums, before);
      let held: { codeNum: number; month: number; sums: Map<number, DaySums> } | undefined;
      async function* flush(): AsyncGenerator<ForgottenDays> {
        if (!held) return;
        let some = new Map<number, DaySums>();
        let counts = 0;
        for (const day of [...held.sums.keys()].sort((a, b) => a - b)) {
          const sums = held.sums.get(day)!;
          some.set(day, sums);
          counts += sums.agent.size + sums.place.size;
          if (counts < COUNTS_PER_RECORD) continue;
          yield { codeNum: held.codeNum, days: await named(held.codeNum, some) };
          [some, counts] = [new Map(), 0];
        }
        if (some.size > 0) yield { codeNum: held.codeNum, days: await named(held.codeNum, some) };
      }
      for await (const block of withLate(blocksOf(source, nums, ALL_MONTHS, true), late)) {
        const { codeNum, month } = block;
        if (held?.codeNum !== codeNum || held.month !== month) {
          yield* flush();
          held = { codeNum, month, sums: new Map() };
        }
        addForgotten(held.sums, block, before);
      }
      yield* flush();
    },

    async history(nums: readonly number[]): Promise<BundledHistory> {
      const [visitors, uncounted, imported, changes] = [
        await db
          .selectFrom("scan_visitors")
          .select(["code_num as codeNum", "day", "begins", "quarters", "visitors", "scans"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("day")
          .execute(),
        await db
          .selectFrom("uncounted_daily")
          .select(["code_num as codeNum", "day", "reason", "count"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("day")
          .orderBy("reason")
          .execute(),
        await db
          .selectFrom("imported_counts")
          .select(["code_num as codeNum", "source", "total", "imported_at as importedAt"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("source")
          .execute(),
        await db
          .selectFrom("code_changes")
          .select(["code_num as codeNum", "at", "kind"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("at")
          .orderBy("kind")
          .execute(),
      ];
      return {
        visitors: visitors.map(({ day, begins, ...row }) => ({ ...row, from: day * QUARTERS_PER_DAY + begins })),
        uncounted,
        imported,
        changes,
      };
    },
  };
}

/** Both are in the order of codes and months. */
async function* withLate(
  blocks: AsyncIterable<StoredBlock>,
  late: readonly StoredBlock[],
): AsyncGenerator<StoredBlock> {
  let next = 0;
  for await (const block of blocks) {
    const isBehind = ({ codeNum, month }: StoredBlock) =>
      codeNum > block.codeNum || (codeNum === block.codeNum && month > block.month);
    while (next < late.length && !isBehind(late[next]!)) yield late[next++]!;
    yield block;
  }
  yield* late.slice(next);
}

/** Counts what is forgotten of a block, and its other scans before a moment, which are due to be forgotten. */
function addForgotten(sums: Map<number, DaySums>, block: StoredBlock, before: number): void {
  const { quarters, rows, forgotten } = unpackRuns(block.runs, block.month);
  const isCounted = (run: number) => rows[run]! < forgotten || quarters[run]! * QUARTER_MS < before;
  if (!isCounted(0)) return;
  const facts = unpackFacts(block.facts!, block.count, block.month);
  for (let run = 0; run < quarters.length && isCounted(run); run++) {
    const day = dayOf(quarters[run]! * QUARTER_MS);
    const ofDay: DaySums = sums.get(day) ?? {
      quarter: new Map(),
      agent: new Map(),
      place: new Map(),
      placement: new Map(),
      route: new Map(),
    };
    sums.set(day, ofDay);
    add(ofDay.quarter, quarters[run]! - day * QUARTERS_PER_DAY, rows[run + 1]! - rows[run]!);
    for (const name of FACT_NAMES) {
      const column = facts[name];
      for (let row = rows[run]!; row < rows[run + 1]!; row++) add(ofDay[name], column.values[column.indexes[row]!]!, 1);
    }
  }
}

const add = (counts: Counts, key: number, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);

/** In an order that does not depend on the database. */
const listed = <T>(counts: Counts, nameOf: (id: number) => T): [T, number][] =>
  Array.from(counts, ([id, count]): [T, number] => [nameOf(id), count])
    .map((pair) => ({ pair, key: JSON.stringify(pair[0]) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ pair }) => pair);
