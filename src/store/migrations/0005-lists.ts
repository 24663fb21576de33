import type { Migration } from "./types.ts";

/**
 * Every order and filter of a list gets an index, and search gets one of three-letter pieces.
 * The database keeps what is derived (name_key, list_owner, code_search) by itself, in the same
 * transaction, whoever changes a code.
 */
export const lists: Migration = {
  version: 5,
  name: "indexes for lists and search",
  statements: (engine) => [
    ...(engine === "sqlite" ? SQLITE : POSTGRES),
    ...ORDERS,
    `CREATE INDEX codes_by_type ON codes (owner_id, type, num, deleted_at) WHERE deleted_at IS NULL`,
    `CREATE INDEX codes_by_category ON codes (owner_id, category, num, deleted_at)
      WHERE deleted_at IS NULL AND category IS NOT NULL`,
    `CREATE INDEX codes_by_favorite ON codes (owner_id, is_favorite, num, deleted_at)
      WHERE deleted_at IS NULL`,
    `CREATE INDEX codes_paused ON codes (owner_id, num, is_public, deleted_at)
      WHERE deleted_at IS NULL AND is_public = 0`,
    `CREATE INDEX user_by_age ON "user" ("createdAt", "id")`,
  ],
  explain(error) {
    const { message } = error as Error;
    if (!/extension/.test(message)) throw error;
    throw new Error(
      `Search needs the PostgreSQL extension pg_trgm, which could not be made (${message}). Let an administrator of the database run CREATE EXTENSION pg_trgm there, then start again.`,
      { cause: error },
    );
  },
};

/** As foldLetters of shared/text.ts folds: lower case, and one sigma for both, wherever it stands. */
const folded = (text: string) => `replace(lower(${text}), 'ς', 'σ')`;

/** Copies in code_life of what lists are filtered by. list_owner is null while a code is deleted. */
const LIFE_COPIES = "list_public, list_favorite, list_type, list_category";
const copiesOf = (row: string) => `
  list_owner = CASE WHEN ${row}.deleted_at IS NULL THEN ${row}.owner_id END,
  list_public = ${row}.is_public, list_favorite = ${row}.is_favorite,
  list_type = ${row}.type, list_category = ${row}.category`;
/**
 * list_scans follows scan_count as soon as they differ by a 64th: exact for small counts, and a
 * code that is scanned all the time does not move in its index with each scan.
 */
const MOVED = (row: string) => `abs(${row}.scan_count - ${row}.list_scans) * 64 > ${row}.list_scans`;
const COPIED = "owner_id, deleted_at, is_public, is_favorite, type, category";

/**
 * An order's index also holds what lists are filtered by, so that a walk along it reads nothing else.
 * SQLite wants even the column of the index's own condition in it.
 */
const ORDERS = [
  `CREATE INDEX codes_by_name ON codes
    (owner_id, name_key, num DESC, is_public, is_favorite, type, category, deleted_at)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX code_life_by_scans ON code_life
    (list_owner, list_scans, code_num, expires_at, ${LIFE_COPIES}) WHERE list_owner IS NOT NULL`,
  `CREATE INDEX code_life_by_expiry ON code_life
    (list_owner, expires_at, code_num DESC, ${LIFE_COPIES}) WHERE list_owner IS NOT NULL`,
];

const POSTGRES = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `ALTER TABLE codes
    ADD COLUMN name_key text COLLATE "C"
      GENERATED ALWAYS AS (${folded(`name COLLATE "und-x-icu"`)}) STORED,
    ADD COLUMN content_key text
      GENERATED ALWAYS AS (${folded(`content COLLATE "und-x-icu"`)}) STORED`,
  `CREATE INDEX codes_search ON codes
    USING gin ((name_key COLLATE "und-x-icu") gin_trgm_ops, (content_key COLLATE "und-x-icu") gin_trgm_ops)
    WHERE deleted_at IS NULL`,
  `ALTER TABLE code_life ADD COLUMN list_owner text, ADD COLUMN list_public smallint,
    ADD COLUMN list_scans bigint NOT NULL DEFAULT 0,
    ADD COLUMN list_favorite smallint, ADD COLUMN list_type text, ADD COLUMN list_category text`,
  `UPDATE code_life SET list_scans = scan_count, ${copiesOf("c")} FROM codes AS c WHERE c.num = code_num`,
  `CREATE FUNCTION tessera_list_life() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT CASE WHEN deleted_at IS NULL THEN owner_id END, is_public, is_favorite, type, category
    INTO NEW.list_owner, NEW.list_public, NEW.list_favorite, NEW.list_type, NEW.list_category
    FROM codes WHERE num = NEW.code_num;
    NEW.list_scans := NEW.scan_count;
    RETURN NEW;
  END $$`,
  `CREATE FUNCTION tessera_list_scans() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.list_scans := NEW.scan_count;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER list_scans BEFORE UPDATE OF scan_count ON code_life
    FOR EACH ROW WHEN (${MOVED("NEW")}) EXECUTE FUNCTION tessera_list_scans()`,
  `CREATE TRIGGER list_life BEFORE INSERT ON code_life
    FOR EACH ROW EXECUTE FUNCTION tessera_list_life()`,
  `CREATE FUNCTION tessera_list_code() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE code_life SET ${copiesOf("NEW")} WHERE code_num = NEW.num;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER list_code AFTER UPDATE OF ${COPIED} ON codes
    FOR EACH ROW EXECUTE FUNCTION tessera_list_code()`,
];

