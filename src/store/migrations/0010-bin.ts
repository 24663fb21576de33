import { FEW } from "./0009-list-indexes.ts";
import type { Migration } from "./types.ts";

const IN_BIN = "WHERE deleted_at IS NOT NULL AND erased_at IS NULL";

/** An owner's deleted codes that are not erased yet, by when they were made, and when deleted. */
export const BIN_INDEXES: Readonly<Record<string, string>> = {
  codes_bin: `codes (owner_id, num, deleted_at) ${IN_BIN}`,
  codes_bin_by_deletion: `codes (owner_id, deleted_at, num) ${IN_BIN}`,
};

const create = Object.entries(BIN_INDEXES).map(([name, on]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);

export const bin: Migration = {
  version: 10,
  name: "indexes of the bin",
  statements: (engine) =>
    engine === "sqlite"
      ? create
      : [
          `DO $$ BEGIN
            IF (SELECT count(*) FROM (SELECT 1 FROM codes LIMIT ${FEW}) AS t) < ${FEW} THEN
              ${create.join(";\n")};
            END IF;
          END $$`,
        ],
};
