import type { Migration } from "./types.ts";

/**
 * importing: codes whose scans are being taken in; they have no counters yet, so nobody sees them.
 * imported_counts: what other products had counted of a code, told apart from our own counts.
 * imported_raw: from which day on raw scans came with a code, where older ones were gone already.
 */
export const imports: Migration = {
  version: 15,
  name: "imports",
  statements: () => [
    `CREATE TABLE IF NOT EXISTS importing (code_num bigint NOT NULL PRIMARY KEY)`,
    `CREATE TABLE IF NOT EXISTS imported_counts (
      code_num bigint NOT NULL, source text NOT NULL, total bigint NOT NULL,
      imported_at bigint NOT NULL, PRIMARY KEY (code_num, source))`,
    `CREATE TABLE IF NOT EXISTS imported_raw (
      code_num bigint NOT NULL PRIMARY KEY, from_day bigint NOT NULL)`,
  ],
};
