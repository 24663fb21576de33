import type { Selectable } from "kysely";
import type { CodeType, Level } from "../../shared/vocabulary.ts";
import type { Code } from "../code-store.ts";
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
