/** Finds single scans by their ids, whether they are rows or packed. */
import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { idColumn, idText } from "../database/scan-ids.ts";
import { factsAt } from "./columns.ts";
import { nameDamaged } from "./damaged.ts";
import { findPacked, soughtIds } from "./find-packed.ts";
import type { Names } from "./names.queries.ts";
import { describe, type FoundScan } from "./page.queries.ts";
import { ALL_MONTHS, blocksOf, type ScanSource } from "./read.queries.ts";
import { FACT_COLUMNS, factsOf, type RowOfScans } from "./rows.queries.ts";
import type { ScanRow } from "./scan.ts";

const IDS_PER_STATEMENT = 500;

/** Those of these scans that some codes have, in no order. Forgotten ones have no id. */
export async function findScans(
  source: ScanSource,
  names: Names,
  codeNums: readonly number[],
  ids: readonly string[],
): Promise<ScanRow[]> {
  const rows = await findRows(source, codeNums, ids);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  return describe(source, names, [...rows, ...(await packedScans(source, codeNums, missing))]);
}

async function findRows(
  { db, engine }: ScanSource,
  codeNums: readonly number[],
  ids: readonly string[],
): Promise<FoundScan[]> {
  const found: FoundScan[] = [];
  for (let i = 0; i < ids.length; i += IDS_PER_STATEMENT) {
    const columns = ids.slice(i, i + IDS_PER_STATEMENT).map((id) => idColumn(engine, id));
    const { rows } = await sql<RowOfScans>`
      SELECT id, ${FACT_COLUMNS} FROM scans
      WHERE code_num ${isOneOf(engine, codeNums)} AND id IN (${sql.join(columns)})`.execute(db);
    for (const row of rows)
      found.push({ codeNum: Number(row.code_num), id: idText(row.id), at: Number(row.at), ...factsOf(row) });
  }
  return found;
}

async function packedScans(
  source: ScanSource,
  codeNums: readonly number[],
  ids: readonly string[],
): Promise<FoundScan[]> {
  const found: FoundScan[] = [];
  const sought = soughtIds(ids);
  await findPacked(new Set(ids), {
    // All of them: if a clock was once wrong, ids may be far ahead of their scans.
    blocks: blocksOf(source, codeNums, ALL_MONTHS, false),
    // All of it again, since it may have been packed anew.
    read: ({ codeNum, month, n }) =>
      source.db
        .selectFrom("scan_blocks")
        .selectAll()
        .where("code_num", "=", codeNum)
        .where("month", "=", month)
        .where("n", "=", n)
        .executeTakeFirst(),
    soughtIn: () => sought,
    onFound(columns, rows, { codeNum }) {
      for (const [id, row] of rows) found.push({ codeNum, id, at: columns.at[row]!, ...factsAt(columns, row) });
    },
    onDamaged: nameDamaged,
  });
  return found;
}
