/** Writes small MMDB files, so that layouts other than the shipped one can be tested. */
type Value = string | number | { [key: string]: Value };

const control = (type: number, size: number): number[] => {
  const [low, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return type > 7 ? [low, type - 7, ...more] : [(type << 5) | low, ...more];
};

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from(control(2, text.length)), text]);
  }
  if (typeof value === "number") {
    const double = Buffer.alloc(8);
    double.writeDoubleBE(value);
    return Buffer.concat([Buffer.from(control(3, 8)), double]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from(control(7, entries.length)),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ]);
}

function encodeUint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([Buffer.from(control(6, 4)), bytes]);
}

/** A tree of IPv4 (or, with 16-byte prefixes, IPv6) in which each prefix has a record. */
export function writeMmdb(records: readonly (readonly [prefix: number[], record: Value])[]): Buffer {
  const nodes: [number, number][] = [[-1, -1]];
  const data: Buffer[] = [];
  let size = 0;
  const leaves: [node: number, bit: 0 | 1, offset: number][] = [];
  for (const [prefix, record] of records) {
    let node = 0;
    const bits = prefix.flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number));
    bits.forEach((bit, depth) => {
      const side = bit === 1 ? 1 : 0;
      if (depth === bits.length - 1) leaves.push([node, side, size]);
      else if (nodes[node]![side] === -1) node = nodes[node]![side] = nodes.push([-1, -1]) - 1;
      else node = nodes[node]![side];
    });
    const bytes = encode(record);
    data.push(bytes);
    size += bytes.length;
  }
  for (const [node, bit, offset] of leaves) nodes[node]![bit] = nodes.length + 16 + offset;
  const tree = Buffer.alloc(nodes.length * 8);
  nodes.flat().forEach((record, at) => {
    tree.writeUInt32BE(record === -1 ? nodes.length : record, at * 4);
  });
  const version = records[0]![0].length > 4 ? 6 : 4;
  const metadata = Buffer.concat([
    Buffer.from(control(7, 3)),
    ...[encode("node_count"), encodeUint(nodes.length)],
    ...[encode("record_size"), encodeUint(32)],
    ...[encode("ip_version"), encodeUint(version)],
  ]);
  const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}
