/** How statements are marked and timed. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type LogEvent, sql } from "kysely";

export const PREPARED_MARK = "/* prepared */";

/**
 * In a statement: a connection to PostgreSQL gives it a name, and parses and plans it once. For frequent statements
 * with few texts, outside of transactions: an altered table would end one.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

const works = new AsyncLocalStorage<{ ms: number }>();

/** For Kysely's `log`: a statement's time does not include waiting for a connection. */
export function addStatementTime({ queryDurationMillis }: LogEvent): void {
  const work = works.getStore();
  if (work) work.ms += queryDurationMillis;
}

/** Tells a piece of work how long its statements have taken so far. */
export async function withStatementTime<T>(work: (spent: () => number) => Promise<T>): Promise<T> {
  const sum = { ms: 0 };
  return works.run(sum, () => work(() => sum.ms));
}
