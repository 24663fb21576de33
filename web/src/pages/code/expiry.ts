import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/words.ts";

/** How long a code lives, in words. */
export function expiryText(code: Code): string {
  const when = `${inWords.day(code.expiresAt)} (${inWords.ago(code.expiresAt)})`;
  const isOver = Date.parse(code.expiresAt) <= Date.now();
  const end = code.expiresFixed ? ", as you set it." : ", and each scan gives it another year.";
  if (code.state === "paused") {
    const then = isOver ? `Its time ended on ${when}.` : `Made active, it works until ${when}${end}`;
    return `Paused: whoever scans it reads that it is resting, and nothing is counted. ${then}`;
  }
  if (code.state === "expired") return `Expired on ${when}. Renew it and it works again.`;
  return `Works until ${when}${end}`;
}
