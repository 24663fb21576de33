import type { Grade } from "./trials.ts";

export interface TrialResult {
  name: string;
  grade: Grade;
  /** The most damage survived, on the trial's own scale; null if it survived none. */
  survived: number | null;
  unit: string;
  sentence: string;
}

export interface Verdict {
  grade: Grade;
  passes: boolean;
  contrastRatio: number;
  lightOnDark: boolean;
  symbolVersion: number;
  /** The picture itself, undamaged, at its own size. */
  readsAsDrawn: boolean;
  /** Quiet zone included, read at arm's length; null if it does not read at all. */
  smallestPrintMillimetres: number | null;
  trials: TrialResult[];
  advice: string[];
}
