import type { Verdict } from "../../api/types.ts";

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

const OF_BEFORE = "Until then you see the picture of before.";

/** A verdict is never shown as if it were of a look that nobody has judged. */
export function verdictPlace(judged: Judged): VerdictPlace {
  const { verdict, isJudging, isReadable, isRefused, isMissed } = judged;
  if (!isReadable) {
    const what = `Write it as six digits or letters. ${OF_BEFORE}`;
    return { verdict: null, title: "A colour is not whole yet", what };
  }
  if (verdict) return { verdict, isOld: isJudging };
  if (isRefused) {
    const what = `The form says what to change. ${OF_BEFORE}`;
    return { verdict: null, title: "Not to be drawn like this", what };
  }
  if (isMissed) {
    const what = "Saving asks once more what phones make of it.";
    return { verdict: null, title: "It could not be judged just now", what };
  }
  return isJudging ? { verdict: null, title: "Judging…" } : null;
}
