import type { Actor } from "../shared/actor.ts";

/** One content of a code and its period. */
export interface Version {
  version: number;
  content: string;
  from: number;
  /** Null for the current one. */
  until: number | null;
  /** Scans counted in that period. */
  scanCount: number;
  /** Who set it; null if unknown. */
  by: Actor | null;
}

export interface HistoryStore {
  /**
   * Versions before `before`, newest first, including the current one; `more` if older ones follow. Null if the code
   * has no version `before`. Counts include settled scans only.
   */
  page(codeNum: number, limit: number, before?: number): Promise<{ versions: Version[]; more: boolean } | null>;
  /** The content of a version, including the current one; null if there is no such version. */
  contentOf(codeNum: number, version: number): Promise<string | null>;
}
