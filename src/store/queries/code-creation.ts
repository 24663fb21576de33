/** What making codes writes. Any number of them is made at once, each engine in its own way. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { writeActor } from "../../shared/actor.ts";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import type { Idempotency, NewCode } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { columnsOf } from "./code-rows.ts";

export const KEY_TAKEN = "key-taken";
export const NO_OWNER = "no-owner";

/**
 * Makes all of the codes, which are of one owner, or none, and announces them. Says why nothing was made:
 * the owner is gone or suspended, or another was first with the key.
 */
export type MakeCodes = (
  codes: readonly NewCode[],
  once: Idempotency | undefined,
) => Promise<typeof KEY_TAKEN | typeof NO_OWNER | null>;

/** The owner if there and not suspended; a removal at the same moment waits for the caller. */
export const activeOwner = (db: Kysely<Tables>, engine: EngineName, ownerId: string) =>
  db
    .selectFrom("user")
    .select("id")
    .where("id", "=", ownerId)
    .where("suspended", "=", engine === "postgres" ? false : 0)
    .$if(engine === "postgres", (query) => query.forShare());

/** A row of `codes`. Codes that are made together all have a look of their own, or none has. */
export const codeRow = (code: NewCode) => ({
  id: code.id,
  owner_id: code.ownerId,
  type: code.type,
  token: code.token,
  created_at: code.createdAt,
  updated_at: code.updatedAt,
  made_by: writeActor(code.madeBy),
  ...columnsOf(code),
});

/** Its row of `code_counters`, with the code's id in place of its number. */
export const counterRow = (code: NewCode) => ({
  id: code.id,
  scan_count: 0,
  expires_at: code.expiresAt,
  expires_fixed: Number(code.expiresFixed ?? false),
  renewed_at: code.createdAt,
  folded_before: firstDayOf(monthOf(dayOf(code.createdAt))),
});

/** `name, content`, or with `from` each taken from there. */
export const columnList = (row: object, from: (name: string) => RawBuilder<unknown> = sql.ref) =>
  sql.join(Object.keys(row).map(from));

/** What the columns of `codeRow` are given: without a look of its own, a code gets its owner's default. */
export const codeValues = (
  db: Kysely<Tables>,
  { ownerId, style }: NewCode,
  from: (name: string) => RawBuilder<unknown> = sql.ref,
) => {
  // A plain look that has a name is kept as {}.
  const plainIsNull = sql<string | null>`nullif(style, '{}')`.as("style");
  const lookOf = db.selectFrom("styles").select(plainIsNull).where("owner_id", "=", ownerId);
  return (name: string): RawBuilder<unknown> =>
    name === "style" && style === undefined ? sql`(${lookOf.where("is_default", "=", 1)})` : from(name);
};

/** Takes the key, also from an answer that is too old; gives no row when another has it. */
export const claim = (once: Idempotency, ownerId: string, now: number, when: RawBuilder<unknown>) =>
  sql`INSERT INTO idempotency (owner_id, key, body_hash, answer, created_at)
    SELECT ${sql.join(
      [ownerId, once.key, once.bodyHash, once.answer].map((text) => sql`CAST(${text} AS text)`),
    )}, CAST(${now} AS bigint) WHERE ${when}
    ON CONFLICT (owner_id, key) DO UPDATE SET body_hash = excluded.body_hash,
      answer = excluded.answer, created_at = excluded.created_at
    WHERE idempotency.created_at < CAST(${once.notBefore} AS bigint)
    RETURNING key`;
