/** Steps that change rows and blocks, on the thread of a test, and whether they left everything whole. */
import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import { idText, uuidText } from "../../src/database/scan-ids.ts";
import type { Tables } from "../../src/database/tables.ts";
import { unpackBlock } from "../../src/scans/block.ts";
import { idAt } from "../../src/scans/columns.ts";
import { type RunStep, runStep } from "../../src/store/steps.ts";
import type { Store } from "../../src/store/store.ts";

export const dbOf = (store: Store): Kysely<Tables> => store.auth.db;

export const stepsOf =
  (store: Store): RunStep =>
  (name, ...args) =>
    runStep(dbOf(store), store.engine, name, args) as never;

/** Packs all rows of codes, however recent. */
export async function packAll(store: Store, nums: readonly number[], rowsAStep = 1_000): Promise<void> {
  const step = stepsOf(store);
  while ((await step("pack", nums, Number.MAX_SAFE_INTEGER, rowsAStep)) > 0);
}

/** A scan is a row or in one block, and counts of codes and placements are those of their rows and blocks. */
export async function assertWhole(store: Store): Promise<void> {
  const db = dbOf(store);
  const rows = await db.selectFrom("scans").selectAll().execute();
  const all = rows.map((row) => {
    return { code: Number(row.code_num), id: idText(row.id), placement: Number(row.placement_num ?? 0) };
  });
  for (const block of await db.selectFrom("scan_blocks").selectAll().execute()) {
    const columns = unpackBlock(block, block.month);
    for (let i = 0; i < columns.count; i++) {
      const id = i < columns.forgotten ? `forgotten ${all.length}` : uuidText(idAt(columns, i));
      all.push({ code: Number(block.code_num), id, placement: columns.placement[i]! });
    }
  }
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length, "no scan is stored twice");
  const countBy = (key: (scan: (typeof all)[number]) => string) =>
    Object.fromEntries([...Map.groupBy(all, key)].map(([name, some]) => [name, some.length]));
  const held = (counters: readonly { name: string; scan_count: number }[]) =>
    Object.fromEntries(counters.filter((row) => Number(row.scan_count) > 0).map((row) => [row.name, row.scan_count]));
  const codes = await db.selectFrom("code_counters").select(["code_num", "scan_count"]).execute();
  const known = new Set(codes.map((row) => Number(row.code_num)));
  const stored = Object.entries(countBy(({ code }) => `${code}`)).filter(([code]) => known.has(Number(code)));
  assert.deepEqual(
    held(codes.map((row) => ({ ...row, name: `${row.code_num}` }))),
    Object.fromEntries(stored),
    "counts of codes",
  );
  const placements = await db.selectFrom("placements").select(["num", "code_num", "scan_count"]).execute();
  const through = countBy(({ code, placement }) => `${code} ${placement}`);
  for (const { num, code_num, scan_count } of placements) {
    assert.equal(Number(scan_count), through[`${code_num} ${num}`] ?? 0, `the count of placement ${num}`);
  }
}
