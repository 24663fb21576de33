import { type Kysely, sql, type Transaction } from "kysely";
import { slide } from "../../shared/sliding-window.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { ThrottleStore } from "../types.ts";

/** Rows that are over, removed with each take: more than it can add, so the table stays small. */
const CLEARED_A_TAKE = 20;

type Trx = Transaction<Tables>;

/** `timeOf` is asked under the rows' locks: a time taken before would let a window begin too early. */
export function createThrottleQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  timeOf: (trx: Trx) => Promise<number>,
): ThrottleStore {
  const read = (times: unknown): number[] =>
    typeof times === "string" ? JSON.parse(times) : (times as number[]);
  const write = (times: number[]) => (engine === "sqlite" ? JSON.stringify(times) : times);

  /** Makes the rows that are missing and locks all of them, in one order for everybody. */
  async function hold(trx: Trx, names: readonly string[]): Promise<Map<string, number[]>> {
    const rows = await trx
      .insertInto("throttles")
      .values(names.toSorted().map((name) => ({ name, expires_at: 0 })))
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet({ expires_at: sql`throttles.expires_at` }),
      )
      .returning(["name", "times"])
      .execute();
    return new Map(rows.map((row) => [row.name, read(row.times)]));
  }

  async function keep(trx: Trx, name: string, times: number[], expiresAt: number): Promise<void> {
    await trx
      .updateTable("throttles")
      .set({ times: write(times), expires_at: Math.ceil(expiresAt) })
      .where("name", "=", name)
      .execute();
  }

  async function clear(trx: Trx, now: number): Promise<void> {
    const over = trx
      .selectFrom("throttles")
      .select("name")
      .where("expires_at", "<=", Math.floor(now))
      .orderBy("expires_at")
      .limit(CLEARED_A_TAKE)
      .$if(engine === "postgres", (query) => query.forUpdate().skipLocked());
    await trx.deleteFrom("throttles").where("name", "in", over).execute();
  }

  return {
    take: (windows, windowMs) =>
      db.transaction().execute(async (trx) => {
        const names = windows.map(({ name }) => name);
        const held = await hold(trx, names);
        const now = await timeOf(trx);
        const slides = windows.map(({ name, limit }) =>
          slide(held.get(name)!, now, limit, windowMs),
        );
        const all = slides.every(({ admitted }) => admitted);
        for (const [i, { admitted, times }] of slides.entries()) {
          // One that is full keeps its places; one with room gives back what is not to be taken.
          const kept = all || !admitted ? times : times.slice(0, -1);
          await keep(trx, names[i]!, kept, (kept.at(-1) ?? 0) + windowMs);
        }
        await clear(trx, now);
        return slides.map(({ times: _, ...admission }) => admission);
      }),

    giveBack: (names) =>
      db.transaction().execute(async (trx) => {
        for (const [name, times] of await hold(trx, names)) {
          await trx
            .updateTable("throttles")
            .set({ times: write(times.slice(0, -1)) })
            .where("name", "=", name)
            .execute();
        }
      }),
  };
}
