import type { Action } from "./action.ts";

/**
 * The normalised ASCII form of an absolute http or https URL, or null. The URL parser is too lenient for a redirect
 * (it drops tabs and line breaks, reads `\` as `/` and `http:host` as `http://host`), so the text is checked before
 * it is parsed.
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

/** A host of two or more labels, the last longer than one letter, and a port: not a single word or another scheme. */
const BARE_HOST = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+\.?(?::\d{1,5})?$/u;
const IPV4 = /^\d+(?:\.\d+){3}$/;

/** As webAddress; `example.com/menu` without a scheme becomes https. */
export function webLink(text: string): string | null {
  const [authority = ""] = /^[^/?#]*/.exec(text)!;
  if (!BARE_HOST.test(authority)) return webAddress(text);
  const address = webAddress(`https://${text}`);
  if (address === null) return null;
  const { hostname } = new URL(address);
  // The URL parser reads 3.50 as 3.0.0.50.
  if (IPV4.test(hostname)) return authority.replace(/:\d+$/, "") === hostname ? address : null;
  return /\.[^.]{2,}\.?$/.test(hostname) ? address : null;
}

export function readUrl(content: string): Action | null {
  const location = webLink(content);
  return location === null ? null : { kind: "redirect", location };
}
