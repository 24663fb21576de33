import type { EngineName } from "../database/engine.ts";
import { SALT_PART, SLOTS, tagTable } from "./visitors.ts";

/**
 * Scans of the last day or two are rows, ordered as they are read: by code, then by time-ordered id. Earlier ones are in
 * blocks (src/scans/block.ts). Agents and places are stored once and referenced by number.
 */
export function scanTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  const serial = sqlite ? "INTEGER PRIMARY KEY" : "integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
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
    ) ${clustered}`,
    `CREATE TABLE scan_blocks (
      code_num bigint NOT NULL, month integer NOT NULL, n integer NOT NULL, count integer NOT NULL,
      runs ${bytes} NOT NULL, facts ${bytes} NOT NULL, ids ${bytes} NOT NULL, PRIMARY KEY (code_num, month, n))`,
    // Packed as tightly as they can be: to try again would only take time.
    ...(sqlite
      ? []
      : ["runs", "facts", "ids"].map(
          (column) => `ALTER TABLE scan_blocks ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
        )),
    // A local day is in the UTC day that its middle is in, and begins so many quarters of an hour after that.
    `CREATE TABLE scan_visitors (
      code_num bigint NOT NULL, day integer NOT NULL, begins smallint NOT NULL, quarters smallint NOT NULL,
      salt smallint NOT NULL, visitors integer NOT NULL, scans integer NOT NULL,
      PRIMARY KEY (code_num, day)) ${clustered}`,
    ...visitorTables(sqlite),
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
  ];
}

/**
 * Salts and tags of visitors, which are removed within 48 hours. On PostgreSQL they are unlogged, so that neither
 * archived logs nor replicas have them; after a crash the visitors of that day are unknown. `code_day`: see
 * src/scans/visitors.ts.
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
