/** Reads, locks and changes rows of codes within the caller's transaction. */
import type { Kysely, Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { type Actor, writeActor } from "../shared/actor.ts";
import type { Code, CodeChange } from "./code.ts";
import { codeTables } from "./codes.table.ts";

/**
 * Locks codes, then their counters, each by number, before a change of several. A change of `codes` also writes
 * `code_counters` by a trigger, in disk order; settling locks counters by number, so the two could deadlock. SQLite
 * has one writer. `isRemoval`: the counters are deleted next, so wait here for transactions that settle their scans:
 * with a weaker lock, these and the deletion would wait for each other.
 */
export async function lockCodes(
  trx: Kysely<Tables>,
  engine: EngineName,
  nums: readonly number[],
  isRemoval = false,
): Promise<void> {
  if (engine === "sqlite" || nums.length === 0) return;
  await trx.selectFrom("codes").select("num").where("num", "in", nums).orderBy("num").forUpdate().execute();
  await lockCounters(trx, nums, isRemoval);
}

/** For codes that are already locked. */
export async function lockCounters(trx: Kysely<Tables>, nums: readonly number[], isRemoval = false): Promise<void> {
  const counters = trx.selectFrom("code_counters").select("code_num").where("code_num", "in", nums).orderBy("code_num");
  if (isRemoval) {
    await counters.forUpdate().execute();
    return;
  }
  // As settling does: who holds the keys of all counters does not queue behind packing, which would wait for settling.
  await counters.forKeyShare().execute();
  await counters.forNoKeyUpdate().execute();
}

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
  // Again under the lock: a placement may have taken scans along since the code was read.
  const counters = await trx
    .selectFrom("code_counters")
    .select("scan_count")
    .where("code_num", "=", code.num)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
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
      scans_until: counters.scan_count,
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
    .set({ ...codeTables.codes.write(change), updated_at: now })
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
