/** How long the statements of one piece of work took, without what it waited for a connection. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogEvent } from "kysely";

const works = new AsyncLocalStorage<{ ms: number }>();

/** For a Kysely's `log`: its time begins when the connection is there. */
export function addStatementTime({ queryDurationMillis }: LogEvent): void {
  const work = works.getStore();
  if (work) work.ms += queryDurationMillis;
}

export async function withStatementTime<T>(work: (spent: () => number) => Promise<T>): Promise<T> {
  const sum = { ms: 0 };
  return works.run(sum, () => work(() => sum.ms));
}
