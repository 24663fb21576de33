import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../src/database/tables.ts";
import { type RunStep, runStep } from "../../../src/store/steps.ts";
import type { Store } from "../../../src/store/store.ts";

/** Steps without a thread of their own. */
export const partsOf = ({ auth, engine }: Store, rowsAStep?: number) => ({
  db: auth.db as Kysely<Tables>,
  step: ((name, ...args) => runStep(auth.db, engine, name, args)) as RunStep,
  ...(rowsAStep && { rowsAStep }),
});

interface StoredCount {
  month: number;
  n: number;
  count: number;
}

/** How many scans of a code are rows, and its blocks in order. */
export async function storedOf({ auth }: Store, num: number): Promise<{ rows: number; blocks: StoredCount[] }> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM scans WHERE code_num = ${num}`.execute(auth.db);
  const blocks = await sql<StoredCount>`
    SELECT month, n, count FROM scan_blocks WHERE code_num = ${num} ORDER BY month, n`.execute(auth.db);
  return { rows: Number(rows[0]!.count), blocks: blocks.rows };
}

/** Makes every statement of a kind fail until the returned function is called. */
export async function failAt(store: Store, event: string, table: string): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(store.auth.db);
  if (store.engine === "sqlite") {
    await run(`CREATE TRIGGER cut AFTER ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'cut off'); END`);
    return async () => void (await run("DROP TRIGGER cut"));
  }
  await run(`CREATE OR REPLACE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''cut off''; END'`);
  await run(`CREATE TRIGGER cut AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION cut()`);
  return async () => void (await run(`DROP TRIGGER cut ON ${table}`));
}
