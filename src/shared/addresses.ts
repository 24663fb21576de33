import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** Address blocks by the words an operator may write for them. */
const NAMED_BLOCKS: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** The eight 16-bit groups of an IPv6 address that `isIPv6` accepts. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const expand = (side: string): number[] =>
    side === ""
      ? []
      : side.split(":").flatMap((group) => {
          if (!group.includes(".")) return [Number.parseInt(group, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const left = expand(head);
  const right = tail === undefined ? [] : expand(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const dotted = (high = 0, low = 0): string => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/** One spelling per address: no zone, lower case, and IPv4 for a v4-mapped IPv6 address. */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return null;
  const address = text.split("%", 1)[0]!.toLowerCase();
  if (!address.startsWith(":") && !address.startsWith("0")) return address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return mapped ? dotted(groups[6], groups[7]) : address;
}

/** The IPv4 address inside a 6to4 (2002::/16) or NAT64 (64:ff9b::/96) one: that is where its user is. */
export function carriedIPv4(address: string): string | null {
  if (address.startsWith("2002:")) {
    const groups = groupsOf(address);
    return dotted(groups[1], groups[2]);
  }
  if (address.startsWith("64:ff9b:") || address.startsWith("0064:ff9b:")) {
    const groups = groupsOf(address);
    if (groups.slice(2, 6).every((group) => group === 0)) return dotted(groups[6], groups[7]);
  }
  return null;
}

/** Whether an address, as `plainAddress` spells it, lies in one of the blocks. */
export function createAddressMatcher(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", prefix] = block.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

function blocksOf(word: string): readonly string[] {
  const named = Object.hasOwn(NAMED_BLOCKS, word.toLowerCase())
    ? NAMED_BLOCKS[word.toLowerCase()]
    : undefined;
  if (named) return named;
  const [address = "", prefix, ...rest] = word.split("/");
  const plain = address.includes("%") ? null : plainAddress(address);
  const bits = plain !== null && isIP(plain) === 4 ? 32 : 128;
  // A mapped block such as ::ffff:10.0.0.0/104 is refused, its prefix would count other bits.
  const sound =
    plain !== null &&
    rest.length === 0 &&
    (prefix === undefined ||
      (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && isIP(address) === isIP(plain)));
  if (!sound) {
    throw new Error(
      `TRUSTED_PROXIES has "${word}", which is not an address, a block such as 10.0.0.0/8, "loopback" or "private".`,
    );
  }
  return [prefix === undefined ? plain : `${plain}/${Number(prefix)}`];
}

/** Reads a list such as "loopback, 10.0.0.0/8 2001:db8::1" into addresses and blocks. */
export const parseTrustedProxies = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .flatMap(blocksOf);
