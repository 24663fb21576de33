import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";

/** All rows as one text `rows`, a list of lists: from thread to thread, thousands of rows take longer than to be read. */
export const asText = (engine: EngineName, columns: RawBuilder<unknown>): RawBuilder<string | null> =>
  engine === "sqlite"
    ? sql`CAST(json_group_array(json_array(${columns})) AS text)`
    : sql`CAST(json_agg(json_build_array(${columns})) AS text)`;

/** The rows of such a text, which PostgreSQL leaves out if there are none. */
export const rowsOf = <T>(text: string | null): T[] => JSON.parse(text ?? "[]");

/** A test for any number of whole numbers. */
export function isOneOf(engine: EngineName, numbers: Iterable<number>): RawBuilder<unknown> {
  const list = [...numbers];
  return engine === "sqlite" ? sql`IN (${listed(engine, list)})` : sql`= ANY (${`{${list}}`}::bigint[])`;
}

/** Whole numbers as a query. */
export const listed = (engine: EngineName, numbers: readonly number[]): RawBuilder<unknown> =>
  engine === "sqlite"
    ? sql`SELECT value AS num FROM json_each(${`[${numbers}]`})`
    : sql`SELECT unnest(${`{${numbers}}`}::bigint[]) AS num`;
