/** What a change of a code writes, each as part of the caller's transaction. */
import type { Transaction } from "kysely";
import { type Actor, writeActor } from "../../shared/actor.ts";
import type { Code, CodeChange } from "../code-store.ts";
import type { Tables } from "../tables.ts";

export async function keepVersion(
  trx: Transaction<Tables>,
  code: Code,
  change: CodeChange,
  now: number,
  by: Actor | undefined,
): Promise<void> {
  if (change.content === undefined || change.content === code.content) return;
  const last = await trx
    .selectFrom("code_versions")
    .select(["n", "replaced_at"])
    .where("code_num", "=", code.num)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  // Another node's clock may be ahead: no version ends before it began.
  const replacedAt = Math.max(now, last?.replaced_at ?? code.createdAt);
  await trx
    .insertInto("code_versions")
    .values({
      code_num: code.num,
      n: (last?.n ?? 0) + 1,
      content: code.content,
      replaced_at: replacedAt,
      replaced_by: writeActor(by),
    })
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
export const columnsOf = (code: CodeChange) => ({
  name: code.name,
  content: code.content,
  foreground: code.foregroundColor,
  background: code.backgroundColor,
  size: code.size,
  level: code.errorCorrection,
  style: code.style,
  category: code.category,
  is_public: code.isPublic === undefined ? undefined : Number(code.isPublic),
  is_favorite: code.isFavorite === undefined ? undefined : Number(code.isFavorite),
});
