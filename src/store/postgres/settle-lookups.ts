/** What settling looks up, always in its own transaction: nothing is believed of an earlier one. */
import { type RawBuilder, sql, type Transaction } from "kysely";
import { type FoundCode, type KeptFrom, refsOf } from "../placing.ts";
import type { AgentColumns, Lines, Named, PlaceColumns } from "../scan-lines.ts";
import type { Tables } from "../tables.ts";
import { list } from "./list.ts";

type Trx = Transaction<Tables>;

/** Under a lock that keeps old scans from being removed, and the mark from moving, until the end. */
export async function keptFrom(trx: Trx): Promise<KeptFrom> {
  await sql`LOCK TABLE ONLY scans, settled_sums IN ROW EXCLUSIVE MODE`.execute(trx);
  const { rows } = await sql<{ name: string; value: number }>`
    SELECT name, value FROM meta`.execute(trx);
  const mark = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { scans: mark("raw_from_day"), sums: mark("sums_from_day") };
}

/** The codes that lines name. One that has no counters and is not erased is not there. */
export async function findCodes(trx: Trx, lines: Lines): Promise<Map<string, FoundCode>> {
  const { ids, nums } = refsOf(lines);
  const find = async (named: RawBuilder<unknown>) =>
    (
      await sql<{ id: string; num: number; created_at: number; erased_at: number | null }>`
        SELECT c.id, c.num, c.created_at, c.erased_at
        FROM codes c LEFT JOIN code_counters l ON l.code_num = c.num
        WHERE ${named} AND (l.code_num IS NOT NULL OR c.erased_at IS NOT NULL)`.execute(trx)
    ).rows.map(({ id, num, created_at: createdAt, erased_at: erasedAt }) => ({
      id,
      code: { num, createdAt, erased: erasedAt !== null },
    }));
  const found = new Map<string, FoundCode>();
  if (ids.length > 0) {
    const rows = await find(sql`c.id = ANY(${list(ids, (id) => id)}::text[])`);
    for (const { id, code } of rows) found.set(id, code);
  }
  if (nums.length > 0) {
    const rows = await find(sql`c.num = ANY(${list(nums, Number)}::bigint[])`);
    for (const { code } of rows) found.set(String(code.num), code);
  }
  return found;
}

export const agentIds = (trx: Trx, names: ReadonlySet<Named<AgentColumns>>) =>
  idsOf(trx, "agents", names, (keys, parts) => {
    const column = (i: 0 | 1 | 2) => list(parts, (part) => part[i]);
    return sql`INSERT INTO agents (key, device, browser, os)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
      ON CONFLICT (key) DO NOTHING`;
  });

export const placeIds = (trx: Trx, names: ReadonlySet<Named<PlaceColumns>>) =>
  idsOf(trx, "places", names, (keys, parts) => {
    const column = (i: 0 | 1 | 2 | 3) => list(parts, (part) => part[i]);
    return sql`INSERT INTO places (key, country, city, latitude, longitude)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[],
        ${column(2)}::float8[], ${column(3)}::float8[])
      ON CONFLICT (key) DO NOTHING`;
  });

/** The numbers names are stored under. New ones are added in order, so that no two nodes wait crosswise. */
async function idsOf<T>(
  trx: Trx,
  table: "agents" | "places",
  names: ReadonlySet<Named<T>>,
  insert: (keys: string, parts: readonly T[]) => RawBuilder<unknown>,
): Promise<Map<Named<T>, number>> {
  const ids = new Map<Named<T>, number>();
  const look = async (wanted: readonly Named<T>[]): Promise<Named<T>[]> => {
    const { rows } = await sql<{ id: number; key: string }>`
      SELECT id, key FROM ${sql.table(table)}
      WHERE key = ANY(${list(wanted, (name) => name.key)}::text[])`.execute(trx);
    const found = new Map(rows.map((row) => [row.key, row.id]));
    for (const name of wanted) {
      const id = found.get(name.key);
      if (id !== undefined) ids.set(name, id);
    }
    return wanted.filter((name) => !ids.has(name));
  };
  const unknown = await look([...names]);
  if (unknown.length === 0) return ids;
  unknown.sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = list(unknown, (name) => name.key);
  await insert(
    keys,
    unknown.map((name) => name.parts),
  ).execute(trx);
  const missing = await look(unknown);
  if (missing.length > 0) throw new Error(`A row of ${table} is gone; settle again.`);
  return ids;
}
