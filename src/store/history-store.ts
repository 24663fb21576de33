import type { Actor } from "../shared/actor.ts";

/** One content of a code, for the time it had it. */
export interface Version {
  version: number;
  content: string;
  from: number;
  /** Null for the present one. */
  until: number | null;
  /** Scans that were counted between the two. */
  scanCount: number;
  /** Who set it; null when it was not noted. */
  by: Actor | null;
}

export interface HistoryStore {
  /**
   * Versions before `before`, newest first, the present one included; `more` when older ones follow.
   * Null when the code, by its number, has no version `before`. Counts are of what is settled.
   */
  page(codeNum: number, limit: number, before?: number): Promise<{ versions: Version[]; more: boolean } | null>;
  /** The content of a version, the present one too; null when there is no such version. */
  contentOf(codeNum: number, version: number): Promise<string | null>;
}
