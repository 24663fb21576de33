import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/words.ts";

const DAY_MS = 86_400_000;

/** In days, then in months up to two years: the same for the day a code is made and the day after. */
export function untilInWords(iso: string, now = Date.now()): string {
  const days = Math.round((Date.parse(iso) - now) / DAY_MS);
  const [count, unit] =
    Math.abs(days) <= 60
      ? ([days, "day"] as const)
      : Math.abs(days) < 730
        ? ([Math.round(days / 30.44), "month"] as const)
        : ([Math.round(days / 365.25), "year"] as const);
  if (count === 0) return "today";
  const span = inWords.times(Math.abs(count), unit);
  return count > 0 ? `in ${span}` : `${span} ago`;
}

/** How long a code lives, in words. */
export function expiryText(code: Code): string {
  const when = `${inWords.day(code.expiresAt)} (${untilInWords(code.expiresAt)})`;
  if (code.state === "paused")
    return "Paused: whoever scans it finds nothing, and nothing is counted.";
  if (code.state === "expired") return `Expired on ${when}. Renew it and it works again.`;
  if (code.expiresFixed) return `Works until ${when}, as you set it.`;
  return `Works until ${when}, and each scan gives it another year.`;
}
