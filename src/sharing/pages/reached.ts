import type { Arrival } from "../../settings/reach-tests.ts";
import { layout } from "./layout.ts";
import { notice } from "./notices.ts";
import { MOSAICS } from "./pictures.ts";
import type { VisitorView } from "./view.ts";

const WORDS: Record<Arrival, readonly [picture: keyof typeof MOSAICS, title: string, text: string]> = {
  reached: ["reached", "This device reaches your codes", "The page with the test says so too. You can close this one."],
  here: ["missing", "This is the same computer", "Scan the test code with a phone, to see whether it gets here."],
  over: ["missing", "This test is over", "Open the page with the test again, and scan the new code."],
};

/** What a device sees that opens a test link: in English like the dashboard, since only administrators make them. */
export function reachedPage(arrival: Arrival, view: VisitorView): string {
  const [picture, title, text] = WORDS[arrival];
  return layout(notice(MOSAICS[picture], title, text), view);
}
