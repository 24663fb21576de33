import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "./engine.ts";

/** A test for any number of whole numbers. */
export function isOneOf(engine: EngineName, numbers: Iterable<number>): RawBuilder<unknown> {
  const list = [...numbers];
  return engine === "sqlite" ? sql`IN (${listed(engine, list)})` : sql`= ANY (${`{${list}}`}::bigint[])`;
}

/** Whole numbers as a query. */
const listed = (engine: EngineName, numbers: readonly number[]): RawBuilder<unknown> =>
  engine === "sqlite"
    ? sql`SELECT value AS num FROM json_each(${`[${numbers}]`})`
    : sql`SELECT unnest(${`{${numbers}}`}::bigint[]) AS num`;
