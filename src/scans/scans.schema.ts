import type { EngineName } from "../database/engine.ts";
import { SLOTS, tagTable } from "./visitors.ts";

const COLUMNS = "code_day bigint NOT NULL, tag text NOT NULL";
const slots = Array.from({ length: SLOTS }, (_, slot) => slot);

/** How blocks are stored, and the tags of visitors: in a table for each slot. `code_day`: see src/scans/visitors.ts. */
export const scanStorage = (engine: EngineName): string[] =>
  engine === "sqlite"
    ? slots.map((slot) => `CREATE TABLE ${tagTable(slot)} (${COLUMNS}, PRIMARY KEY (code_day, tag)) WITHOUT ROWID`)
    : [
        // Packed as tightly as they can be: to try again would only take time.
        ...["runs", "facts", "ids"].map(
          (column) => `ALTER TABLE scan_blocks ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
        ),
        `CREATE TABLE visitor_tags (
          slot smallint NOT NULL, ${COLUMNS}, PRIMARY KEY (slot, code_day, tag)) PARTITION BY LIST (slot)`,
        ...slots.map(
          (slot) => `CREATE UNLOGGED TABLE ${tagTable(slot)} PARTITION OF visitor_tags FOR VALUES IN (${slot})`,
        ),
      ];
