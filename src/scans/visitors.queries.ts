import { randomBytes, randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { DaySpan, SaltedDay } from "./visitor-days.ts";
import { SALT_PART } from "./visitors.ts";

const SALT_BYTES = 32;
const LARGEST_ID = 999_999_999;
const TRIES = 20;

/** Imported days have the number 0, of which a part is stored. */
function newId(): number {
  const id = randomInt(1, LARGEST_ID);
  return id % SALT_PART === 0 ? newId() : id;
}

export const createVisitorQueries = (db: Kysely<Tables>) => ({
  /** The salts of these days, the same on every node; created if there are none yet. */
  async salts(days: readonly DaySpan[]): Promise<SaltedDay[]> {
    if (days.length === 0) return [];
    const found = () =>
      db
        .selectFrom("visitor_salts")
        .select(["id", "from_quarter as from", "quarters", "salt"])
        .where(({ eb, or, and }) =>
          or(days.map(({ from, quarters }) => and([eb("from_quarter", "=", from), eb("quarters", "=", quarters)]))),
        )
        .execute();
    for (let left = TRIES; ; left--) {
      const held = await found();
      if (held.length === days.length || left === 0) return held;
      const isHeld = ({ from, quarters }: DaySpan) =>
        held.some((salt) => salt.from === from && salt.quarters === quarters);
      await db
        .insertInto("visitor_salts")
        .values(
          days
            .filter((day) => !isHeld(day))
            .map(({ from, quarters }) => ({
              id: newId(),
              from_quarter: from,
              quarters,
              salt: randomBytes(SALT_BYTES).toString("base64url"),
            })),
        )
        // Another node was faster, or another salt has the same part of its number.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  },
});
