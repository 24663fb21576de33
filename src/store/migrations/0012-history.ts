import type { Migration } from "./types.ts";

/**
 * Who made a code and who replaced each content. `day_scans`: of the scans on the day of the
 * replacement, those before it, counted when that day had `day_total`; null while nobody has counted.
 */
export const history: Migration = {
  version: 12,
  name: "who changed a code, and scans of each version",
  statements: () => [
    "ALTER TABLE codes ADD COLUMN made_by text",
    "ALTER TABLE code_versions ADD COLUMN replaced_by text",
    "ALTER TABLE code_versions ADD COLUMN day_scans bigint",
    "ALTER TABLE code_versions ADD COLUMN day_total bigint",
  ],
};
