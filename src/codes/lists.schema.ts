import type { EngineName } from "../database/engine.ts";
import { EXAMPLE_MAKER } from "./code.ts";
import { folded, LOGO_OF, slugOf } from "./codes.schema.ts";

/**
 * Every order and filter of lists has an index, and search has a trigram index. Triggers maintain derived columns
 * (name_key, list_workspace, code_search) in the transaction of the change.
 */
export const listIndexes = (engine: EngineName): string[] => [
  `CREATE INDEX codes_by_logo ON codes (workspace_id, ${LOGO_OF[engine]}) WHERE style IS NOT NULL`,
  ...(engine === "sqlite" ? SQLITE : POSTGRES),
  // The first code of a workspace, where its insights begin. Of equal indexes SQLite takes the last one created.
  `CREATE INDEX codes_by_creation ON codes (workspace_id, created_at) WHERE deleted_at IS NULL`,
  ...ORDERS,
  ...FILTERS,
  ...(engine === "sqlite" ? [] : RARE_FILTERS),
  `CREATE INDEX codes_examples ON codes (workspace_id) WHERE deleted_at IS NULL AND made_by = '${EXAMPLE_MAKER}'`,
  `CREATE INDEX codes_hard_to_scan ON codes (workspace_id, num) WHERE deleted_at IS NULL AND hard_to_scan IS NOT NULL`,
  // For maintenance, which erases codes.
  `CREATE INDEX codes_deleted ON codes (deleted_at) ${IN_BIN}`,
  `CREATE INDEX codes_bin ON codes (workspace_id, num, deleted_at) ${IN_BIN}`,
  `CREATE INDEX codes_bin_by_deletion ON codes (workspace_id, deleted_at, num) ${IN_BIN}`,
];

export function explainMissingExtension(error: unknown): never {
  const { message } = error as Error;
  if (/gin_trgm_ops/.test(message)) {
    throw new Error(
      `The PostgreSQL extension pg_trgm is in a schema outside of search_path (${message}). Let an administrator of the database run ALTER EXTENSION pg_trgm SET SCHEMA public there, or add its schema to the search_path of the user, then start again.`,
      { cause: error },
    );
  }
  if (!/extension/.test(message)) throw error;
  throw new Error(
    `Search needs the PostgreSQL extension pg_trgm, which could not be created (${message}). Let an administrator of the database run CREATE EXTENSION pg_trgm there, then start again.`,
    { cause: error },
  );
}

const IN_BIN = "WHERE deleted_at IS NOT NULL AND erased_at IS NULL";

/** Copies of filtered columns in code_counters. list_workspace is null while a code is deleted. */
const COPIES = "list_public, list_favorite, list_type, list_category";
const copiesOf = (row: string) => `
  list_workspace = CASE WHEN ${row}.deleted_at IS NULL THEN ${row}.workspace_id END,
  list_public = ${row}.is_public, list_favorite = ${row}.is_favorite,
  list_type = ${row}.type, list_category = ${row}.category`;
/**
 * list_scans follows scan_count once they differ by a 64th: exact for small counts, and a code that is scanned all the
 * time does not update its index with each scan.
 */
const COUNT_DRIFTED = (row: string) => `abs(${row}.scan_count - ${row}.list_scans) * 64 > ${row}.list_scans`;
/** Tags of a code in the bin do not find it. */
const listTags = (row: string) =>
  `UPDATE code_tags SET is_listed = CASE WHEN ${row}.deleted_at IS NULL THEN 1 ELSE 0 END WHERE code_num = ${row}.num`;
const COPIED = "workspace_id, deleted_at, is_public, is_favorite, type, category";

/**
 * An order's index also covers the filtered columns, so that no table is read. SQLite needs even the column of the
 * index's own condition in it.
 */
const ORDERS = [
  `CREATE INDEX codes_by_name ON codes
    (workspace_id, name_key, num DESC, is_public, is_favorite, type, category, deleted_at)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX code_counters_by_scans ON code_counters
    (list_workspace, list_scans, code_num, expires_at, ${COPIES}) WHERE list_workspace IS NOT NULL`,
  `CREATE INDEX code_counters_by_expiry ON code_counters
    (list_workspace, expires_at, code_num DESC, ${COPIES}) WHERE list_workspace IS NOT NULL`,
  // Also for live scans and for codes that nobody scans any more.
  `CREATE INDEX code_counters_by_last_scan ON code_counters
    (list_workspace, last_quarter, code_num, expires_at, ${COPIES})
    WHERE list_workspace IS NOT NULL AND last_quarter IS NOT NULL`,
  `CREATE INDEX code_counters_never_scanned ON code_counters
    (list_workspace, code_num, expires_at, ${COPIES}) WHERE list_workspace IS NOT NULL AND last_quarter IS NULL`,
  `CREATE INDEX code_counters_begun_before ON code_counters (list_workspace, code_num) WHERE first_quarter IS NOT NULL`,
];

