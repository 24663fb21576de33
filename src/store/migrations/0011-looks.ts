import { FEW } from "./0009-list-indexes.ts";
import type { EngineName, Migration } from "./types.ts";

/** The id of the logo in a look, as both engines read it from the text. */
export const LOGO_OF: Readonly<Record<EngineName, string>> = {
  sqlite: "json_extract(style, '$.logo.id')",
  postgres: "((style::jsonb) #>> '{logo,id}')",
};

const indexOf = (engine: EngineName) => `codes (owner_id, ${LOGO_OF[engine]}) WHERE style IS NOT NULL`;

/** Which codes use a logo: whoever deletes one is told. */
export const LOOK_INDEXES: Readonly<Record<string, string>> = { codes_by_logo: indexOf("postgres") };

const create = (engine: EngineName) => `CREATE INDEX IF NOT EXISTS codes_by_logo ON ${indexOf(engine)}`;

export const looks: Migration = {
  version: 11,
  name: "looks, logos",
  statements(engine) {
    const bytes = engine === "sqlite" ? "blob" : "bytea";
    return [
      `ALTER TABLE codes ADD COLUMN ${engine === "sqlite" ? "" : "IF NOT EXISTS"} style text`,
      `CREATE TABLE IF NOT EXISTS styles (
        id text NOT NULL PRIMARY KEY, owner_id text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
        name text NOT NULL, is_default smallint NOT NULL, style text NOT NULL, created_at bigint NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS styles_owner ON styles (owner_id, id)`,
      `CREATE UNIQUE INDEX IF NOT EXISTS styles_default ON styles (owner_id) WHERE is_default = 1`,
      `CREATE TABLE IF NOT EXISTS logos (
        id text NOT NULL PRIMARY KEY, owner_id text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
        hash text NOT NULL, width integer NOT NULL, height integer NOT NULL,
        created_at bigint NOT NULL, bytes ${bytes} NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS logos_owner ON logos (owner_id, id)`,
      `CREATE UNIQUE INDEX IF NOT EXISTS logos_hash ON logos (owner_id, hash)`,
      engine === "sqlite"
        ? create(engine)
        : `DO $$ BEGIN
            IF (SELECT count(*) FROM (SELECT 1 FROM codes LIMIT ${FEW}) AS t) < ${FEW} THEN
              ${create(engine)};
            END IF;
          END $$`,
    ];
  },
};
