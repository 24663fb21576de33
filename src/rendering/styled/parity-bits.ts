import { parityOf } from "../reed-solomon.ts";

/** A system of linear equations over GF(2). A row has the coefficients, 32 per word, then the right-hand side. */
export interface Equations {
  /** Adds equations if they are consistent with all before; otherwise adds none and returns false. */
  take(equations: Int32Array[]): boolean;
  /** A solution of all equations added. */
  solve(): Uint8Array;
}

const bitOf = (words: Int32Array, bit: number): number => ((words[bit >>> 5] as number) >>> (bit & 31)) & 1;

export function createEquations(unknowns: number): Equations {
  const sumWord = Math.ceil(unknowns / 32);
  const taken: { pivot: number; equation: Int32Array }[] = [];

  function add(into: Int32Array, other: Int32Array): void {
    for (let i = 0; i <= sumWord; i++) into[i] = (into[i] as number) ^ (other[i] as number);
  }

  /** The first unknown of an equation, or -1. */
  function firstOf(equation: Int32Array): number {
    for (let word = 0; word < sumWord; word++) {
      const bits = equation[word] as number;
      if (bits !== 0) return 32 * word + 31 - Math.clz32(bits & -bits);
    }
    return -1;
  }

  return {
    take(equations) {
      const before = taken.length;
      for (const given of equations) {
        const equation = given.slice();
        for (const { pivot, equation: other } of taken) {
          if (bitOf(equation, pivot) === 1) add(equation, other);
        }
        const pivot = firstOf(equation);
        if (pivot >= 0) taken.push({ pivot, equation });
        else if (equation[sumWord] !== 0) {
          taken.length = before;
          return false;
        }
      }
      return true;
    },
    solve() {
      const bits = new Uint8Array(unknowns);
      // A row contains no pivot of an earlier one, so substitute from the last.
      for (const { pivot, equation } of taken.toReversed()) {
        let sum = equation[sumWord] as number;
        for (let bit = 0; bit < unknowns; bit++) {
          if (bit !== pivot && bitOf(equation, bit) === 1) sum ^= bits[bit] as number;
        }
        bits[pivot] = sum & 1;
      }
      return bits;
    },
  };
}

/** For each bit of the block's codewords from `free` on, the parity that it alone produces. */
export function parityOfBits(length: number, free: number, parity: number): Uint8Array[] {
  const out: Uint8Array[] = [];
  for (let at = free; at < length; at++) {
    for (let bit = 7; bit >= 0; bit--) {
      const tail = new Uint8Array(length - at);
      tail[0] = 1 << bit;
      out.push(parityOf(tail, parity).slice());
    }
  }
  return out;
}
