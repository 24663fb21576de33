import { buildMail } from "../../codes/content/build.ts";
import { isAddress } from "../../codes/content/mail.ts";
import { html, type Markup } from "../../shared/html.ts";

const SCHEME = String.raw`https?:\/\/`;
/**
 * A host that starts with Latin letters ends where they end: people write `example.com查看` without a space. A host in
 * another script is matched whole. Neither contains the start of another URL.
 */
const NAME = [String.raw`[\p{Script=Latin}\p{M}\d_\-]`, String.raw`[\p{L}\p{M}\p{N}_\-]`]
  .map((letter) => `(?:(?!${SCHEME})${letter})+`)
  .join("|");
const HOST = String.raw`(?:\[[\da-f:.]+\]|(?:${NAME})(?:\.(?:${NAME}))*)(?::\d+)?`;
/** A path may contain another URL, as in `/login?to=https://…`; elsewhere it is the next match. */
const FURTHER = `(?<![/=?#&])${SCHEME}`;
const PATH = String.raw`(?:[\/?#](?:(?!${FURTHER})[^\s<>"\x60。，、；！？「」『』【】《》])*)?`;
const ADDRESS = new RegExp(SCHEME + HOST + PATH, "giu");
/** Text before an @ is not a host. */
const HIDES_HOST = /https?:\/\/[^\s/\\?#@]*@/iy;

/** Both parts are bounded and start at a word boundary, which keeps the search linear. */
const WORD = String.raw`[\p{L}\p{M}\p{N}_\-]`;
const MAIL = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_\-.+%@])[\p{L}\p{M}\p{N}_\-.+%]{1,64}@(?:${WORD}{1,63}\.){1,8}(?:[a-z]{2,63}|(?![a-z])\p{L}{2,63})`,
  "giu",
);
/** How far back to look for a URL that text before an @ may belong to. */
const FAR = 200;

/** The text with its web and email addresses as links. A URL that hides its host behind a user name stays text. */
export function withLinks(text: string): Markup[] {
  return webLinked(text).flatMap((part) => (typeof part === "string" ? mailLinked(part) : part));
}

function mailLinked(text: string): Markup[] {
  const parts: Markup[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(MAIL)) {
    const before = text.slice(Math.max(0, index - FAR), index);
    const isInAddress = before.lastIndexOf("//") > Math.max(before.lastIndexOf(" "), before.lastIndexOf("\n"));
    if (isInAddress || !isAddress(address)) continue;
    parts.push(html`${text.slice(end, index)}`);
    parts.push(html`<a href="${buildMail({ to: address })}">${address}</a>`);
    end = index + address.length;
  }
  return [...parts, html`${text.slice(end)}`];
}

function webLinked(text: string): (string | Markup)[] {
  const parts: (string | Markup)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    HIDES_HOST.lastIndex = index;
    const address = withoutSentenceEnd(found);
    const url = HIDES_HOST.test(text) ? null : URL.parse(address);
    if (!url || url.username || url.password) continue;
    parts.push(text.slice(end, index));
    parts.push(html`<a href="${url.href}" rel="noopener noreferrer">${address}</a>`);
    end = index + address.length;
  }
  return [...parts, text.slice(end)];
}

const SENTENCE_END = ".,;:!?…»”’";
const OPENED_BY: Record<string, string> = { ")": "(", "]": "[", "}": "{", "）": "（", "'": "'" };

/** Trailing punctuation belongs to the sentence, and so does a closing bracket that was opened before the URL. */
function withoutSentenceEnd(address: string): string {
  const counts = new Map<string, number>();
  for (const letter of address) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const countOf = (letter: string) => counts.get(letter) ?? 0;
  const isUnopened = (last: string, open: string) =>
    last === open ? countOf(last) % 2 === 1 : countOf(last) > countOf(open);

  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const open = OPENED_BY[last];
    const isOutside = open === undefined ? SENTENCE_END.includes(last) : isUnopened(last, open);
    if (!isOutside) break;
    counts.set(last, countOf(last) - 1);
  }
  return address.slice(0, end);
}
