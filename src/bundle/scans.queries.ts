/**
 * The scans of codes for a bundle. Those of blocks and rows are merged in order of their ids: of the blocks only those
 * are in memory whose ids overlap, usually one or two, since packing takes the oldest scans first.
 */
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { idColumn, uuidText } from "../database/scan-ids.ts";
import { type Runs, unpackBlock, unpackRuns } from "../scans/block.ts";
import { columnsOf, compareIds, factsAt, idAt, type OneScan, type ScanColumns, timeIn } from "../scans/columns.ts";
import { endOfForgotten } from "../scans/pack.queries.ts";
import { ALL_MONTHS, blocksOf, type ScanSource } from "../scans/read.queries.ts";
import { FACT_COLUMNS, type RowOfScans, toScan } from "../scans/rows.queries.ts";
import { QUARTER_MS } from "../shared/days.ts";
import type { BundledScan } from "./bundled.ts";
import type { BundleNames } from "./names.queries.ts";

const SCANS_PER_PAGE = 5_000;

/** Scans of a block, or a page of rows. */
interface OpenScans {
  columns: ScanColumns;
  /** Its rows in order of their ids, without those that are exported as counts. */
  rows: readonly number[];
  next: number;
  /** There may be further rows behind this page. */
  hasMore?: boolean;
}

export function createScanReader(source: ScanSource, names: BundleNames) {
  const { db, engine } = source;

  /** Rows of codes in order of their ids; `after` is an id. */
  async function rowsOf(nums: readonly number[], before: number, after?: Uint8Array, limit = 2 ** 31 - 1) {
    const behind = after ? sql`AND id > ${idColumn(engine, uuidText(after))}` : sql``;
    const { rows } = await sql<RowOfScans>`
      SELECT id, ${FACT_COLUMNS} FROM scans
      WHERE code_num ${isOneOf(engine, nums)} AND at >= ${before} ${behind}
      ORDER BY code_num, id LIMIT ${limit}`.execute(db);
    return rows.map((row) => ({ codeNum: Number(row.code_num), ...toScan(row) }));
  }

  async function openPage(num: number, before: number, after?: Uint8Array): Promise<OpenScans> {
    const columns = columnsOf(await rowsOf([num], before, after, SCANS_PER_PAGE));
    return { columns, rows: [...columns.at.keys()], next: 0, hasMore: columns.count === SCANS_PER_PAGE };
  }

  async function openBlock(num: number, month: number, n: number, before: number): Promise<OpenScans> {
    const block = await db
      .selectFrom("scan_blocks")
      .selectAll()
      .where("code_num", "=", num)
      .where("month", "=", month)
      .where("n", "=", n)
      .executeTakeFirstOrThrow();
    const columns = unpackBlock(block, month);
    await setImmediate();
    return { columns, rows: keptRows(columns, before), next: 0 };
  }

  /** The blocks of a code that have more than forgotten scans, and the earliest time in their ids. */
  async function blocksWithIds(num: number, before: number) {
    const found: { month: number; n: number; from: number }[] = [];
    for await (const { month, n, runs: packed } of blocksOf(source, [num], ALL_MONTHS, false)) {
      const runs = unpackRuns(packed, month);
      const first = firstKept(runs, before);
      if (first !== undefined) found.push({ month, n, from: first * QUARTER_MS + runs.ahead[0] });
    }
    return found.sort((a, b) => a.from - b.from);
  }

  /** All scans of a code that are not forgotten, in order of their ids, in pages. */
  async function* scans(num: number): AsyncGenerator<BundledScan[]> {
    const before = await endOfForgotten(db);
    const due = await blocksWithIds(num, before);
    const open = [await openPage(num, before)].filter(({ rows }) => rows.length > 0);
    let held: OneScan[] = [];
    for (let opened = 0; ; ) {
      const least = open.reduce<OpenScans | undefined>((a, b) => (a && isBefore(a, b) ? a : b), undefined);
      const block = due[opened];
      if (block && (!least || timeIn(idOf(least)) >= block.from)) {
        open.push(await openBlock(num, block.month, block.n, before));
        opened++;
        continue;
      }
      if (!least) break;
      held.push(scanAt(least.columns, least.rows[least.next++]!));
      if (least.next === least.rows.length) {
        open.splice(open.indexOf(least), 1);
        const page = least.hasMore ? await openPage(num, before, held.at(-1)!.id) : undefined;
        if (page && page.rows.length > 0) open.push(page);
      }
      if (held.length < SCANS_PER_PAGE) continue;
      yield await named(num, held);
      held = [];
    }
    if (held.length > 0) yield await named(num, held);
  }

  async function named(num: number, found: readonly OneScan[]): Promise<BundledScan[]> {
    const { agentOf, placeOf, placementOf, routeOf } = await names.of(num, {
      agents: found.map(({ agent }) => agent),
      places: found.map(({ place }) => place),
      placements: found.map(({ placement }) => placement),
      routes: found.map(({ route }) => route),
    });
    return found.map(({ id, at, ...scan }) => {
      const [device, browser, os] = agentOf(scan.agent);
      const [country, city, latitude, longitude] = placeOf(scan.place);
      const placementId = placementOf(scan.placement);
      return {
        ...{ codeNum: num, id: uuidText(id), at, device, browser, os },
        country,
        city,
        latitude,
        longitude,
        placementId,
        route: routeOf(scan.route),
      };
    });
  }

  return {
    scans,

    /** All scans of several codes, by code: for codes with few. */
    async scansOfMany(nums: readonly number[]): Promise<BundledScan[]> {
      const before = await endOfForgotten(db);
      const blocks = await db.selectFrom("scan_blocks").selectAll().where("code_num", "in", nums).execute();
      const inBlocks = blocks.flatMap((block) => {
        const columns = unpackBlock(block, block.month);
        const codeNum = Number(block.code_num);
        return Array.from(keptRows(columns, before), (row) => ({ codeNum, ...scanAt(columns, row) }));
      });
      const byCode = Map.groupBy([...inBlocks, ...(await rowsOf(nums, before))], ({ codeNum }) => codeNum);
      const all: BundledScan[] = [];
      for (const num of nums) {
        const found = (byCode.get(num) ?? []).sort((a, b) => Buffer.compare(a.id, b.id));
        if (found.length > 0) all.push(...(await named(num, found)));
      }
      return all;
    },
  };
}

const scanAt = (columns: ScanColumns, row: number): OneScan => ({
  ...{ at: columns.at[row]!, id: idAt(columns, row) },
  ...factsAt(columns, row),
});

/** The first quarter of an hour with a scan that is not exported as a count. */
const firstKept = ({ quarters, rows, forgotten }: Runs, before: number): number | undefined =>
  quarters.find((quarter, run) => rows[run]! >= forgotten && quarter * QUARTER_MS >= before);

/** The rows with ids, in order of these. */
function keptRows(columns: ScanColumns, before: number): number[] {
  let from = columns.forgotten;
  while (from < columns.count && columns.at[from]! < before) from++;
  const rows = Array.from({ length: columns.count - from }, (_, i) => from + i);
  // Usually they are in order: ids differ from times only if a clock was set back. That is sorted in linear time.
  return rows.sort((a, b) => compareIds(columns.ids, a, b));
}

const idOf = ({ columns, rows, next }: OpenScans): Uint8Array => idAt(columns, rows[next]!);

const isBefore = (one: OpenScans, other: OpenScans): boolean => Buffer.compare(idOf(one), idOf(other)) < 0;
