import { FEW } from "./0009-list-indexes.ts";
import type { Migration } from "./types.ts";

const CODES_BIN =
  "codes (owner_id, num, deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL";

export const BIN_INDEXES: Readonly<Record<string, string>> = { codes_bin: CODES_BIN };

const create = `CREATE INDEX IF NOT EXISTS codes_bin ON ${CODES_BIN}`;

/** An owner's deleted codes that are not erased yet, newest first. */
export const bin: Migration = {
  version: 10,
  name: "index of the bin",
  statements: (engine) =>
    engine === "sqlite"
      ? [create]
      : [
          `DO $$ BEGIN
            IF (SELECT count(*) FROM (SELECT 1 FROM codes LIMIT ${FEW}) AS t) < ${FEW} THEN
              ${create};
            END IF;
          END $$`,
        ],
};
