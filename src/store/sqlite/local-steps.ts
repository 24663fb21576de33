import { Kysely } from "kysely";
import { runStep, type StepName } from "../scans/steps.ts";
import type { Tables } from "../tables.ts";
import type { Sqlite } from "./database.ts";
import { createLocalDialect } from "./local-dialect.ts";

/** Runs steps on the connection of this thread. */
export function createLocalSteps(sqlite: Sqlite) {
  const db = new Kysely<Tables>({ dialect: createLocalDialect(sqlite) });
  return (name: StepName, args: readonly unknown[]) => runStep(db, "sqlite", name, args);
}