/**
 * Three characters that stand for an owner, so that a search reads the pieces of one owner only.
 * They are of a private plane. Two owners may share them: whoever searches also asks for the owner.
 */
function ownerPiece(owner: string): string {
  const half = (at: number) => `(coalesce(unicode(substr(${owner}, ${at}, 1)), 0) & 127)`;
  const character = (at: number) => `983040 + 128 * ${half(at)} + ${half(at + 1)}`;
  return `char(${character(-6)}, ${character(-4)}, ${character(-2)})`;
}

const addPieces = (row: string) => `
  INSERT INTO code_search (rowid, text)
  SELECT num, ${ownerPiece("owner_id")} || ${folded("name")} || char(10) || ${folded("content")}
  FROM codes WHERE ${row} AND deleted_at IS NULL;`;

const SQLITE = [
  `ALTER TABLE codes ADD COLUMN name_key text NOT NULL DEFAULT ''`,
  `UPDATE codes SET name_key = ${folded("name")}`,
  `CREATE TABLE code_life_new (
    code_num INTEGER PRIMARY KEY, scan_count bigint NOT NULL, expires_at bigint NOT NULL,
    expires_fixed smallint NOT NULL, renewed_at bigint NOT NULL, folded_before integer NOT NULL,
    list_owner text, list_public smallint, list_favorite smallint, list_type text,
    list_category text, list_scans bigint NOT NULL DEFAULT 0)`,
  `INSERT INTO code_life_new (code_num, scan_count, expires_at, expires_fixed, renewed_at, folded_before)
    SELECT code_num, scan_count, expires_at, expires_fixed, renewed_at, folded_before FROM code_life`,
  `DROP TABLE code_life`,
  `ALTER TABLE code_life_new RENAME TO code_life`,
  `UPDATE code_life SET list_scans = scan_count, ${copiesOf("c")} FROM codes AS c WHERE c.num = code_num`,
  // What lower() makes of a text is decided by us, so the tokenizer folds nothing.
  `CREATE VIRTUAL TABLE code_search USING fts5(text, content = '', contentless_delete = 1,
    detail = none, tokenize = 'trigram case_sensitive 1')`,
  addPieces("num > 0"),
  `CREATE TRIGGER list_scans AFTER UPDATE OF scan_count ON code_life WHEN ${MOVED("new")} BEGIN
    UPDATE code_life SET list_scans = new.scan_count WHERE code_num = new.code_num;
  END`,
  `CREATE TRIGGER list_life AFTER INSERT ON code_life BEGIN
    UPDATE code_life SET list_scans = new.scan_count, ${copiesOf("c")} FROM codes AS c
    WHERE c.num = new.code_num AND code_num = new.code_num;
  END`,
  `CREATE TRIGGER list_code AFTER UPDATE OF ${COPIED} ON codes BEGIN
    UPDATE code_life SET ${copiesOf("new")} WHERE code_num = new.num;
  END`,
  `CREATE TRIGGER search_insert AFTER INSERT ON codes BEGIN
    UPDATE codes SET name_key = ${folded("new.name")} WHERE num = new.num;
    ${addPieces("num = new.num")}
  END`,
  `CREATE TRIGGER search_update AFTER UPDATE OF name, content, deleted_at, owner_id ON codes BEGIN
    UPDATE codes SET name_key = ${folded("new.name")} WHERE num = new.num;
    DELETE FROM code_search WHERE rowid = new.num;
    ${addPieces("num = new.num")}
  END`,
  `CREATE TRIGGER search_delete AFTER DELETE ON codes BEGIN
    DELETE FROM code_search WHERE rowid = old.num;
  END`,
];
