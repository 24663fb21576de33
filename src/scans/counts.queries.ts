import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { QUARTER_MS, quarterOf } from "../shared/days.ts";
import type { Runs } from "./block.ts";
import { ifUndamaged } from "./damaged.ts";
import type { ZonedSpan } from "./filter.ts";
import { blocksOf, chunksOf, decide, monthsOf, runsOf, type ScanSource, walksOf } from "./read.queries.ts";
import { createTally, lowerBound, type StoredBlock } from "./tally.ts";

export interface CountsOfSpan {
  /** By the number of a code; without codes that have none. */
  counts: Map<number, number>;
  /** False if nobody knows any more how many scans of the last quarter of an hour are in the span. */
  isExact: boolean;
}

/**
 * How many scans each code has in each of some spans. Reads only the smallest column of blocks. Codes with a damaged
 * block have no counts.
 */
export async function readCounts(
  source: ScanSource,
  nums: readonly number[],
  spans: readonly ZonedSpan[],
): Promise<{ of: CountsOfSpan[]; damaged: Set<number> }> {
  const counters = spans.map(createCounter);
  const damaged = new Set<number>();
  const counting = counters.filter(({ span }) => span.to > span.from);
  for (const { months, members } of walksOf(counting)) {
    for await (const block of blocksOf(source, nums, months, false)) {
      const runs = ifUndamaged(
        block,
        () => runsOf(block),
        () => damaged.add(block.codeNum),
      );
      if (runs) for (const { addBlock } of members) addBlock(block, runs);
    }
  }
  for (const { edge, add } of counting) {
    await decide(source, edge, (codeNum) => damaged.add(codeNum));
    for (const [codeNum, count] of edge.codes) add(codeNum, count);
  }
  await addRows(source, nums, counting);
  for (const { counts } of counters) for (const codeNum of damaged) counts.delete(codeNum);
  return { of: counters.map(({ counts, edge }) => ({ counts, isExact: edge.isExact("total") })), damaged };
}

type Counter = ReturnType<typeof createCounter>;

function createCounter(span: ZonedSpan) {
  const [first, wholeEnd, end] = [quarterOf(span.from), quarterOf(span.to), Math.ceil(span.to / QUARTER_MS)];
  const counts = new Map<number, number>();
  /** Blocks with scans in the last quarter of a span that ends in its midst: it looks up their exact times. */
  const edge = createTally({ span, facts: [] });
  const add = (codeNum: number, count: number) => {
    if (count > 0) counts.set(codeNum, (counts.get(codeNum) ?? 0) + count);
  };
  return {
    span,
    months: monthsOf(span),
    counts,
    edge,
    add,
    addBlock(block: StoredBlock, { quarters, rows }: Runs): void {
      const to = lowerBound(quarters, wholeEnd);
      if (wholeEnd < end && quarters[to] === wholeEnd) edge.addBlock(block);
      else add(block.codeNum, rows[to]! - rows[lowerBound(quarters, first)]!);
    },
  };
}

/** Of the last day or two. */
async function addRows({ db, engine }: ScanSource, nums: readonly number[], counters: readonly Counter[]) {
  if (counters.length === 0) return;
  const columns = counters.map(
    ({ span }, i) =>
      sql`sum(CASE WHEN at >= ${span.from} AND at < ${span.to} THEN 1 ELSE 0 END) AS ${sql.ref(`n${i}`)}`,
  );
  for (const some of chunksOf(nums)) {
    const { rows } = await sql<Record<string, number>>`
      SELECT code_num, ${sql.join(columns)} FROM scans WHERE code_num ${isOneOf(engine, some)}
      GROUP BY code_num`.execute(db);
    for (const row of rows)
      for (const [i, { add }] of counters.entries()) add(Number(row.code_num), Number(row[`n${i}`]));
  }
}
