import type { Migration } from "./types.ts";

/**
 * The date that a sliding expiry was moved from, so that a code sent back as it was read is known
 * again; and the people who were removed but whose codes are not all in the bin yet.
 */
export const expiryAndRemoval: Migration = {
  version: 7,
  name: "expiry before a scan, removed owners",
  statements: () => [
    "ALTER TABLE code_life ADD COLUMN expires_before bigint",
    "CREATE TABLE removed_owners (owner_id text NOT NULL PRIMARY KEY, removed_at bigint NOT NULL)",
  ],
};
