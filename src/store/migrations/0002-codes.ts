import type { Migration } from "./types.ts";

export const codes: Migration = {
  version: 2,
  name: "codes, versions, idempotency",
  statements(engine) {
    const serial =
      engine === "sqlite" ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
    return [
      `CREATE TABLE codes (
        num ${serial}, id text NOT NULL UNIQUE, owner_id text NOT NULL,
        name text NOT NULL, type text NOT NULL, content text NOT NULL, token text NOT NULL UNIQUE,
        foreground text NOT NULL, background text NOT NULL, size integer NOT NULL, level text NOT NULL,
        category text, is_public smallint NOT NULL, is_favorite smallint NOT NULL,
        created_at bigint NOT NULL, updated_at bigint NOT NULL, deleted_at bigint)`,
      `CREATE INDEX codes_owner ON codes (owner_id, num) WHERE deleted_at IS NULL`,
      `CREATE TABLE code_life (
        code_num bigint NOT NULL PRIMARY KEY, scan_count bigint NOT NULL, expires_at bigint NOT NULL,
        expires_fixed smallint NOT NULL, renewed_at bigint NOT NULL, folded_before integer NOT NULL)`,
      `CREATE TABLE code_versions (
        code_num bigint NOT NULL, n integer NOT NULL, content text NOT NULL,
        replaced_at bigint NOT NULL, PRIMARY KEY (code_num, n))`,
      `CREATE TABLE idempotency (
        owner_id text NOT NULL, key text NOT NULL, body_hash text NOT NULL, answer text NOT NULL,
        created_at bigint NOT NULL, PRIMARY KEY (owner_id, key))`,
      `CREATE INDEX idempotency_age ON idempotency (created_at)`,
    ];
  },
};
