/**
 * Scans of the last day or two are rows, ordered as they are read: by code, then by time-ordered id. Earlier ones are in
 * blocks (src/scans/block.ts). Agents and places are stored once and referenced by number.
 */
import { bigint, bytes, integer, ofEngine, serial, smallint, table, tables, text, time } from "../database/table.ts";
import { SALT_PART } from "./visitors.ts";

const number = () =>
  serial({ sqlite: "INTEGER PRIMARY KEY", postgres: "integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY" });

const coordinate = () => ofEngine<number>({ sqlite: "double precision", postgres: "double precision" }).optional();

export const scanTables = tables({
  agents: table({ id: number(), key: text().unique(), device: text(), browser: text(), os: text() }),
  places: table({
    id: number(),
    key: text().unique(),
    country: text(),
    city: text().optional(),
    latitude: coordinate(),
    longitude: coordinate(),
  }),
  /** Where rules and splits led scans: `kind` is "rule" or "variant", `target` its id, which owners choose. */
  routes: table({ id: number(), key: text().unique(), kind: text(), target: text() }),
  scans: table(
    {
      code_num: bigint(),
      /** A UUID. */
      id: ofEngine<string | Uint8Array>({ sqlite: "blob", postgres: "uuid" }),
      at: time(),
      agent_id: integer(),
      place_id: integer(),
      /** Null: through the code's own link. */
      placement_num: bigint().optional(),
      /** Null: to the code's own content. */
      route_id: integer().optional(),
    },
    { primaryKey: ["code_num", "id"], isClustered: true },
  ),
  scan_blocks: table(
    {
      code_num: bigint(),
      /** Months since January of the year 0. */
      month: integer(),
      /** Blocks of a month may overlap: a scan that is late is in the last one. */
      n: integer(),
      count: integer(),
      runs: bytes(),
      facts: bytes(),
      ids: bytes(),
    },
    { primaryKey: ["code_num", "month", "n"] },
  ),
  /**
   * Visitors of a code on a local day; `salt` is part of its number. The day is in the UTC day that its middle is in, and
   * begins so many quarters of an hour after that.
   */
  scan_visitors: table(
    {
      code_num: bigint(),
      day: integer(),
      begins: smallint(),
      quarters: smallint(),
      salt: smallint(),
      visitors: integer(),
      scans: integer(),
    },
    { primaryKey: ["code_num", "day"], isClustered: true },
  ),
  /**
   * Removed within 48 hours, with the tags of visitors (scans.schema.ts). Both are unlogged, so that neither archived
   * logs nor replicas have them; after a crash the visitors of that day are unknown.
   */
  visitor_salts: table(
    { id: integer().primaryKey(), from_quarter: integer(), quarters: smallint(), salt: text() },
    {
      unique: ["from_quarter", "quarters"],
      isUnlogged: true,
      // Tags are stored with this part of it.
      indexes: [`CREATE UNIQUE INDEX visitor_salts_part ON visitor_salts ((id % ${SALT_PART}))`],
    },
  ),
  /** The last settled line of each run of a journal; `previous` is its value before the last update. */
  journal_marks: table({ run: text().primaryKey(), settled: bigint(), previous: bigint() }, { isClustered: true }),
  uncounted_daily: table(
    { code_num: bigint(), day: integer(), reason: text(), count: bigint() },
    { primaryKey: ["code_num", "day", "reason"], isClustered: true },
  ),
  /** Journal lines that were not assigned to a code. */
  set_aside: table({ id: text().primaryKey(), line: text(), reason: text(), set_aside_at: time() }),
  /** Counts of other products for a code before it was imported. */
  imported_counts: table(
    { code_num: bigint(), source: text(), total: bigint(), imported_at: time() },
    { primaryKey: ["code_num", "source"] },
  ),
});
