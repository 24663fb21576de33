/**
 * What changes rows and blocks, each in one transaction. Steps run in a thread, because to unpack and pack a block takes
 * milliseconds: on SQLite in that of the writer.
 */
import type { Kysely, Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { moveStep } from "../placements/move.queries.ts";
import { forgetStep } from "../scans/forget.queries.ts";
import { packStep } from "../scans/pack-rows.queries.ts";

type Step = (trx: Transaction<Tables>, engine: EngineName, ...args: never[]) => Promise<unknown>;

const STEPS = { pack: packStep, forget: forgetStep, move: moveStep } satisfies Record<string, Step>;

type Steps = typeof STEPS;
export type StepName = keyof Steps;

type StepArgs<N extends StepName> = Parameters<Steps[N]> extends [unknown, unknown, ...infer Args] ? Args : never;

/** Runs a step in its thread. */
export type RunStep = <N extends StepName>(name: N, ...args: StepArgs<N>) => Promise<Awaited<ReturnType<Steps[N]>>>;

/** The thread's side. */
export const runStep = (db: Kysely<Tables>, engine: EngineName, name: StepName, args: readonly unknown[]) =>
  db
    .transaction()
    .execute((trx) => (STEPS[name] as unknown as (...all: unknown[]) => Promise<unknown>)(trx, engine, ...args));
