import type { Migration } from "./types.ts";

/**
 * PostgreSQL only, whose look-ups of single rows cost far more than SQLite's. Within a filter that
 * passes few of very many codes, the order by name has an index; and code_counters has one of all
 * that lists are sorted and filtered by.
 */
const COUNTERS = "code_num, list_scans, expires_at";
export const LIST_INDEXES: Readonly<Record<string, string>> = {
  codes_by_type_name: `codes (owner_id, type, name_key, num DESC, is_public, is_favorite, category)
    WHERE deleted_at IS NULL`,
  codes_by_category_name: `codes (owner_id, category, name_key, num DESC, is_public, is_favorite, type)
    WHERE deleted_at IS NULL AND category IS NOT NULL`,
  codes_favorite_name: `codes (owner_id, name_key, num DESC, is_public, type, category)
    WHERE deleted_at IS NULL AND is_favorite = 1`,
  codes_paused_name: `codes (owner_id, name_key, num DESC, is_favorite, type, category)
    WHERE deleted_at IS NULL AND is_public = 0`,
  code_counters_by_category: `code_counters (list_owner, list_category, ${COUNTERS}, list_public, list_favorite, list_type)
    WHERE list_owner IS NOT NULL AND list_category IS NOT NULL`,
  code_counters_favorite: `code_counters (list_owner, ${COUNTERS}, list_public, list_type, list_category, list_favorite)
    WHERE list_owner IS NOT NULL AND list_favorite = 1`,
  code_counters_paused: `code_counters (list_owner, ${COUNTERS}, list_favorite, list_type, list_category, list_public)
    WHERE list_owner IS NOT NULL AND list_public = 0`,
};

/** With more codes than this, indexes are made beside the running service, by its maintenance. */
export const FEW = 10_000;

export const listIndexes: Migration = {
  version: 9,
  name: "indexes of rare filters",
  statements: (engine) =>
    engine === "sqlite"
      ? []
      : [
          `DO $$ BEGIN
            IF (SELECT count(*) FROM (SELECT 1 FROM codes LIMIT ${FEW}) AS t) < ${FEW} THEN
              ${Object.entries(LIST_INDEXES)
                .map(([name, on]) => `CREATE INDEX ${name} ON ${on};`)
                .join("\n")}
            END IF;
          END $$`,
        ],
};
