/** Look-ups of settling, always in its own transaction: nothing is cached from an earlier one. */
import { type RawBuilder, sql } from "kysely";
import { codesOf, type FoundCode, type FoundPlacement, isKept, mayBeLost, placementsOf } from "../placing.ts";
import type { AgentColumns, Lines, Named, PlaceColumns, ScanLine } from "../scan-lines.ts";
import type { PackedBlock } from "../scans/block.ts";
import type { SeenBlock } from "../scans/find-packed.ts";
import { type CodeMonth, type NotPacked, notPacked } from "../scans/not-packed.ts";
import type { BlockKey } from "../scans/pack.ts";
import { SettleAgain } from "../settlement.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

/** Codes referenced by lines. A code without counters that is not erased does not exist. */
export async function findCodes(trx: Pipeline, lines: Lines): Promise<Map<string, FoundCode>> {
  const ids = codesOf(lines);
  if (ids.length === 0) return new Map();
  const rows = await trx.send(sql<FoundRow>`
    SELECT c.id, c.num, c.created_at, c.erased_at FROM unnest(${list(ids, (id) => id)}::text[]) AS n(id)
    JOIN codes AS c ON c.id = n.id LEFT JOIN code_counters AS l ON l.code_num = c.num
    WHERE l.code_num IS NOT NULL OR c.erased_at IS NOT NULL`);
  return new Map(rows.map((row) => [row.id, foundCode(row)]));
}

/** Without a lock: counting finds out whether one was deleted or moved since. */
export async function findPlacements(trx: Pipeline, lines: Lines): Promise<Map<string, FoundPlacement>> {
  const ids = placementsOf(lines);
  if (ids.length === 0) return new Map();
  const rows = await trx.send(sql<{ id: string; num: number; code_num: number }>`
    SELECT id, num, code_num FROM placements WHERE id = ANY(${list(ids, (id) => id)}::text[])`);
  return new Map(rows.map(({ id, num, code_num: codeNum }) => [id, { num, codeNum }]));
}

interface FoundRow {
  id: string;
  num: number;
  created_at: number;
  erased_at: number | null;
}

const foundCode = ({ num, created_at, erased_at }: FoundRow): FoundCode => ({
  num,
  createdAt: created_at,
  erased: erased_at !== null,
});

const NONE: NotPacked = { lost: [], doubtful: [] };

/**
 * Scans at or below a mark that are not stored, although none of their days is forgotten. Those of a placement may have
 * been moved to another code with it, which may be erased by now. Blocks are read after rows, since packing may be under
 * way, and the day last, because it changes in the transactions that forget scans.
 */
export async function notStored(
  trx: Pipeline,
  skipped: Lines,
  codes: ReadonlyMap<string, FoundCode>,
): Promise<NotPacked> {
  const scans = mayBeLost(skipped, codes);
  if (scans.length === 0) return NONE;
  const numOf = ({ code }: ScanLine) => codes.get(code)?.num ?? 0;
  const lost = await trx.send(sql<{ id: string }>`
    SELECT n.id FROM unnest(${list(scans, numOf)}::bigint[],
      ${list(scans, ({ id }) => id)}::uuid[], ${list(scans, ({ placement }) => placement)}::text[]) AS n(code_num, id, placement)
    WHERE NOT EXISTS (SELECT 1 FROM scans s WHERE s.code_num = n.code_num AND s.id = n.id)
      AND NOT EXISTS (SELECT 1 FROM placement_moves m JOIN codes c ON c.num = m.code_num
        WHERE m.placement_id = n.placement AND (c.erased_at IS NOT NULL
          OR EXISTS (SELECT 1 FROM scans s WHERE s.code_num = m.code_num AND s.id = n.id)))
      AND NOT EXISTS (SELECT 1 FROM set_aside a WHERE a.id = n.id::text)`);
  const ids = new Set(lost.map(({ id }) => id));
  const noRows = scans.filter(({ id }) => ids.has(id));
  if (noRows.length === 0) return NONE;
  const moves = Map.groupBy(await movesOf(trx, noRows), (move) => move.placement_id);
  const codesOf = (scan: ScanLine) => [
    numOf(scan),
    ...(moves.get(scan.placement ?? "") ?? []).map((move) => move.code_num),
  ];
  const left = await notPacked(
    noRows,
    codesOf,
    (months) => seenBlocks(trx, months),
    (key) => readBlock(trx, key),
  );
  const meta = await trx.send(sql<{ value: number | null }>`
    SELECT max(value) AS value FROM meta WHERE name IN ('forgotten_before_day', 'forgotten_ahead_day')`);
  const areKept = (some: readonly ScanLine[]) => some.filter((scan) => isKept(scan, meta[0]?.value ?? 0));
  return { lost: areKept(left.lost), doubtful: areKept(left.doubtful) };
}

