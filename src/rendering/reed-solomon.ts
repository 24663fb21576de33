/** Exponential and logarithm tables of GF(256) over x^8 + x^4 + x^3 + x^2 + 1. */
const POWER = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++, value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)) {
  // Doubled, so that the sum of two logarithms needs no modulo.
  POWER[i] = value;
  POWER[i + 255] = value;
  LOG[value] = i;
}

const times = (a: number, b: number): number =>
  a && b ? (POWER[(LOG[a] as number) + (LOG[b] as number)] as number) : 0;

/** The product of (x - 2^i) for i below `degree`, without its leading 1, highest power first. */
function generatorPolynomial(degree: number): Uint8Array {
  const out = new Uint8Array(degree);
  out[degree - 1] = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      out[j] = times(out[j] as number, POWER[i] as number) ^ (out[j + 1] ?? 0);
    }
  }
  return out;
}

/** Per parity length: every byte times every coefficient of the generator polynomial. */
const productTables = new Map<number, Uint8Array>();

function productTable(parity: number): Uint8Array {
  const known = productTables.get(parity);
  if (known) return known;
  const generator = generatorPolynomial(parity);
  const table = new Uint8Array(256 * parity);
  for (let byte = 0; byte < 256; byte++) {
    for (let j = 0; j < parity; j++) table[byte * parity + j] = times(byte, generator[j] as number);
  }
  productTables.set(parity, table);
  return table;
}

/** The parity of a block: its remainder modulo the generator polynomial. */
export function parityOf(block: Uint8Array, parity: number): Uint8Array {
  const table = productTable(parity);
  const out = new Uint8Array(parity + 1);
  for (const byte of block) {
    const row = (byte ^ (out[0] as number)) * parity;
    for (let j = 0; j < parity; j++) {
      out[j] = (out[j + 1] as number) ^ (table[row + j] as number);
    }
  }
  return out.subarray(0, parity);
}
