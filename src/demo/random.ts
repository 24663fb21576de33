/** The same numbers on every run, so that everyone's demo looks alike. */
export interface Random {
  /** From 0 to 1. */
  next(): number;
  pick<T>(weighted: readonly (readonly [T, number])[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick(weighted) {
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      return weighted.at(-1)![0];
    },
  };
}
