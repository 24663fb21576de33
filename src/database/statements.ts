/** Marks and times statements. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type LogEvent, sql } from "kysely";

export const PREPARED_MARK = "/* prepared */";

/**
 * Marks a statement that a PostgreSQL connection prepares once. For frequent statements with few distinct texts,
 * outside of transactions: a changed table would abort one.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

const works = new AsyncLocalStorage<{ ms: number }>();

/** For Kysely's `log`: a statement's time does not include waiting for a connection. */
export function addStatementTime({ queryDurationMillis }: LogEvent): void {
  const work = works.getStore();
  if (work) work.ms += queryDurationMillis;
}

/** Passes the work a function that returns the time its statements have taken so far. */
export async function withStatementTime<T>(work: (spent: () => number) => Promise<T>): Promise<T> {
  const sum = { ms: 0 };
  return works.run(sum, () => work(() => sum.ms));
}
