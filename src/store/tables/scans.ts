/** Scans and their rollups. */
import type { Generated } from "kysely";

export interface ScanTables {
  scans: ScanTable;
  agents: AgentTable;
  places: PlaceTable;
  scan_daily: ScanDailyTable;
  scan_quarters: ScanQuartersTable;
  /** A view of scan_quarters in which PostgreSQL's arrays are text. */
  quarter_days: ScanQuartersTable;
  /** Busy days by agent and place; the tallies of days whose count has changed since are not used. */
  scan_tallies: { code_num: number; day: number; count: number; tally: Uint8Array; hours: Uint8Array | null };
  visitor_salts: { id: number; from_quarter: number; quarters: number; salt: string };
  scan_monthly: ScanMonthlyTable;
  scan_cities: ScanCityTable;
  /** `changes`: how often counts of days were moved, added or taken off in other ways than by settling. */
  summed_workspaces: { num: Generated<number>; workspace_id: string; changes: Generated<number> };
  workspace_daily: WorkspaceDailyTable;
  workspace_codes: { workspace_num: number; day: number; count: number; codes: Uint8Array };
  uncounted_daily: UncountedDailyTable;
  /** The last settled line of each run of a journal; `previous` is its value before the last update. */
  journal_marks: { run: string; settled: number; previous: number };
  imported_counts: ImportedCountTable;
  /** Codes imported with raw scans from a day on; earlier days have only counts. */
  imported_raw: { code_num: number; from_day: number };
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

interface ScanDailyTable {
  code_num: number;
  dimension: number;
  day: number;
  value: string;
  count: number;
}

/** Counts per quarter of an hour, and visitors, of a code's day: see src/store/quarters.ts, src/store/visitors.ts. */
interface ScanQuartersTable {
  code_num: number;
  day: number;
  /** The sum of all counts. */
  total: number;
  counts: Uint8Array | string | null;
  visitors: Uint8Array | string | null;
}

/** Complete past months, so that a year is read from a dozen rows per value. */
interface ScanMonthlyTable {
  code_num: number;
  dimension: number;
  month: number;
  value: string;
  count: number;
}

/** Sums over the codes of a large workspace: see src/store/workspace-sums.ts. */
interface WorkspaceDailyTable {
  workspace_num: number;
  dimension: number;
  day: number;
  value: string;
  count: number;
}

/** The last day of each city. Every period ends today, so it includes the cities whose last day it includes. */
interface ScanCityTable {
  code_num: number;
  city: string;
  last_day: number;
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
