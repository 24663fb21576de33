/** Huffman codes as deflate wants them: lengths first, the codes follow from them. */

/** More than the symbols of any alphabet: keeps a symbol beside its count in one number. */
const SYMBOLS = 512;

/** Scratch space, shared by all calls: making typed arrays anew would take most of the time. */
const keys = new Float64Array(SYMBOLS);
const weights = new Float64Array(2 * SYMBOLS);
const parents = new Uint16Array(2 * SYMBOLS);
const depths = new Uint8Array(2 * SYMBOLS);

/** The symbols that occur, the rarest first, left in `keys`. */
function sortUsed(counts: Uint32Array): number {
  let used = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    if (counts[symbol]) keys[used++] = (counts[symbol] as number) * SYMBOLS + symbol;
  }
  keys.subarray(0, used).sort();
  return used;
}

/** Joins the two lightest parts again and again; returns how deep each symbol then lies. */
function treeDepths(counts: Uint32Array, limit: number): number[] | undefined {
  const used = sortUsed(counts);
  const nodes = 2 * used - 1;
  for (let i = 0; i < used; i++) weights[i] = Math.floor((keys[i] as number) / SYMBOLS);
  let leaf = 0;
  let inner = used;
  for (let node = used; node < nodes; node++) {
    weights[node] = 0;
    for (let child = 0; child < 2; child++) {
      const takeLeaf =
        leaf < used && (inner >= node || (weights[leaf] as number) <= (weights[inner] as number));
      const lightest = takeLeaf ? leaf++ : inner++;
      parents[lightest] = node;
      weights[node] = (weights[node] as number) + (weights[lightest] as number);
    }
  }
  depths[nodes - 1] = 0;
  const lengths = new Array<number>(counts.length).fill(0);
  for (let node = nodes - 2; node >= 0; node--) {
    const depth = (depths[parents[node] as number] as number) + 1;
    if (depth > limit) return undefined;
    depths[node] = depth;
    if (node < used) lengths[(keys[node] as number) % SYMBOLS] = depth;
  }
  return lengths;
}

/** Code lengths of at most `limit` bits; symbols that never occur get none. */
export function codeLengths(counts: Uint32Array, limit: number): number[] {
  let used = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol]) used++;
  if (used < 2) return [...counts].map((count) => (count ? 1 : 0));
  // Flattening the counts until the tree is shallow enough costs next to nothing in size.
  for (let flat = counts; ; flat = flat.map((count) => (count ? (count >> 1) + 1 : 0))) {
    const lengths = treeDepths(flat, limit);
    if (lengths) return lengths;
  }
}

/** The canonical codes for the lengths, bits reversed, since deflate sends them from the top. */
export function codesOf(lengths: number[]): number[] {
  const next = new Array<number>(17).fill(0);
  for (const length of lengths) if (length) (next[length + 1] as number)++;
  for (let length = 1; length < 17; length++) {
    next[length] = ((next[length - 1] as number) + (next[length] as number)) << 1;
  }
  return lengths.map((length) => (length ? reversed((next[length] as number)++, length) : 0));
}

function reversed(code: number, length: number): number {
  let out = 0;
  for (let i = 0; i < length; i++) out |= ((code >> i) & 1) << (length - 1 - i);
  return out;
}
