import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import { NothingFound, type Step } from "../steps.ts";
import type { Tables } from "../tables.ts";

export async function makeSteps(
  db: Kysely<Tables>,
  steps: readonly Step[],
  announce: (trx: Transaction<Tables>) => Promise<void>,
): Promise<string | null> {
  try {
    await db.transaction().execute(async (trx) => {
      for (const { sql, parameters, orElse } of steps) {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
        if (orElse !== undefined && rows.length === 0) throw new NothingFound(orElse);
      }
      await announce(trx);
    });
    return null;
  } catch (error) {
    if (error instanceof NothingFound) return error.message;
    throw error;
  }
}
