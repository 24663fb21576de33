/** Look-ups of settling, always in its own transaction: nothing is cached from an earlier one. */
import { type RawBuilder, sql } from "kysely";
import { list } from "../database/postgres/list.ts";
import type { Pipeline } from "../database/postgres/pipeline.ts";
import type { PackedBlock } from "./block.ts";
import type { SeenBlock } from "./find-packed.ts";
import { type CodeMonth, KEPT_FROM, type StoredScans } from "./not-stored.ts";
import type { NameTable, SettleStatements } from "./settle.ts";
import { SettleAgain } from "./settlement.ts";

type LookUps = Pick<SettleStatements, "marks" | "codes" | "placements" | "salts">;

export const lookUps = ({ send }: Pipeline): LookUps => ({
  async marks(runs) {
    const rows = await send(sql<{ run: string; settled: number }>`
      SELECT run, settled FROM journal_marks WHERE run = ANY(${texts(runs)})`);
    return new Map(rows.map(({ run, settled }) => [run, settled]));
  },
  async codes(ids) {
    const rows = await send(sql<{ id: string; num: number; created_at: number; erased_at: number | null }>`
      SELECT c.id, c.num, c.created_at, c.erased_at FROM unnest(${texts(ids)}) AS n(id)
      JOIN codes AS c ON c.id = n.id LEFT JOIN code_counters AS l ON l.code_num = c.num
      WHERE l.code_num IS NOT NULL OR c.erased_at IS NOT NULL`);
    return new Map(
      rows.map(({ id, num, created_at: createdAt, erased_at }) => [id, { num, createdAt, erased: erased_at !== null }]),
    );
  },
  /** Without a lock: counting finds out whether one was deleted or moved since. */
  async placements(ids) {
    const rows = await send(sql<{ id: string; num: number; code_num: number }>`
      SELECT id, num, code_num FROM placements WHERE id = ANY(${texts(ids)})`);
    return new Map(rows.map(({ id, num, code_num: codeNum }) => [id, { num, codeNum }]));
  },
  /** Locked, so that they and their tags are not removed before the commit. */
  async salts(ids) {
    const rows = await send(sql<{ id: number; from: number; quarters: number }>`
      SELECT id, from_quarter AS from, quarters FROM visitor_salts
      WHERE id = ANY(${list(ids, Number)}::integer[]) ORDER BY id FOR KEY SHARE`);
    return new Map(rows.map(({ id, from, quarters }) => [id, { from, quarters }]));
  },
});

const COLUMNS = {
  agents: { device: "text", browser: "text", os: "text" },
  places: { country: "text", city: "text", latitude: "float8", longitude: "float8" },
  routes: { kind: "text", target: "text" },
};

/** Agents, places and routes. */
export function names({ send }: Pipeline): Pick<SettleStatements, "numbers" | "addNames"> {
  async function numbers(table: NameTable, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await send(sql<{ id: number; key: string }>`
      SELECT id, key FROM ${sql.table(table)} WHERE key = ANY(${texts(keys)})`);
    return new Map(rows.map(({ id, key }) => [key, id]));
  }
  return {
    numbers,
    async addNames(table, names) {
      const columns = Object.entries(COLUMNS[table]);
      const keys = names.map(({ key }) => key);
      const values = columns.map(([, type], i) => sql`${list(names, ({ parts }) => parts[i]!)}::${sql.raw(type)}[]`);
      const [, added] = await Promise.all([
        send(sql`
          INSERT INTO ${sql.table(table)} (key, ${sql.raw(columns.map(([name]) => name).join())})
          SELECT * FROM unnest(${texts(keys)}, ${sql.join(values)}) ON CONFLICT (key) DO NOTHING`),
        numbers(table, keys),
      ]);
      if (added.size < names.length) throw new Error(`A row of ${table} is gone; settle again.`);
      return added;
    },
  };
}

const texts = (values: readonly string[]): RawBuilder<unknown> => sql`${list(values, (value) => value)}::text[]`;

const MONTHS_PER_STATEMENT = 100;

export function storedScans({ send }: Pipeline): StoredScans {
  /**
   * A few at a time. Each statement sees what is committed by then, and what packs or moves scans may put one into a
   * block that was read before: if any block has changed at the end, settling begins again.
   */
  async function* blocks(months: readonly CodeMonth[]): AsyncGenerator<SeenBlock> {
    const versions = new Map<CodeMonth[], string>();
    for (let i = 0; i < months.length; i += MONTHS_PER_STATEMENT) {
      const some = months.slice(i, i + MONTHS_PER_STATEMENT);
      const blocks = await selectBlocks(some);
      versions.set(some, versionOf(blocks));
      yield* blocks;
    }
    for (const [some, version] of versions)
      if (versionOf(await selectBlocks(some)) !== version) throw new SettleAgain("Scans were packed in the meantime");
  }

  const selectBlocks = (months: readonly CodeMonth[]) =>
    send(sql<VersionedBlock>`
      SELECT b.code_num AS "codeNum", b.month, b.n, b.runs, b.n || ' ' || b.xmin::text AS version
      FROM unnest(${list(months, ({ codeNum }) => codeNum)}::bigint[], ${list(months, ({ month }) => month)}::integer[])
        AS m(code_num, month)
      JOIN scan_blocks b ON b.code_num = m.code_num AND b.month = m.month ORDER BY b.code_num, b.month, b.n`);

  return {
    async withoutRow(scans) {
      const rows = await send(sql<{ id: string }>`
        SELECT n.id FROM unnest(${list(scans, ({ codeNum }) => codeNum)}::bigint[],
          ${list(scans, ({ id }) => id)}::uuid[], ${list(scans, ({ placement }) => placement)}::text[])
          AS n(code_num, id, placement)
        WHERE NOT EXISTS (SELECT 1 FROM scans s WHERE s.code_num = n.code_num AND s.id = n.id)
          AND NOT EXISTS (SELECT 1 FROM placement_moves m JOIN codes c ON c.num = m.code_num
            WHERE m.placement_id = n.placement AND (c.erased_at IS NOT NULL
              OR EXISTS (SELECT 1 FROM scans s WHERE s.code_num = m.code_num AND s.id = n.id)))
          AND NOT EXISTS (SELECT 1 FROM set_aside a WHERE a.id = n.id::text)`);
      return rows.map(({ id }) => id);
    },
    movesOf: (placements) =>
      send(sql<{ placement: string; codeNum: number }>`
        SELECT placement_id AS placement, code_num AS "codeNum" FROM placement_moves
        WHERE placement_id = ANY(${texts(placements)})`),
    blocks,
    async block({ codeNum, month, n }) {
      const [block] = await send(sql<PackedBlock>`
        SELECT count, runs, facts, ids FROM scan_blocks WHERE code_num = ${codeNum} AND month = ${month} AND n = ${n}`);
      return block;
    },
    async keptFrom() {
      const [row] = await send(sql<{ value: number | null }>`${sql.raw(KEPT_FROM)}`);
      return row?.value ?? 0;
    },
  };
}

interface VersionedBlock extends SeenBlock {
  version: string;
}

const versionOf = (blocks: readonly VersionedBlock[]): string => blocks.map(({ version }) => version).join();
