import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";

/** All rows as one text `rows`, a list of lists: from thread to thread, thousands of rows take longer than to be read. */
export const asText = (engine: EngineName, columns: RawBuilder<unknown>): RawBuilder<string | null> =>
  engine === "sqlite"
    ? sql`CAST(json_group_array(json_array(${columns})) AS text)`
    : sql`CAST(json_agg(json_build_array(${columns})) AS text)`;

/** The rows of such a text, which PostgreSQL leaves out if there are none. */
export const rowsOf = <T>(text: string | null): T[] => JSON.parse(text ?? "[]");
