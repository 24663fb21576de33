import type { Migration } from "./types.ts";

/**
 * What a key may do, and until when. A node of the release before knows neither: keys with such a limit
 * are hashed in another way (`hashLimitedKey`), so that it refuses them instead of granting more.
 */
export const keyLimits: Migration = {
  version: 13,
  name: "scope and end of keys",
  statements: () => [
    "ALTER TABLE api_keys ADD COLUMN scope text NOT NULL DEFAULT 'full'",
    "ALTER TABLE api_keys ADD COLUMN ends_at bigint",
  ],
};
