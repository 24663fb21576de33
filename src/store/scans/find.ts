/** Finds single scans by their ids, whether they are rows or packed. */
import { sql } from "kysely";
import { quarterOf } from "../../shared/days.ts";
import { timeOfId } from "../../shared/ids.ts";
import { isOneOf } from "../queries/numbers.ts";
import type { ScanRow } from "../scan-store.ts";
import { type PackedBlock, type Runs, unpackBlock, unpackRuns } from "./block.ts";
import { type Fact, idAt } from "./columns.ts";
import { idColumn, idText } from "./ids.ts";
import type { Names } from "./names.ts";
import { describe } from "./page.ts";
import { blocksOf, type ScanSource } from "./read.ts";
import { lowerBound } from "./tally.ts";

interface FoundScan extends Record<Fact, number> {
  id: string;
  at: number;
}

const IDS_A_STATEMENT = 500;
/** In the year 2400. */
const LAST_MONTH = 2400 * 12;

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
  return describe(source, names, [...rows, ...(await findPacked(source, codeNums, missing))]);
}

async function findRows(
  { db, engine }: ScanSource,
  codeNums: readonly number[],
  ids: readonly string[],
): Promise<FoundScan[]> {
  const found: FoundScan[] = [];
  for (let i = 0; i < ids.length; i += IDS_A_STATEMENT) {
    const columns = ids.slice(i, i + IDS_A_STATEMENT).map((id) => idColumn(engine, id));
    const { rows } = await sql<RowOfScan>`
      SELECT id, at, agent_id, place_id, placement_num FROM scans
      WHERE code_num ${isOneOf(engine, codeNums)} AND id IN (${sql.join(columns)})`.execute(db);
    for (const { id, at, agent_id: agent, place_id: place, placement_num } of rows) {
      found.push({ id: idText(id), at: Number(at), agent, place, placement: Number(placement_num ?? 0) });
    }
  }
  return found;
}

interface RowOfScan {
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
  placement_num: number | null;
}

async function findPacked(
  source: ScanSource,
  codeNums: readonly number[],
  ids: readonly string[],
): Promise<FoundScan[]> {
  if (ids.length === 0) return [];
  // All of them: if a clock was once wrong, ids may be far ahead of their scans.
  const months = { from: 0, to: LAST_MONTH };
  const missing = new Set(ids);
  const found: FoundScan[] = [];
  for await (const { codeNum, month, n, count, runs } of blocksOf(source, codeNums, months, false)) {
    if (missing.size === 0) break;
    if (!mayHave(unpackRuns(runs, month), count, missing)) continue;
    // All of it again, since it may have been packed anew.
    const block = await source.db
      .selectFrom("scan_blocks")
      .selectAll()
      .where("code_num", "=", codeNum)
      .where("month", "=", month)
      .where("n", "=", n)
      .executeTakeFirst();
    for (const scan of block ? scansIn(block, month, missing) : []) {
      missing.delete(scan.id);
      found.push(scan);
    }
  }
  return found;
}

/** Whether a block has a scan at the time of one of these ids. */
function mayHave({ quarters, rows, forgotten, ahead }: Runs, count: number, ids: Iterable<string>): boolean {
  if (forgotten === count) return false;
  const firstRun = rows.findLastIndex((row) => row <= forgotten);
  for (const id of ids) {
    const time = timeOfId(id);
    const [from, to] = [quarterOf(time - ahead[1]), quarterOf(time - ahead[0])];
    for (let run = lowerBound(quarters, from); run < quarters.length && quarters[run]! <= to; run++) {
      if (run >= firstRun) return true;
    }
  }
  return false;
}

/** Those of these scans that a block has. */
function scansIn(block: PackedBlock, month: number, ids: ReadonlySet<string>): FoundScan[] {
  const { ahead } = unpackRuns(block.runs, month);
  const columns = unpackBlock(block, month);
  const found = new Map<number, string>();
  for (const id of ids) {
    const time = timeOfId(id);
    const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
    let row = Math.max(columns.forgotten, lowerBound(columns.at, time - ahead[1]));
    for (; row < columns.count && columns.at[row]! <= time - ahead[0]; row++) {
      if (bytes.equals(idAt(columns, row))) found.set(row, id);
    }
  }
  const { at, agent, place, placement } = columns;
  return Array.from(found, ([row, id]) => {
    return { id, at: at[row]!, agent: agent[row]!, place: place[row]!, placement: placement[row]! };
  });
}
