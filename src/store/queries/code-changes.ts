/** What a change of a code writes, each as part of the caller's transaction. */
import { type Selectable, sql, type Transaction } from "kysely";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import type { Code, CodeChange, Idempotency, NewCode } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

/** Whether the owner is there and not suspended; a removal at the same moment waits for the caller. */
export async function ownerStays(
  trx: Transaction<Tables>,
  engine: EngineName,
  ownerId: string,
): Promise<boolean> {
  const owner = await trx
    .selectFrom("user")
    .select("suspended")
    .where("id", "=", ownerId)
    .$if(engine === "postgres", (query) => query.forShare())
    .executeTakeFirst();
  return owner !== undefined && !owner.suspended;
}

/** The first to bring a key goes on; a later one is given what the first was answered. */
export async function claimKey(
  trx: Transaction<Tables>,
  ownerId: string,
  now: number,
  once: Idempotency,
) {
  await trx.deleteFrom("idempotency").where("created_at", "<", once.notBefore).execute();
  const row = { owner_id: ownerId, key: once.key, body_hash: once.bodyHash, answer: once.answer };
  const claimed = await trx
    .insertInto("idempotency")
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.columns(["owner_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (claimed) return null;
  const first = await trx
    .selectFrom("idempotency")
    .select(["body_hash", "answer"])
    .where("owner_id", "=", ownerId)
    .where("key", "=", once.key)
    .executeTakeFirstOrThrow();
  return { bodyHash: first.body_hash, answer: first.answer };
}

export async function insertCode(trx: Transaction<Tables>, code: NewCode): Promise<void> {
  const { num } = await trx
    .insertInto("codes")
    .values({
      id: code.id,
      owner_id: code.ownerId,
      type: code.type,
      token: code.token,
      created_at: code.createdAt,
      updated_at: code.updatedAt,
      ...columnsOf(code),
    } as Selectable<Tables["codes"]>)
    .returning("num")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("code_counters")
    .values({
      code_num: num,
      scan_count: 0,
      expires_at: code.expiresAt,
      expires_fixed: Number(code.expiresFixed ?? false),
      renewed_at: code.createdAt,
      folded_before: firstDayOf(monthOf(dayOf(code.createdAt))),
    })
    .execute();
}

export async function keepVersion(
  trx: Transaction<Tables>,
  code: Code,
  change: CodeChange,
  now: number,
): Promise<void> {
  if (change.content === undefined || change.content === code.content) return;
  const { last } = await trx
    .selectFrom("code_versions")
    .select(sql<number | null>`max(n)`.as("last"))
    .where("code_num", "=", code.num)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("code_versions")
    .values({ code_num: code.num, n: (last ?? 0) + 1, content: code.content, replaced_at: now })
    .execute();
}

export async function applyChange(
  trx: Transaction<Tables>,
  code: Code,
  change: CodeChange,
  now: number,
): Promise<void> {
  await trx
    .updateTable("codes")
    .set({ ...columnsOf(change), updated_at: now })
    .where("num", "=", code.num)
    .execute();
  if (change.expiresAt === undefined) return;
  await trx
    .updateTable("code_counters")
    .set({
      expires_at: change.expiresAt,
      expires_fixed: Number(change.expiresFixed ?? code.expiresFixed),
      expires_before: null,
      renewed_at: now,
    })
    .where("code_num", "=", code.num)
    .execute();
}

/** Only what is given; Kysely leaves undefined columns out of a change. */
const columnsOf = (code: CodeChange) => ({
  name: code.name,
  content: code.content,
  foreground: code.foregroundColor,
  background: code.backgroundColor,
  size: code.size,
  level: code.errorCorrection,
  category: code.category,
  is_public: code.isPublic === undefined ? undefined : Number(code.isPublic),
  is_favorite: code.isFavorite === undefined ? undefined : Number(code.isFavorite),
});
