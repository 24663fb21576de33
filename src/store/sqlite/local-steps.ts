import { Kysely } from "kysely";
import type { Sqlite } from "../../database/sqlite/database.ts";
import { createLocalDialect } from "../../database/sqlite/local-dialect.ts";
import type { Tables } from "../../database/tables.ts";
import { runStep, type StepName } from "../steps.ts";

/** Runs steps on the connection of this thread. */
export function createLocalSteps(sqlite: Sqlite) {
  const db = new Kysely<Tables>({ dialect: createLocalDialect(sqlite) });
  return (name: StepName, args: readonly unknown[]) => runStep(db, "sqlite", name, args);
}
