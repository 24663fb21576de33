import type { EngineName } from "../migrations/types.ts";
import { SALT_PART, SLOTS, tagTable } from "../visitors.ts";

/**
 * Raw scans are ordered as they are read: by code, then by time-ordered id. Agents and places are stored once and
 * referenced by number, so a scan takes a few dozen bytes. On PostgreSQL scans is partitioned by id, that is, by time;
 * the default partition takes months without a partition of their own.
 */
export function scanTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  const serial = sqlite ? "INTEGER PRIMARY KEY" : "integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  const packed = sqlite ? "blob" : "integer[]";
  const bytes = sqlite ? "blob" : "bytea";
  const clustered = sqlite ? "WITHOUT ROWID" : "";
  return [
    `CREATE TABLE agents (
      id ${serial}, key text NOT NULL UNIQUE, device text NOT NULL, browser text NOT NULL, os text NOT NULL)`,
    `CREATE TABLE places (
      id ${serial}, key text NOT NULL UNIQUE, country text NOT NULL, city text,
      latitude double precision, longitude double precision)`,
    `CREATE TABLE scans (
      code_num bigint NOT NULL, id ${sqlite ? "blob" : "uuid"} NOT NULL, at bigint NOT NULL,
      agent_id integer NOT NULL, place_id integer NOT NULL, placement_num bigint, PRIMARY KEY (code_num, id)
    ) ${sqlite ? clustered : "PARTITION BY RANGE (id)"}`,
    ...(sqlite ? [] : ["CREATE TABLE scans_rest PARTITION OF scans DEFAULT"]),
    `CREATE TABLE scan_daily (
      code_num bigint NOT NULL, dimension smallint NOT NULL, day integer NOT NULL, value text NOT NULL,
      count bigint NOT NULL, PRIMARY KEY (code_num, dimension, day, value)) ${clustered}`,
    // Packed: see src/store/quarters.ts and src/store/visitors.ts.
    `CREATE TABLE scan_quarters (
      code_num bigint NOT NULL, day integer NOT NULL, total bigint NOT NULL, counts ${packed}, visitors ${packed},
      PRIMARY KEY (code_num, day)) ${clustered}`,
    `CREATE VIEW quarter_days AS SELECT code_num, day, total, ${
      sqlite
        ? "counts, visitors"
        : `array_lower(counts, 1) || ':' || array_to_string(counts, ',', '') AS counts,
           array_to_string(visitors, ',') AS visitors`
    } FROM scan_quarters`,
    // Packed: see src/store/tallies.ts.
    `CREATE TABLE scan_tallies (
      code_num bigint NOT NULL, day integer NOT NULL, count bigint NOT NULL, tally ${bytes} NOT NULL,
      hours ${bytes}, PRIMARY KEY (code_num, day)) ${clustered}`,
    ...visitorTables(sqlite),
    `CREATE TABLE scan_monthly (
      code_num bigint NOT NULL, dimension smallint NOT NULL, month integer NOT NULL, value text NOT NULL,
      count bigint NOT NULL, PRIMARY KEY (code_num, dimension, month, value)) ${clustered}`,
    `CREATE TABLE scan_cities (
      code_num bigint NOT NULL, city text NOT NULL, last_day integer NOT NULL,
      PRIMARY KEY (code_num, city)) ${clustered}`,
    // Sums over the codes of large workspaces: see src/store/workspace-sums.ts.
    `CREATE TABLE summed_workspaces (
      num ${sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : serial}, workspace_id text NOT NULL UNIQUE REFERENCES workspaces (id) ON DELETE CASCADE,
      changes integer NOT NULL DEFAULT 0)`,
    `CREATE TABLE workspace_daily (
      workspace_num integer NOT NULL, dimension smallint NOT NULL, day integer NOT NULL, value text NOT NULL,
      count bigint NOT NULL, PRIMARY KEY (workspace_num, dimension, day, value)) ${clustered}`,
    // Packed: see src/store/queries/code-days.ts.
    `CREATE TABLE workspace_codes (
      workspace_num integer NOT NULL, day integer NOT NULL, count bigint NOT NULL, codes ${bytes} NOT NULL,
      PRIMARY KEY (workspace_num, day)) ${clustered}`,
    `CREATE TABLE meta (name text NOT NULL PRIMARY KEY, value bigint NOT NULL)`,
    `CREATE TABLE journal_marks (
      run text NOT NULL PRIMARY KEY, settled bigint NOT NULL, previous bigint NOT NULL) ${clustered}`,
    `CREATE TABLE uncounted_daily (
      code_num bigint NOT NULL, day integer NOT NULL, reason text NOT NULL, count bigint NOT NULL,
      PRIMARY KEY (code_num, day, reason)) ${clustered}`,
    `CREATE TABLE set_aside (
      id text NOT NULL PRIMARY KEY, line text NOT NULL, reason text NOT NULL, set_aside_at bigint NOT NULL)`,
    // Counts of other products for a code.
    `CREATE TABLE imported_counts (
      code_num bigint NOT NULL, source text NOT NULL, total bigint NOT NULL,
      imported_at bigint NOT NULL, PRIMARY KEY (code_num, source))`,
    // The first day whose raw scans were imported with a code; earlier days have only counts.
    `CREATE TABLE imported_raw (code_num bigint NOT NULL PRIMARY KEY, from_day bigint NOT NULL)`,
  ];
}

/**
 * Salts and tags of visitors, which are removed within 48 hours. On PostgreSQL they are unlogged, so that neither
 * archived logs nor replicas have them; after a crash the visitors of that day are unknown. `code_day`: see
 * src/store/visitors.ts.
 */
function visitorTables(sqlite: boolean): string[] {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  const columns = "code_day bigint NOT NULL, tag text NOT NULL";
  return [
    `CREATE ${sqlite ? "" : "UNLOGGED"} TABLE visitor_salts (
      id integer NOT NULL PRIMARY KEY, from_quarter integer NOT NULL, quarters smallint NOT NULL, salt text NOT NULL,
      UNIQUE (from_quarter, quarters))`,
    // Tags are stored with this part of it.
    `CREATE UNIQUE INDEX visitor_salts_part ON visitor_salts ((id % ${SALT_PART}))`,
    ...(sqlite
      ? slots.map((slot) => `CREATE TABLE ${tagTable(slot)} (${columns}, PRIMARY KEY (code_day, tag)) WITHOUT ROWID`)
      : [
          `CREATE TABLE visitor_tags (
            slot smallint NOT NULL, ${columns}, PRIMARY KEY (slot, code_day, tag)) PARTITION BY LIST (slot)`,
          ...slots.map(
            (slot) => `CREATE UNLOGGED TABLE ${tagTable(slot)} PARTITION OF visitor_tags FOR VALUES IN (${slot})`,
          ),
        ]),
  ];
}
