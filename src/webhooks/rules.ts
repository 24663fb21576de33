import { isIP } from "node:net";
import { isInsideName } from "../shared/addresses.ts";
import { carriedNumber, createNumberMatcher, ipv4Number, ipv6Groups } from "../shared/ip-numbers.ts";
import { unicodeProblem } from "../shared/text.ts";

export interface WebhookRules {
  http: boolean;
  private: boolean;
}

const URL_LENGTH = 2000;
/** Ports of mail, file, shell and database services: no webhook receiver listens there. */
const WRONG_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 79, 87, 95, 109],
  ...[110, 111, 113, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 445, 465, 512, 513],
  ...[514, 515, 543, 544, 548, 554, 563, 587, 601, 636, 873, 993, 995, 1433, 1521, 1719, 1720],
  ...[1723, 2049, 2375, 3306, 3389, 5060, 5061, 5432, 5984, 6000, 6379, 6566, 6665, 6666, 6667],
  ...[6668, 6669, 6697, 11211, 27017],
]);

/** What is wrong with a webhook's URL, as a message; null if it is fine. */
export function urlProblem(text: string, rules: WebhookRules): string | null {
  const bad = unicodeProblem(text);
  if (bad) return bad;
  if (text.length > URL_LENGTH) return `must be at most ${URL_LENGTH} characters`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return rules.http ? "must be an http or https URL" : "must be an https URL";
  }
  if (url.protocol === "http:" && !rules.http) {
    return "must be an https URL: http is not encrypted (the operator can allow it with WEBHOOK_HTTP=allow)";
  }
  if (url.href.length > URL_LENGTH) return `must be at most ${URL_LENGTH} characters`;
  if (url.username || url.password) return "must not contain a user name or password";
  if (url.port !== "" && WRONG_PORTS.has(Number(url.port))) {
    return `must not use port ${url.port}, which no webhook receiver uses`;
  }
  return rules.private ? null : hostProblem(url.hostname);
}

/** The URL parser has already normalised all spellings of an address (0x7f.1, 2130706433). */
export function hostProblem(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const isInside = isIP(host) === 0 ? isInsideName(host) : !isPublicAddress(host);
  return isInside ? INSIDE_ADDRESS : null;
}

export const INSIDE_ADDRESS =
  "must be on the public internet, not on this machine or a private network (the operator can allow that with WEBHOOK_PRIVATE=allow)";

export function rulesOf(config: { webhookHttp: "refuse" | "allow"; webhookPrivate: "refuse" | "allow" }): WebhookRules {
  return { http: config.webhookHttp === "allow", private: config.webhookPrivate === "allow" };
}

/** By the special-purpose address registries (RFC 6890 and later), plus cloud-internal addresses. */
const SPECIAL_4 = createNumberMatcher([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"],
  ...["168.63.129.16/32", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]);
/** The global internet, */
const GLOBAL_6 = createNumberMatcher(["2000::/3"]);
/** except these: protocols such as Teredo, documentation, 6to4, AS112. */
const SPECIAL_6 = createNumberMatcher([
  ...["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"],
]);
/** Embeds an IPv4 address for IPv6-only networks. */
const NAT64 = createNumberMatcher(["64:ff9b::/96"]);
const MAPPED = createNumberMatcher(["::ffff:0:0/96"]);

export function isPublicAddress(text: string): boolean {
  const number = ipv4Number(text);
  if (number >= 0) return !SPECIAL_4.has4(number);
  const groups = ipv6Groups(text);
  // A zone names an interface of this machine.
  if (groups === null || text.includes("%")) return false;
  if (NAT64.has6(groups) || MAPPED.has6(groups)) return !SPECIAL_4.has4(carriedNumber(groups));
  return GLOBAL_6.has6(groups) && !SPECIAL_6.has6(groups);
}
