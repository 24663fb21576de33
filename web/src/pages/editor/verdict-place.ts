import type { Verdict } from "../../api/types.ts";
import { WORDS } from "./words.ts";

interface Judged {
  /** May be of an earlier image while the current one is judged or cannot be. */
  verdict: Verdict | undefined;
  isJudging: boolean;
  /** Whether all colours are complete. */
  isReadable: boolean;
  /** The server rejects the image, and the form shows the errors. */
  isRefused: boolean;
  /** The verdict failed for a reason other than the look. */
  isMissed: boolean;
}

/** A verdict and whether it is outdated, or why there is none. */
export type VerdictPlace =
  | { verdict: Verdict; isOld: boolean }
  | { verdict: null; title: string; what?: string }
  | null;

/** Marks a verdict that does not belong to the current look. */
export function verdictPlace(judged: Judged): VerdictPlace {
  const { verdict, isJudging, isReadable, isRefused, isMissed } = judged;
  if (!isReadable) return { verdict: null, title: WORDS.halfColor, what: WORDS.halfColorHint };
  if (verdict) return { verdict, isOld: isJudging };
  if (isRefused) return { verdict: null, title: WORDS.refused, what: WORDS.refusedHint };
  if (isMissed) return { verdict: null, title: WORDS.missed, what: WORDS.missedHint };
  return isJudging ? { verdict: null, title: WORDS.checking } : null;
}