const FILTERS = [
  `CREATE INDEX codes_workspace ON codes (workspace_id, num) WHERE deleted_at IS NULL`,
  `CREATE INDEX codes_by_type ON codes (workspace_id, type, num, deleted_at) WHERE deleted_at IS NULL`,
  `CREATE INDEX codes_by_category ON codes (workspace_id, category, num, deleted_at)
    WHERE deleted_at IS NULL AND category IS NOT NULL`,
  `CREATE INDEX codes_by_favorite ON codes (workspace_id, is_favorite, num, deleted_at)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX codes_paused ON codes (workspace_id, num, is_public, deleted_at)
    WHERE deleted_at IS NULL AND is_public = 0`,
];

/**
 * Only on PostgreSQL, where look-ups of single rows cost far more than on SQLite: orders within a filter that few of
 * very many codes match.
 */
const COUNTERS = "code_num, list_scans, expires_at";
const RARE_FILTERS = [
  `CREATE INDEX codes_by_type_name ON codes (workspace_id, type, name_key, num DESC, is_public, is_favorite, category)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX codes_by_category_name ON codes (workspace_id, category, name_key, num DESC, is_public, is_favorite, type)
    WHERE deleted_at IS NULL AND category IS NOT NULL`,
  `CREATE INDEX codes_favorite_name ON codes (workspace_id, name_key, num DESC, is_public, type, category)
    WHERE deleted_at IS NULL AND is_favorite = 1`,
  `CREATE INDEX codes_paused_name ON codes (workspace_id, name_key, num DESC, is_favorite, type, category)
    WHERE deleted_at IS NULL AND is_public = 0`,
  `CREATE INDEX code_counters_by_category ON code_counters
    (list_workspace, list_category, ${COUNTERS}, list_public, list_favorite, list_type)
    WHERE list_workspace IS NOT NULL AND list_category IS NOT NULL`,
  `CREATE INDEX code_counters_favorite ON code_counters
    (list_workspace, ${COUNTERS}, list_public, list_type, list_category, list_favorite)
    WHERE list_workspace IS NOT NULL AND list_favorite = 1`,
  `CREATE INDEX code_counters_paused ON code_counters
    (list_workspace, ${COUNTERS}, list_favorite, list_type, list_category, list_public)
    WHERE list_workspace IS NOT NULL AND list_public = 0`,
];

