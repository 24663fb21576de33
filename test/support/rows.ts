import { sql } from "kysely";
import type { TestApp } from "./app.ts";

/** Work in the background, which changes them at any time. */
const ALWAYS_CHANGING = /^(leases|journal_marks|migrations|sqlite_.*|.*_(fts|search).*)$/;

/** Every row of every table as text, by table. */
export async function allRows({ store, place }: TestApp): Promise<Map<string, string[]>> {
  const { db } = store.auth;
  const tables = place.databaseUrl
    ? sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`;
  const names = (await tables.execute(db)).rows.map(({ name }) => name);
  const rows = new Map<string, string[]>();
  for (const name of names.filter((each) => !ALWAYS_CHANGING.test(each)).sort()) {
    const found = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    rows.set(name, found.rows.map((row) => JSON.stringify(row, textOf)).sort());
  }
  return rows;
}

const textOf = (_: string, value: unknown): unknown =>
  typeof value === "bigint" || value instanceof Uint8Array ? String(value) : value;
