import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { bytesIn, MAX_IN_BLOCK, type PackedBlock, unpackBlock } from "../scans/block.ts";
import { columnsOf, type ScanColumns } from "../scans/columns.ts";
import { FACT_COLUMNS, type RowOfScans, toScan } from "../scans/rows.queries.ts";
import { type CodeRange, within } from "./parts.queries.ts";

/** Some scans of a code. */
export interface FoundScans {
  codeNum: number;
  count: number;
  /** Null: of a block that cannot be read. */
  columns: ScanColumns | null;
  /** Null: rows. */
  block: (PackedBlock & { month: number; n: number }) | null;
  /** Why the block cannot be read. */
  error?: string;
}

const PAGE_BYTES = 8_000_000;
const BLOCKS_PER_PAGE = { least: 8, first: 64, most: 2_000 };
const ROWS_PER_PAGE = 5_000;

/** All scans of a range of codes, some thousands at a time: blocks in the order of their keys, then rows. */
export async function* walkScans(db: Kysely<Tables>, range: CodeRange): AsyncGenerator<FoundScans> {
  let limit = BLOCKS_PER_PAGE.first;
  for (let after: RawBuilder<unknown> = sql``; ; ) {
    const { rows } = await sql<PackedBlock & { code_num: number; month: number; n: number }>`
      SELECT code_num, month, n, count, runs, facts, ids FROM scan_blocks WHERE ${within(range)} ${after}
      ORDER BY code_num, month, n LIMIT ${limit}`.execute(db);
    for (const { code_num, ...block } of rows) yield { codeNum: Number(code_num), block, ...unpacked(block) };
    const last = rows.at(-1);
    if (!last || rows.length < limit) break;
    after = sql`AND (code_num, month, n) > (${last.code_num}, ${last.month}, ${last.n})`;
    const bytes = rows.reduce((sum, { runs, facts, ids }) => sum + bytesIn(runs, facts, ids), 1);
    const fitting = Math.floor((limit * PAGE_BYTES) / bytes);
    limit = Math.max(BLOCKS_PER_PAGE.least, Math.min(BLOCKS_PER_PAGE.most, 4 * limit, fitting));
  }
  for (let after: RawBuilder<unknown> = sql``; ; ) {
    const { rows } = await sql<RowOfScans>`
      SELECT id, ${FACT_COLUMNS} FROM scans WHERE ${within(range)} ${after}
      ORDER BY code_num, id LIMIT ${ROWS_PER_PAGE}`.execute(db);
    for (const [codeNum, ofCode] of Map.groupBy(rows, ({ code_num }) => Number(code_num))) {
      yield { codeNum, count: ofCode.length, block: null, columns: columnsOf(ofCode.map(toScan)) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_PAGE) return;
    after = sql`AND (code_num, id) > (${last.code_num}, ${last.id})`;
  }
}

/** A block with too many scans is not unpacked: its count may be anything. */
function unpacked(block: PackedBlock & { month: number }): Pick<FoundScans, "columns" | "count" | "error"> {
  const { count, month } = block;
  if (count > MAX_IN_BLOCK) return { count, columns: null, error: `It has ${count} scans, more than ${MAX_IN_BLOCK}.` };
  try {
    return { count, columns: unpackBlock(block, month) };
  } catch (error) {
    return { count, columns: null, error: (error as Error).message };
  }
}
