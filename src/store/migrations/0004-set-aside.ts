import type { Migration } from "./types.ts";

/** Lines that no code was given; codes whose bin time is over; indexes for what is removed by age. */
export const setAside: Migration = {
  version: 4,
  name: "lines set aside, erased codes",
  statements: () => [
    `CREATE TABLE set_aside (
      id text NOT NULL PRIMARY KEY, line text NOT NULL, reason text NOT NULL, set_aside_at bigint NOT NULL)`,
    "ALTER TABLE codes ADD COLUMN erased_at bigint",
    "CREATE INDEX codes_deleted ON codes (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL",
    "CREATE TABLE erasing (code_num bigint NOT NULL PRIMARY KEY)",
    'CREATE INDEX session_expiry ON "session" ("expiresAt")',
    'CREATE INDEX verification_expiry ON "verification" ("expiresAt")',
  ],
};
