/** Which addresses a webhook may be sent to: those of the public internet, and no others. */
import { carriedNumber, createNumberMatcher, ipv4Number, ipv6Groups } from "../shared/ip-numbers.ts";

/** By the registries of special-purpose addresses (RFC 6890 and later ones), and what clouds have inside. */
const SPECIAL_4 = createNumberMatcher([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"],
  ...["168.63.129.16/32", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]);
/** All of the global internet is in here, */
const GLOBAL_6 = createNumberMatcher(["2000::/3"]);
/** but these: protocols (Teredo among them), documentation, 6to4, AS112. */
const SPECIAL_6 = createNumberMatcher([
  ...["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"],
]);
/** Carries an IPv4 address for networks that have none of their own. */
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
