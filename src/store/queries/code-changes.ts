/** What a change of a code writes, each as part of the caller's transaction. */
import { type Compilable, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import type { Code, CodeChange, Idempotency, NewCode } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Step } from "../steps.ts";
import type { Tables } from "../tables.ts";

export const KEY_TAKEN = "key-taken";

/** The owner if there and not suspended; a removal at the same moment waits for the caller. */
export const activeOwner = (db: Kysely<Tables>, engine: EngineName, ownerId: string) =>
  db
    .selectFrom("user")
    .select("id")
    .where("id", "=", ownerId)
    .where("suspended", "=", engine === "postgres" ? false : 0)
    .$if(engine === "postgres", (query) => query.forShare());

/**
 * Makes a code for an owner who is there and not suspended.
 * With `once`, the first to bring the key goes on, and later ones find it taken.
 */
export function creationOf(
  db: Kysely<Tables>,
  engine: EngineName,
  code: NewCode,
  once: Idempotency | undefined,
): Step[] {
  const owner = activeOwner(db, engine, code.ownerId);
  const row = db.insertInto("codes").values({
    id: code.id,
    owner_id: code.ownerId,
    type: code.type,
    token: code.token,
    created_at: code.createdAt,
    updated_at: code.updatedAt,
    ...columnsOf(code),
  } as Selectable<Tables["codes"]>);
  const counters = db.insertInto("code_counters").values(({ selectFrom }) => ({
    code_num: selectFrom("codes").select("num").where("id", "=", code.id),
    scan_count: 0,
    expires_at: code.expiresAt,
    expires_fixed: Number(code.expiresFixed ?? false),
    renewed_at: code.createdAt,
    folded_before: firstDayOf(monthOf(dayOf(code.createdAt))),
  }));
  const claim = once ? claimOf(db, code.ownerId, code.createdAt, once) : [];
  return [stepOf(owner, "no-owner"), ...claim, stepOf(row), stepOf(counters)];
}

function claimOf(db: Kysely<Tables>, ownerId: string, now: number, once: Idempotency): Step[] {
  const row = { owner_id: ownerId, key: once.key, body_hash: once.bodyHash, answer: once.answer };
  const claim = db
    .insertInto("idempotency")
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.columns(["owner_id", "key"]).doNothing())
    .returning("key");
  const outdated = db.deleteFrom("idempotency").where("created_at", "<", once.notBefore);
  return [stepOf(outdated), stepOf(claim, KEY_TAKEN)];
}

function stepOf(query: Compilable, orElse?: string): Step {
  const { sql, parameters } = query.compile();
  return { sql, parameters, orElse };
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
