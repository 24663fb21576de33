import type { Groups } from "../shared/ip-numbers.ts";

/** The MMDB metadata needed to read the search tree. */
export interface TreeShape {
  nodeCount: number;
  /** Bits per record: 24, 28 or 32. A node has two records. */
  recordSize: number;
  ipVersion: number;
}

/**
 * The MMDB search tree: maps an address to its record's number, 0 if there is none. Returns only the number, so that
 * known records need not be decoded again.
 */
export interface PlaceTree {
  find4(address: number): number;
  find6(groups: Groups): number;
}

/** The first 16 bits of an address are looked up in a table instead of walked. */
const TABLE_BITS = 16;

export function createPlaceTree(bytes: Buffer, shape: TreeShape): PlaceTree {
  const { nodeCount, ipVersion } = shape;
  const child = childOf(bytes, shape.recordSize);

  function descend(node: number, value: number, bits: number): number {
    let at = node;
    for (let bit = bits - 1; bit >= 0 && at < nodeCount; bit--) {
      at = child(at, (value >>> bit) & 1);
    }
    return at;
  }

  function tableFrom(root: number): Uint32Array {
    const table = new Uint32Array(2 ** TABLE_BITS);
    const fill = (node: number, depth: number, at: number): void => {
      const width = 2 ** (TABLE_BITS - depth);
      if (depth === TABLE_BITS || node >= nodeCount) {
        table.fill(node, at, at + width);
        return;
      }
      fill(child(node, 0), depth + 1, at);
      fill(child(node, 1), depth + 1, at + width / 2);
    };
    fill(root, 0, 0);
    return table;
  }

  // In an IPv6 tree, IPv4 addresses follow 96 zero bits.
  let root4 = 0;
  for (let i = 0; ipVersion === 6 && i < 96 && root4 < nodeCount; i++) root4 = child(root4, 0);
  const table4 = tableFrom(root4);
  const table6 = ipVersion === 6 ? tableFrom(0) : null;
  const record = (at: number): number => (at > nodeCount ? at : 0);

  return {
    find4: (address) => record(descend(table4[address >>> TABLE_BITS]!, address, 32 - TABLE_BITS)),
    find6(groups) {
      if (table6 === null) return 0;
      let at = table6[groups[0]!]!;
      for (let i = 1; i < 8 && at < nodeCount; i++) at = descend(at, groups[i]!, 16);
      return record(at);
    },
  };
}

/** Reads the left (0) or right (1) record of a node. */
function childOf(bytes: Buffer, recordSize: number): (node: number, side: number) => number {
  if (recordSize === 24) {
    return (node, side) => {
      const at = node * 6 + side * 3;
      return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    };
  }
  if (recordSize === 28) {
    // The middle byte holds the highest four bits of both.
    return (node, side) => {
      const at = node * 7;
      const high = side === 0 ? bytes[at + 3]! >> 4 : bytes[at + 3]! & 15;
      const low = at + side * 4;
      return (high << 24) | (bytes[low]! << 16) | (bytes[low + 1]! << 8) | bytes[low + 2]!;
    };
  }
  if (recordSize === 32) return (node, side) => bytes.readUInt32BE(node * 8 + side * 4);
  throw new Error(`its records have ${recordSize} bits, and only 24, 28 and 32 are known`);
}
