import { isIP, isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { createNumberMatcher, ipv4Number, ipv6Groups } from "./ip-numbers.ts";

const { IPv6 } = ipaddr;

/** Named address blocks for settings. */
const NAMED_BLOCKS: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** In lower case, without a zone, and IPv4 for v4-mapped IPv6 addresses. Cheap, because every scan calls it. */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return null;
  const address = text.split("%", 1)[0]!.toLowerCase();
  // Mapped addresses start with zeros in every spelling.
  if (!address.startsWith(":") && !address.startsWith("0")) return address;
  const parsed = IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : address;
}

/** The network of an address, the same for every spelling: a subscriber has a whole IPv6 /64, a site a /48. */
export function networkOf(address: string, groups: 3 | 4 = 4): string {
  const plain = plainAddress(address);
  if (plain === null || isIPv4(plain)) return plain ?? address;
  const parts = IPv6.parse(plain).parts.slice(0, groups);
  return `${parts.map((part) => part.toString(16)).join(":")}::/${groups * 16}`;
}

/** Whether an address, as returned by `plainAddress`, is in one of the blocks. */
export function createAddressMatcher(blocks: readonly string[]): (address: string) => boolean {
  const { has4, has6 } = createNumberMatcher(blocks);
  return (address) => {
    const number = ipv4Number(address);
    if (number >= 0) return has4(number);
    const groups = ipv6Groups(address);
    return groups !== null && has6(groups);
  };
}

function blocksOf(word: string): readonly string[] {
  const named = Object.hasOwn(NAMED_BLOCKS, word.toLowerCase()) ? NAMED_BLOCKS[word.toLowerCase()] : undefined;
  if (named) return named;
  const [address = "", prefix, ...rest] = word.split("/");
  const plain = address.includes("%") ? null : plainAddress(address);
  const bits = plain !== null && isIP(plain) === 4 ? 32 : 128;
  // Mapped blocks such as ::ffff:10.0.0.0/104 are refused: their prefix would count other bits.
  const sound =
    plain !== null &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && isIP(address) === isIP(plain)));
  if (!sound) {
    throw new Error(
      `TRUSTED_PROXIES has "${word}", which is not an address, a block such as 10.0.0.0/8, "loopback" or "private".`,
    );
  }
  return [prefix === undefined ? plain : `${plain}/${Number(prefix)}`];
}

/** Parses a list such as "loopback, 10.0.0.0/8 2001:db8::1" into addresses and blocks. */
export const parseTrustedProxies = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .flatMap(blocksOf);

const INSIDE =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|cluster\.local|home\.arpa)$/i;

/** Names of this machine or its network, whatever a resolver says: nobody can register them. */
export const isInsideName = (host: string): boolean => !host.includes(".") || INSIDE.test(host);
