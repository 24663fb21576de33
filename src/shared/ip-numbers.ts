/** Parses addresses to numbers on the scan path: allocates no strings and never throws. */

/** Eight groups of 16 bits. */
export type Groups = readonly number[];

const DOT = 46;
const COLON = 58;

/** An IPv4 address as a number from 0 to 2^32 - 1; -1 for any other text. */
export function ipv4Number(text: string): number {
  return text.length < 7 || text.length > 15 ? -1 : dotted(text, 0, text.length);
}

function dotted(text: string, from: number, to: number): number {
  let value = 0;
  let part = -1;
  let dots = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit === DOT) {
      if (part < 0 || dots === 3) return -1;
      value = value * 256 + part;
      part = -1;
      dots += 1;
      continue;
    }
    const digit = unit - 48;
    // A leading zero means octal to some parsers and decimal to others: refused.
    if (digit < 0 || digit > 9 || part === 0) return -1;
    part = part < 0 ? digit : part * 10 + digit;
    if (part > 255) return -1;
  }
  return dots === 3 && part >= 0 ? value * 256 + part : -1;
}

function hexDigit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** The groups of an IPv6 address without its zone; null for any other text. */
export function ipv6Groups(text: string): Groups | null {
  const zone = text.indexOf("%");
  if (zone === text.length - 1 && zone >= 0) return null;
  const end = zone < 0 ? text.length : zone;
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  /** The position of "::"; -1 if there is none. */
  let gap = -1;
  let i = 0;
  if (end >= 2 && text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return null;
    gap = 0;
    i = 2;
  }
  while (i < end) {
    if (count === 8) return null;
    const start = i;
    let group = 0;
    for (; i < end; i++) {
      const digit = hexDigit(text.charCodeAt(i));
      if (digit < 0) break;
      group = group * 16 + digit;
    }
    if (i === start || i - start > 4) return null;
    if (i < end && text.charCodeAt(i) === DOT) {
      const last = dotted(text, start, end);
      if (last < 0 || count > 6) return null;
      groups[count] = Math.floor(last / 65536);
      groups[count + 1] = last % 65536;
      count += 2;
      break;
    }
    groups[count] = group;
    count += 1;
    if (i === end) break;
    if (text.charCodeAt(i) !== COLON) return null;
    i += 1;
    if (i === end) return null;
    if (text.charCodeAt(i) !== COLON) continue;
    if (gap >= 0) return null;
    gap = count;
    i += 1;
  }
  if (gap < 0) return count === 8 ? groups : null;
  if (count === 8) return null;
  // Groups after the gap move to the end.
  for (let n = 1; n <= count - gap; n++) {
    groups[8 - n] = groups[count - n]!;
    groups[count - n] = 0;
  }
  return groups;
}

/**
 * The IPv4 address in an IPv6 address: mapped (::ffff:0:0/96), 6to4 (2002::/16) or NAT64 (64:ff9b::/96); otherwise
 * -1.
 */
export function carriedNumber([a, b, c, d, e, f, g, h]: Groups): number {
  if (a === 0x2002) return b! * 65536 + c!;
  if (c !== 0 || d !== 0 || e !== 0) return -1;
  const carries = (a === 0 && b === 0 && f === 0xffff) || (a === 0x64 && b === 0xff9b && f === 0);
  return carries ? g! * 65536 + h! : -1;
}

interface Range4 {
  first: number;
  last: number;
}

interface Block6 {
  groups: Groups;
  bits: number;
}

export interface NumberMatcher {
  has4(address: number): boolean;
  has6(groups: Groups): boolean;
}

/** Whether an address is in one of the blocks, which must be valid: `10.0.0.0/8`, `fc00::/7`, `::1`. */
export function createNumberMatcher(blocks: readonly string[]): NumberMatcher {
  const ranges: Range4[] = [];
  const blocks6: Block6[] = [];
  for (const block of blocks) {
    const [address = "", prefix] = block.split("/");
    const number = ipv4Number(address);
    if (number >= 0) {
      const size = 2 ** (32 - Number(prefix ?? 32));
      const first = number - (number % size);
      ranges.push({ first, last: first + size - 1 });
      continue;
    }
    const groups = ipv6Groups(address);
    if (groups === null) throw new Error(`${block} is not a block of addresses.`);
    blocks6.push({ groups, bits: Number(prefix ?? 128) });
  }
  return {
    has4(address) {
      for (const { first, last } of ranges) if (address >= first && address <= last) return true;
      return false;
    },
    has6(groups) {
      for (const block of blocks6) if (liesIn(groups, block)) return true;
      return false;
    },
  };
}

function liesIn(address: Groups, { groups, bits }: Block6): boolean {
  for (let i = 0, left = bits; left > 0; i++, left -= 16) {
    const unused = left < 16 ? 16 - left : 0;
    if (address[i]! >> unused !== groups[i]! >> unused) return false;
  }
  return true;
}
