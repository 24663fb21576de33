/** Scans. */
import type { Generated } from "kysely";

export interface ScanTables {
  scans: ScanTable;
  agents: AgentTable;
  places: PlaceTable;
  /** Past scans: see src/scans/block.ts. */
  scan_blocks: ScanBlockTable;
  /** Visitors of a code on a local day; `salt` is part of its number. */
  scan_visitors: {
    code_num: number;
    day: number;
    begins: number;
    quarters: number;
    salt: number;
    visitors: number;
    scans: number;
  };
  visitor_salts: { id: number; from_quarter: number; quarters: number; salt: string };
  uncounted_daily: UncountedDailyTable;
  /** The last settled line of each run of a journal; `previous` is its value before the last update. */
  journal_marks: { run: string; settled: number; previous: number };
  imported_counts: ImportedCountTable;
  /** Journal lines that were not assigned to a code. */
  set_aside: { id: string; line: string; reason: string; set_aside_at: number };
}

interface ScanTable {
  code_num: number;
  /** A UUID: 16 bytes on SQLite, uuid on PostgreSQL. */
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
  /** Null: through the code's own link. */
  placement_num: Generated<number | null>;
}

interface AgentTable {
  id: Generated<number>;
  key: string;
  device: string;
  browser: string;
  os: string;
}

interface PlaceTable {
  id: Generated<number>;
  key: string;
  country: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
}

interface ScanBlockTable {
  code_num: number;
  /** Months since January of the year 0. */
  month: number;
  /** Blocks of a month may overlap: a scan that is late is in the last one. */
  n: number;
  count: number;
  runs: Uint8Array;
  facts: Uint8Array;
  ids: Uint8Array;
}

interface UncountedDailyTable {
  code_num: number;
  day: number;
  reason: string;
  count: number;
}

/** Counts of other products for a code before it was imported. */
interface ImportedCountTable {
  code_num: number;
  source: string;
  total: number;
  imported_at: number;
}