const POSTGRES = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE INDEX codes_search ON codes
    USING gin ((name_key COLLATE "und-x-icu") gin_trgm_ops, (content_key COLLATE "und-x-icu") gin_trgm_ops,
      (${slugOf("codes")} COLLATE "und-x-icu") gin_trgm_ops)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX placements_search ON placements USING gin ((words COLLATE "und-x-icu") gin_trgm_ops)
    WHERE words <> ''`,
  `CREATE FUNCTION tessera_list_counters() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT CASE WHEN deleted_at IS NULL THEN workspace_id END, is_public, is_favorite, type, category
    INTO NEW.list_workspace, NEW.list_public, NEW.list_favorite, NEW.list_type, NEW.list_category
    FROM codes WHERE num = NEW.code_num;
    NEW.list_scans := NEW.scan_count;
    RETURN NEW;
  END $$`,
  `CREATE FUNCTION tessera_list_scans() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.list_scans := NEW.scan_count;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER list_scans BEFORE UPDATE OF scan_count ON code_counters
    FOR EACH ROW WHEN (${COUNT_DRIFTED("NEW")}) EXECUTE FUNCTION tessera_list_scans()`,
  `CREATE TRIGGER list_counters BEFORE INSERT ON code_counters
    FOR EACH ROW EXECUTE FUNCTION tessera_list_counters()`,
  `CREATE FUNCTION tessera_list_code() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE code_counters SET ${copiesOf("NEW")} WHERE code_num = NEW.num;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER list_code AFTER UPDATE OF ${COPIED} ON codes
    FOR EACH ROW EXECUTE FUNCTION tessera_list_code()`,
  `CREATE FUNCTION tessera_list_tags() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${listTags("NEW")};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER list_tags AFTER UPDATE OF deleted_at ON codes
    FOR EACH ROW EXECUTE FUNCTION tessera_list_tags()`,
];

/**
 * Three characters of a private use plane that stand for a workspace, so that a search only reads its trigrams. Two
 * workspaces may share them, so the workspace is compared too.
 */
function workspacePiece(workspace: string): string {
  const half = (at: number) => `(coalesce(unicode(substr(${workspace}, ${at}, 1)), 0) & 127)`;
  const character = (at: number) => `983040 + 128 * ${half(at)} + ${half(at + 1)}`;
  return `char(${character(-6)}, ${character(-4)}, ${character(-2)})`;
}

/** Rows of the index are ordered by code: first the code itself, then each of its placements with words. */
export const PLACEMENT_BITS = 32;
const rowOf = (code: string, placement = "0") => `((${code} << ${PLACEMENT_BITS}) | ${placement})`;

const addCode = `
  INSERT INTO code_search (rowid, text)
  SELECT ${rowOf("num")}, ${workspacePiece("workspace_id")} || ${folded("name")} || char(10) || ${folded("content")}
    || char(10) || ${slugOf("codes")}
  FROM codes WHERE num = new.num AND deleted_at IS NULL;`;
const removeCode = (row: string) => `DELETE FROM code_search WHERE rowid = ${rowOf(`${row}.num`)};`;

/** Those of codes in the bin stay, so that deleting and restoring a code costs the same with 10,000 placements. */
const addPlacements = (which: string) => `
  INSERT INTO code_search (rowid, text)
  SELECT ${rowOf("c.num", "p.num")}, ${workspacePiece("c.workspace_id")} || ${folded("p.words")}
  FROM placements AS p CROSS JOIN codes AS c WHERE ${which} AND p.words <> '' AND c.num = p.code_num;`;
const removePlacement = `DELETE FROM code_search WHERE rowid = ${rowOf("old.code_num", "old.num")};`;

const SQLITE = [
  // Our lower() has already folded the text, so the tokenizer must not.
  `CREATE VIRTUAL TABLE code_search USING fts5(text, content = '', contentless_delete = 1,
    detail = none, tokenize = 'trigram case_sensitive 1')`,
  `CREATE TRIGGER list_scans AFTER UPDATE OF scan_count ON code_counters WHEN ${COUNT_DRIFTED("new")} BEGIN
    UPDATE code_counters SET list_scans = new.scan_count WHERE code_num = new.code_num;
  END`,
  `CREATE TRIGGER list_counters AFTER INSERT ON code_counters BEGIN
    UPDATE code_counters SET list_scans = new.scan_count, ${copiesOf("c")} FROM codes AS c
    WHERE c.num = new.code_num AND code_num = new.code_num;
  END`,
  `CREATE TRIGGER list_code AFTER UPDATE OF ${COPIED} ON codes BEGIN
    UPDATE code_counters SET ${copiesOf("new")} WHERE code_num = new.num;
  END`,
  `CREATE TRIGGER list_tags AFTER UPDATE OF deleted_at ON codes BEGIN ${listTags("new")}; END`,
  `CREATE TRIGGER search_insert AFTER INSERT ON codes BEGIN
    UPDATE codes SET name_key = ${folded("new.name")} WHERE num = new.num;
    ${addCode}
  END`,
  `CREATE TRIGGER search_update AFTER UPDATE OF name, content, deleted_at, workspace_id ON codes BEGIN
    UPDATE codes SET name_key = ${folded("new.name")} WHERE num = new.num;
    ${removeCode("new")}
    ${addCode}
  END`,
  `CREATE TRIGGER search_move AFTER UPDATE OF workspace_id ON codes
    WHEN ${workspacePiece("old.workspace_id")} <> ${workspacePiece("new.workspace_id")} BEGIN
    DELETE FROM code_search WHERE rowid > ${rowOf("new.num")} AND rowid < ${rowOf("new.num + 1")};
    ${addPlacements("p.code_num = new.num")}
  END`,
  `CREATE TRIGGER search_delete AFTER DELETE ON codes BEGIN ${removeCode("old")} END`,
  `CREATE TRIGGER search_placement_insert AFTER INSERT ON placements BEGIN ${addPlacements("p.num = new.num")} END`,
  `CREATE TRIGGER search_placement_update AFTER UPDATE OF code_num, name, token, is_slug ON placements BEGIN
    ${removePlacement}
    ${addPlacements("p.num = new.num")}
  END`,
  `CREATE TRIGGER search_placement_delete AFTER DELETE ON placements BEGIN ${removePlacement} END`,
];
