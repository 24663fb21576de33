/** First answers to an Idempotency-Key, stored in the transaction that creates what they describe. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Idempotency, KeptAnswer } from "../shared/idempotency.ts";
import type { Tables } from "./tables.ts";

/** Claims the key, also from an answer that is too old; no row if another request has it. */
export const claim = (once: Idempotency, workspaceId: string, now: number, when: RawBuilder<unknown>) =>
  sql`INSERT INTO idempotency (workspace_id, key, body_hash, answer, created_at)
    SELECT ${sql.join(
      [workspaceId, once.key, once.bodyHash, once.answer].map((text) => sql`CAST(${text} AS text)`),
    )}, CAST(${now} AS bigint) WHERE ${when}
    ON CONFLICT (workspace_id, key) DO UPDATE SET body_hash = excluded.body_hash,
      answer = excluded.answer, created_at = excluded.created_at
    WHERE idempotency.created_at < CAST(${once.notBefore} AS bigint)
    RETURNING key`;

export async function firstAnswer(
  db: Kysely<Tables>,
  workspaceId: string,
  { key, notBefore }: Idempotency,
): Promise<KeptAnswer | undefined> {
  const first = await db
    .selectFrom("idempotency")
    .select(["body_hash", "answer"])
    .where("workspace_id", "=", workspaceId)
    .where("key", "=", key)
    .where("created_at", ">=", notBefore)
    .executeTakeFirst();
  return first && { bodyHash: first.body_hash, answer: first.answer };
}

/** For transactions that hold the workspace's lock and found no first answer. */
export async function keepAnswer(trx: Transaction<Tables>, workspaceId: string, once: Idempotency, now: number) {
  const { rows } = await claim(once, workspaceId, now, sql`true`).execute(trx);
  // Only codes are created without that lock.
  if (rows.length === 0) throw new Error("The Idempotency-Key was used at the same time to create a code.");
}