/** Where the placements of scans were moved to. */
const movesOf = (trx: Pipeline, scans: readonly ScanLine[]) =>
  trx.send(sql<{ placement_id: string; code_num: number }>`
    SELECT placement_id, code_num FROM placement_moves
    WHERE placement_id = ANY(${list(scans, ({ placement }) => placement)}::text[])`);

const MONTHS_A_STATEMENT = 100;

/**
 * The blocks of codes in months, a few at a time. Each statement sees what is committed by then, and what packs or moves
 * scans may put one into a block that was read before: if any block has changed at the end, settling begins again.
 */
async function* seenBlocks(trx: Pipeline, months: readonly CodeMonth[]): AsyncGenerator<SeenBlock> {
  const versions = new Map<CodeMonth[], string>();
  for (let i = 0; i < months.length; i += MONTHS_A_STATEMENT) {
    const some = months.slice(i, i + MONTHS_A_STATEMENT);
    const blocks = await selectBlocks(trx, some);
    versions.set(some, versionOf(blocks));
    yield* blocks;
  }
  for (const [some, version] of versions)
    if (versionOf(await selectBlocks(trx, some)) !== version)
      throw new SettleAgain("Scans were packed in the meantime");
}

interface VersionedBlock extends SeenBlock {
  version: string;
}

const versionOf = (blocks: readonly VersionedBlock[]): string => blocks.map(({ version }) => version).join();

const selectBlocks = (trx: Pipeline, months: readonly CodeMonth[]) =>
  trx.send(sql<VersionedBlock>`
    SELECT b.code_num AS "codeNum", b.month, b.n, b.runs, b.n || ' ' || b.xmin::text AS version
    FROM unnest(${list(months, ({ codeNum }) => codeNum)}::bigint[], ${list(months, ({ month }) => month)}::integer[])
      AS m(code_num, month)
    JOIN scan_blocks b ON b.code_num = m.code_num AND b.month = m.month ORDER BY b.code_num, b.month, b.n`);

async function readBlock(trx: Pipeline, { codeNum, month, n }: BlockKey): Promise<PackedBlock | undefined> {
  const [block] = await trx.send(sql<PackedBlock>`
    SELECT count, runs, facts, ids FROM scan_blocks WHERE code_num = ${codeNum} AND month = ${month} AND n = ${n}`);
  return block;
}

/** Ids of agents and places by their keys. */
export type Numbers = Map<string, number>;

type Table = "agents" | "places";

/** Of those already stored. */
export async function storedNumbers(trx: Pipeline, table: Table, named: readonly Named<unknown>[]): Promise<Numbers> {
  const keys = [...new Set(named.map(({ key }) => key))];
  const rows = await trx.send(sql<{ id: number; key: string }>`
    SELECT id, key FROM ${sql.table(table)}
    WHERE key = ANY(${list(keys, (key) => key)}::text[])`);
  return new Map(rows.map((row) => [row.key, row.id]));
}

export const numberAgents = (trx: Pipeline, agents: readonly Named<AgentColumns>[], stored: Numbers) =>
  number(trx, "agents", agents, stored, (keys, parts) => {
    const column = (i: 0 | 1 | 2) => list(parts, (part) => part[i]);
    return sql`INSERT INTO agents (key, device, browser, os)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
      ON CONFLICT (key) DO NOTHING`;
  });

export const numberPlaces = (trx: Pipeline, places: readonly Named<PlaceColumns>[], stored: Numbers) =>
  number(trx, "places", places, stored, (keys, parts) => {
    const column = (i: 0 | 1 | 2 | 3) => list(parts, (part) => part[i]);
    return sql`INSERT INTO places (key, country, city, latitude, longitude)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[],
        ${column(2)}::float8[], ${column(3)}::float8[])
      ON CONFLICT (key) DO NOTHING`;
  });

/** Adds missing ones in order, so that two nodes cannot deadlock. */
async function number<T>(
  trx: Pipeline,
  table: Table,
  named: readonly Named<T>[],
  stored: Numbers,
  insert: (keys: string, parts: readonly Readonly<T>[]) => RawBuilder<unknown>,
): Promise<void> {
  const fresh = new Map(named.map((name) => [name.key, name]));
  for (const key of stored.keys()) fresh.delete(key);
  if (fresh.size === 0) return;
  const unknown = [...fresh.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = list(unknown, (name) => name.key);
  const [, added] = await Promise.all([
    trx.send(
      insert(
        keys,
        unknown.map((name) => name.parts),
      ),
    ),
    storedNumbers(trx, table, unknown),
  ]);
  if (added.size < unknown.length) throw new Error(`A row of ${table} is gone; settle again.`);
  for (const [key, id] of added) stored.set(key, id);
}
