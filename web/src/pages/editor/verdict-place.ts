import type { Verdict } from "../../api/types.ts";
import { WORDS } from "./words.ts";

interface Judged {
  /** That of an earlier picture while the present one is judged, or cannot be. */
  verdict: Verdict | undefined;
  isJudging: boolean;
  /** Whether all colours can be drawn: one may be half typed. */
  isReadable: boolean;
  /** The server refuses the picture, and the form says at which inputs. */
  isRefused: boolean;
  /** It could not be judged, for no fault of the look. */
  isMissed: boolean;
}

/** In the place of a verdict: one with its age, or why there is none. */
export type VerdictPlace =
  | { verdict: Verdict; isOld: boolean }
  | { verdict: null; title: string; what?: string }
  | null;

/** A verdict is never shown as if it were of a look that nobody has judged. */
export function verdictPlace(judged: Judged): VerdictPlace {
  const { verdict, isJudging, isReadable, isRefused, isMissed } = judged;
  if (!isReadable) return { verdict: null, title: WORDS.halfColor, what: WORDS.halfColorHint };
  if (verdict) return { verdict, isOld: isJudging };
  if (isRefused) return { verdict: null, title: WORDS.refused, what: WORDS.refusedHint };
  if (isMissed) return { verdict: null, title: WORDS.missed, what: WORDS.missedHint };
  return isJudging ? { verdict: null, title: WORDS.checking } : null;
}
