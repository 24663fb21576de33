/** Scans, and what is added up of them. */
import type { Generated } from "kysely";

export interface ScanTables {
  scans: ScanTable;
  agents: AgentTable;
  places: PlaceTable;
  scan_daily: ScanDailyTable;
  scan_monthly: ScanMonthlyTable;
  scan_cities: ScanCityTable;
  uncounted_daily: UncountedDailyTable;
  /** The last settled line of each run of a journal; `previous` is what it was before its last move. */
  journal_marks: { run: string; settled: number; previous: number };
  imported_counts: ImportedCountTable;
  /** Codes that came with raw scans from a day on only; earlier days are known by their counts. */
  imported_raw: { code_num: number; from_day: number };
  /** Journal lines that were given to no code, each once. */
  set_aside: { id: string; line: string; reason: string; set_aside_at: number };
}

interface ScanTable {
  code_num: number;
  /** A UUID: 16 bytes on SQLite, uuid on PostgreSQL. */
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
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

/** Whole months that are over, so that a year is read from a dozen rows a value. */
interface ScanMonthlyTable {
  code_num: number;
  dimension: number;
  month: number;
  value: string;
  count: number;
}

/** The last day each city was seen. Every period ends today, so a city is in it if that day is. */
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

/** What another product had counted of a code before it came here. */
interface ImportedCountTable {
  code_num: number;
  source: string;
  total: number;
  imported_at: number;
}
