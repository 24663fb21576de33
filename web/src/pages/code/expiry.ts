import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/words.ts";

/** How long a code lives, in words. */
export function expiryText(code: Code): string {
  const when = `${inWords.day(code.expiresAt)} (${inWords.ago(code.expiresAt)})`;
  if (code.state === "paused")
    return "Paused: whoever scans it finds nothing, and nothing is counted.";
  if (code.state === "expired") return `Expired on ${when}. Renew it and it works again.`;
  if (code.expiresFixed) return `Works until ${when}, as you set it.`;
  return `Works until ${when}, and each scan gives it another year.`;
}
