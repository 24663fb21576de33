import type { EngineName } from "../database/engine.ts";

/** The id of a look's logo, extracted from the JSON on both engines. */
export const LOGO_OF: Readonly<Record<EngineName, string>> = {
  sqlite: "json_extract(style, '$.logo.id')",
  postgres: "((style::jsonb) #>> '{logo,id}')",
};

/** The database derives name_key, content_key and the list_ columns of code_counters (lists.ts). */
export function codeTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  const serial = sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  return [
    `CREATE TABLE codes (
      num ${serial}, id text NOT NULL UNIQUE, workspace_id text NOT NULL,
      name text NOT NULL, type text NOT NULL, content text NOT NULL, token text NOT NULL UNIQUE,
      foreground text NOT NULL, background text NOT NULL, size integer NOT NULL, level text NOT NULL, style text,
      page text, category text, is_slug smallint NOT NULL DEFAULT 0, is_public smallint NOT NULL, is_favorite smallint NOT NULL, made_by text, hard_to_scan text,
      created_at bigint NOT NULL, updated_at bigint NOT NULL, deleted_at bigint, erased_at bigint,
      ${sqlite ? SQLITE_KEYS : POSTGRES_KEYS})`,
    // Nearly every count adds a row version and index entries, so vacuum this table often.
    `CREATE TABLE code_counters (
      code_num ${sqlite ? "INTEGER" : "bigint NOT NULL"} PRIMARY KEY, scan_count bigint NOT NULL,
      expires_at bigint NOT NULL, expires_fixed smallint NOT NULL, renewed_at bigint NOT NULL, expires_before bigint,
      first_quarter integer, last_quarter integer, last_scan_at bigint, scans_changed integer NOT NULL DEFAULT 0,
      list_workspace text, list_public smallint, list_favorite smallint,
      list_type text, list_category text, list_scans bigint NOT NULL DEFAULT 0
    ) ${sqlite ? "" : "WITH (autovacuum_vacuum_scale_factor = 0.02)"}`,
    `CREATE TABLE code_versions (
      code_num bigint NOT NULL, n integer NOT NULL, content text NOT NULL, replaced_at bigint NOT NULL,
      replaced_by text, scans_until bigint NOT NULL, PRIMARY KEY (code_num, n))`,
    `CREATE TABLE code_changes (
      code_num bigint NOT NULL, at bigint NOT NULL, kind text NOT NULL, PRIMARY KEY (code_num, at, kind))`,
    `CREATE TABLE idempotency (
      workspace_id text NOT NULL, key text NOT NULL, body_hash text NOT NULL, answer text NOT NULL,
      created_at bigint NOT NULL, PRIMARY KEY (workspace_id, key))`,
    `CREATE INDEX idempotency_age ON idempotency (created_at)`,
    `CREATE TABLE styles (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      name text NOT NULL, is_default smallint NOT NULL, style text NOT NULL, created_at bigint NOT NULL)`,
    `CREATE INDEX styles_workspace ON styles (workspace_id, id)`,
    `CREATE UNIQUE INDEX styles_default ON styles (workspace_id) WHERE is_default = 1`,
    `CREATE TABLE logos (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      hash text NOT NULL, width integer NOT NULL, height integer NOT NULL,
      created_at bigint NOT NULL, bytes ${sqlite ? "blob" : "bytea"} NOT NULL)`,
    `CREATE INDEX logos_workspace ON logos (workspace_id, id)`,
    `CREATE UNIQUE INDEX logos_hash ON logos (workspace_id, hash)`,
    `CREATE TABLE brands (
      workspace_id text NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
      name text, color text, logo_id text, show_footer smallint NOT NULL)`,
    `CREATE INDEX codes_by_logo ON codes (workspace_id, ${LOGO_OF[engine]}) WHERE style IS NOT NULL`,
    // By a hash of everything a picture depends on, so that no verdict is computed twice.
    `CREATE TABLE verdicts (key text NOT NULL PRIMARY KEY, verdict text NOT NULL, created_at bigint NOT NULL)`,
    `CREATE INDEX verdicts_age ON verdicts (created_at)`,
    // Public pages with the numbers of a code, or without a code of its whole workspace.
    `CREATE TABLE insight_links (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      code_num bigint, secret text NOT NULL UNIQUE, created_at bigint NOT NULL, ends_at bigint,
      made_by text REFERENCES "user" ("id") ON DELETE SET NULL)`,
    `CREATE INDEX insight_links_maker ON insight_links (made_by)`,
    `CREATE INDEX insight_links_workspace ON insight_links (workspace_id, id)`,
    `CREATE INDEX insight_links_code ON insight_links (code_num) WHERE code_num IS NOT NULL`,
    // Copies of a code in different places, each with its own token. Numbers are not used again.
    `CREATE TABLE placements (
      num ${serial}, id text NOT NULL UNIQUE, code_num bigint NOT NULL, name text,
      name_key text ${sqlite ? "" : 'COLLATE "C"'} NOT NULL, token text NOT NULL UNIQUE, is_slug smallint NOT NULL, is_paused smallint NOT NULL,
      created_at bigint NOT NULL, scan_count bigint NOT NULL DEFAULT 0, moved_from bigint, moved_through text,
      words text GENERATED ALWAYS AS (${sqlite ? `${WORDS}) VIRTUAL` : `${folded(`(${WORDS}) COLLATE "und-x-icu"`)}) STORED`})`,
    `CREATE INDEX placements_by_code ON placements (code_num, num)`,
    // For searches, which skip blank copies.
    `CREATE INDEX placements_named ON placements (code_num) WHERE words <> ''`,
    `CREATE INDEX placements_moving ON placements (moved_from) WHERE moved_from IS NOT NULL`,
    // Codes that a placement's scans may have been moved to, and from which ones, also after it was deleted.
    `CREATE TABLE placement_moves (
      placement_id text NOT NULL, from_num bigint NOT NULL, code_num bigint NOT NULL,
      PRIMARY KEY (placement_id, from_num, code_num)) ${sqlite ? "WITHOUT ROWID" : ""}`,
    `CREATE INDEX placement_moves_from ON placement_moves (from_num)`,
    // Tokens that nobody else may choose, in lower case, for ever. Imported ones, without is_slug, keep their case.
    `CREATE TABLE taken_tokens (token text NOT NULL PRIMARY KEY, is_slug smallint NOT NULL) ${sqlite ? "WITHOUT ROWID" : ""}`,
    `CREATE TABLE tags (
      num ${serial}, id text NOT NULL UNIQUE,
      workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      name text NOT NULL, name_key text NOT NULL, color text NOT NULL, created_at bigint NOT NULL, moved_to bigint)`,
    `CREATE UNIQUE INDEX tags_name ON tags (workspace_id, name_key) WHERE moved_to IS NULL`,
    `CREATE INDEX tags_moved ON tags (moved_to) WHERE moved_to IS NOT NULL`,
    `CREATE TABLE code_tags (
      code_num bigint NOT NULL, tag_num bigint NOT NULL, is_listed smallint NOT NULL,
      PRIMARY KEY (code_num, tag_num)) ${sqlite ? "WITHOUT ROWID" : ""}`,
    `CREATE INDEX code_tags_by_tag ON code_tags (tag_num, is_listed, code_num)`,
    `CREATE TABLE views (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      name text NOT NULL, name_key text NOT NULL, query text NOT NULL, created_at bigint NOT NULL)`,
    `CREATE UNIQUE INDEX views_name ON views (workspace_id, name_key)`,
    // Codes whose scans are being removed.
    `CREATE TABLE erasing (code_num bigint NOT NULL PRIMARY KEY)`,
    // Codes whose scans are being imported: without counters they are not visible yet.
    `CREATE TABLE importing (code_num bigint NOT NULL PRIMARY KEY)`,
  ];
}

/** Like foldLetters in shared/text.ts: lower case, and one sigma for both. */
export const folded = (text: string) => `replace(lower(${text}), 'ς', 'σ')`;

/** What lists search of a code's link: random tokens are only found whole. */
export const slugOf = (code: string) => `(CASE WHEN ${code}.is_slug = 1 THEN ${code}.token ELSE '' END)`;

/** The same of a placement, with its name. Folded by PostgreSQL; on SQLite a generated column cannot call lower(). */
const WORDS = "coalesce(name, '') || CASE WHEN is_slug = 1 THEN '\n' || token ELSE '' END";

/** Set by triggers, because lower() is a user-defined function on SQLite. */
const SQLITE_KEYS = "name_key text NOT NULL DEFAULT ''";
const POSTGRES_KEYS = `
  name_key text COLLATE "C" GENERATED ALWAYS AS (${folded(`name COLLATE "und-x-icu"`)}) STORED,
  content_key text GENERATED ALWAYS AS (${folded(`content COLLATE "und-x-icu"`)}) STORED`;
