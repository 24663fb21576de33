import type { Action } from "./action.ts";

/**
 * The normalised ASCII form of an absolute http or https address, or null.
 * The URL parser forgives too much for a redirect (it drops tabs and line breaks, reads `\` as `/`
 * and `http:host` as `http://host`), so the text must be plain before it is parsed.
 */
export function webAddress(text: string): string | null {
  const parts = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text);
  if (!parts || /[\p{Cc}\p{Z}\uFEFF]/u.test(text)) return null;
  const [beforeQuery, authority] = parts;
  if (beforeQuery.includes("\\") || authority?.includes("@")) return null;
  const url = URL.parse(text);
  return url && isPlainHost(url.hostname) ? url.href : null;
}

function isPlainHost(host: string): boolean {
  return /^\[[\da-f:.]+\]$/.test(host) || /^[a-z\d_][a-z\d_.-]*$/.test(host);
}

export function readUrl(content: string): Action | null {
  const location = webAddress(content);
  return location === null ? null : { kind: "redirect", location };
}
