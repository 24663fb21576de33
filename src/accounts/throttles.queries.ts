import { randomBytes } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { removeBy } from "../database/remove-by.ts";
import type { Tables } from "../database/tables.ts";
import { slide } from "../shared/sliding-window.ts";
import type { Admission } from "../workspaces/people.ts";

/** Every this many calls remove expired rows: more than those calls can add, so the table stays small. */
const CLEAR_EVERY = 8;
const CLEARED_AT_ONCE = 200;

type Trx = Transaction<Tables>;

/**
 * `now`: the time in ms, as a number or as an SQL expression. The expression is evaluated after the row is locked,
 * because an earlier time would let a window start too early.
 */
export function createThrottleQueries(db: Kysely<Tables>, engine: EngineName, now: () => RawBuilder<number> | number) {
  const read = (times: unknown): number[] => (typeof times === "string" ? JSON.parse(times) : (times as number[]));
  const write = (times: number[]) => (engine === "sqlite" ? JSON.stringify(times) : times);
  let takes = 0;

  /** Creates missing rows and locks all of them in the same order everywhere. */
  async function hold(trx: Trx, names: readonly string[]) {
    const clock = now();
    const rows = await trx
      .insertInto("throttles")
      .values(names.toSorted().map((name) => ({ name, expires_at: 0 })))
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ expires_at: sql`throttles.expires_at` }))
      .returning(["name", "times"])
      .$if(typeof clock !== "number", (query) => query.returning((clock as RawBuilder<number>).as("now")))
      .execute();
    const locked = rows.map((row) => (row as { now?: number }).now ?? (clock as number));
    return { times: new Map(rows.map((row) => [row.name, read(row.times)])), now: Math.max(...locked) };
  }

  async function keep(trx: Trx, kept: Map<string, number[]>, windowMs: number): Promise<void> {
    const rows = [...kept].map(([name, times]) => ({
      name,
      times: write(times),
      expires_at: Math.ceil((times.at(-1) ?? 0) + windowMs),
    }));
    await trx
      .insertInto("throttles")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet((row) => ({ times: row.ref("excluded.times"), expires_at: row.ref("excluded.expires_at") })),
      )
      .execute();
  }

  async function clear(trx: Trx, time: number): Promise<void> {
    takes += 1;
    if (takes % CLEAR_EVERY !== 0) return;
    const over = trx
      .selectFrom("throttles")
      .select("name")
      .where("expires_at", "<=", Math.floor(time))
      .orderBy("expires_at")
      .limit(CLEARED_AT_ONCE)
      .forUpdate()
      .skipLocked();
    await trx.deleteFrom("throttles").where("name", "in", over).execute();
  }

  return {
    /**
     * The keys of these hours, the same on every node, under which windows of addresses are named. Those of earlier
     * hours are removed, except the one that a node with a slow clock still uses.
     */
    async keys(hours: readonly number[]): Promise<string[]> {
      await db
        .insertInto("throttle_keys")
        .values(hours.map((hour) => ({ hour, key: randomBytes(32).toString("base64url") })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .deleteFrom("throttle_keys")
        .where("hour", "<", Math.min(...hours) - 1)
        .execute();
      const kept = db
        .selectFrom("throttle_keys")
        .select("key")
        .where("hour", "in", [...hours])
        .orderBy("hour");
      return (await kept.execute()).map(({ key }) => key);
    },

    /**
     * Takes one place in each window, or in none if one is full. Exact across all processes on this store. Returns the
     * state of each, in order.
     */
    take: (windows: readonly { name: string; limit: number }[], windowMs: number): Promise<Admission[]> =>
      db.transaction().execute(async (trx) => {
        const held = await hold(
          trx,
          windows.map(({ name }) => name),
        );
        const slides = windows.map(({ name, limit }) => ({
          name,
          ...slide(held.times.get(name)!, held.now, limit, windowMs),
        }));
        const all = slides.every(({ admitted }) => admitted);
        // If one is full, the others give back the place just taken.
        const kept = slides.map(({ name, admitted, times }): [string, number[]] => [
          name,
          all || !admitted ? times : times.slice(0, -1),
        ]);
        await keep(trx, new Map(kept), windowMs);
        await clear(trx, held.now);
        return slides.map(({ admitted, remaining, resetIn }) => ({ admitted, remaining, resetIn }));
      }),

    /** Gives back the last place taken in each window; nothing is kept of an empty one. */
    giveBack: (names: readonly string[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const [name, times] of (await hold(trx, names)).times) {
          const kept = times.slice(0, -1);
          if (kept.length === 0) await trx.deleteFrom("throttles").where("name", "=", name).execute();
          else
            await trx
              .updateTable("throttles")
              .set({ times: write(kept) })
              .where("name", "=", name)
              .execute();
        }
      }),
  };
}

/** Windows that are over, and their keys. */
export async function removeOldThrottles(db: Kysely<Tables>, now: RawBuilder<number> | number): Promise<void> {
  await removeBy(db, "throttles", "name", sql`expires_at <= ${now}`);
  await removeBy(db, "throttle_keys", "hour", sql`(hour + 3) * 3600000 <= ${now}`);
}
