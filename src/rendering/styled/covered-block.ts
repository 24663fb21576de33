import type { Block } from "../codewords.ts";
import { parityOf } from "../reed-solomon.ts";
import { createEquations, parityOfBits } from "./parity-bits.ts";

/** A codeword with covered modules, as a camera sees it. */
export interface CoveredCodeword {
  /** Its position in the interleaved symbol. */
  place: number;
  /** Per bit, highest first: the module's position, and 1 dark, 0 light, or -1 unknown. */
  bits: { bit: number; module: number; seen: -1 | 0 | 1 }[];
}

/**
 * A block with covered codewords. Padding has no meaning, and parity is linear in data and padding over GF(2): this
 * solves for padding that makes the covered modules, data or parity, look as they already do.
 */
export function coveredBlock(
  { start, places, data }: Block,
  bytes: Uint8Array,
  firstFree: number,
  covered: ReadonlyMap<number, CoveredCodeword>,
) {
  const parity = places.length - data;
  const own = bytes.subarray(start, start + data);
  const free = Math.min(data, Math.max(0, firstFree - start));
  const unknowns = 8 * (data - free);
  const words = Math.ceil(unknowns / 32);
  const deltas = parityOfBits(data, free, parity);
  const original = [...own, ...parityOf(own, parity)];
  const concerned = places
    .map((place, index) => ({ index, codeword: covered.get(place) }))
    .filter((each): each is { index: number; codeword: CoveredCodeword } => each.codeword != null)
    .sort((a, b) => a.codeword.bits.length - b.codeword.bits.length);

  /** The unknowns that a bit of the block's codewords is a sum of. */
  const coefficients = concerned.map(({ index, codeword }) =>
    codeword.bits.map(({ bit }) => {
      const out = new Int32Array(words + 1);
      const set = (unknown: number) => {
        const word = unknown >>> 5;
        out[word] = (out[word] as number) | (1 << (unknown & 31));
      };
      if (index >= data) {
        for (const [unknown, delta] of deltas.entries()) {
          if (((delta[index - data] as number) >>> (7 - bit)) & 1) set(unknown);
        }
      } else if (index >= free) set(8 * (index - free) + bit);
      return out;
    }),
  );

  /** For a mask: the minimum number of wrong codewords, and data that achieves it. */
  return (inverts: (module: number) => 0 | 1): { spent: number; data: Uint8Array } => {
    const equations = createEquations(unknowns);
    let spent = 0;
    for (const [i, { index, codeword }] of concerned.entries()) {
      const wanted = codeword.bits.map(({ bit, module, seen }, j) => {
        const equation = (coefficients[i]![j] as Int32Array).slice();
        const present = ((original[index] as number) >>> (7 - bit)) & 1;
        equation[words] = present ^ seen ^ inverts(module);
        return equation;
      });
      const isUnsure = codeword.bits.some(({ seen }) => seen < 0);
      if (isUnsure || !equations.take(wanted)) spent++;
    }
    const out = own.slice();
    for (const [unknown, bit] of equations.solve().entries()) {
      const at = free + (unknown >>> 3);
      out[at] = (out[at] as number) ^ (bit << (7 - (unknown & 7)));
    }
    return { spent, data: out };
  };
}
