import type { Kysely, Selectable } from "kysely";
import type { CodeType, Level } from "../../shared/vocabulary.ts";
import type { Code } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

/** A code with what scanning changes of it. */
export type CodeRow = Selectable<Tables["codes"]> & Omit<Selectable<Tables["code_counters"]>, "code_num">;

export const toCode = (row: CodeRow): Code => ({
  num: row.num,
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  type: row.type as CodeType,
  content: row.content,
  token: row.token,
  foregroundColor: row.foreground,
  backgroundColor: row.background,
  size: row.size,
  errorCorrection: row.level as Level,
  style: row.style,
  category: row.category,
  isPublic: row.is_public === 1,
  isFavorite: row.is_favorite === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  scanCount: row.scan_count,
  expiresAt: row.expires_at,
  expiresFixed: row.expires_fixed === 1,
  expiresBefore: row.expires_before,
  foldedBefore: row.folded_before,
  deletedAt: row.deleted_at,
});

/**
 * Locks codes and then their counters, each in the order of their numbers, before a change of several. A change of
 * `codes` also writes `code_counters` by a trigger, in the order of the rows on disk; settling locks counters by
 * number, so without this the two can deadlock. SQLite has one writer.
 */
export async function lockCodes(trx: Kysely<Tables>, engine: EngineName, nums: readonly number[]): Promise<void> {
  if (engine === "sqlite" || nums.length === 0) return;
  await trx.selectFrom("codes").select("num").where("num", "in", nums).orderBy("num").forUpdate().execute();
  await lockCounters(trx, nums);
}

/** Of codes that are locked already. */
export const lockCounters = (trx: Kysely<Tables>, nums: readonly number[]) =>
  trx
    .selectFrom("code_counters")
    .select("code_num")
    .where("code_num", "in", nums)
    .orderBy("code_num")
    .forNoKeyUpdate()
    .execute();
