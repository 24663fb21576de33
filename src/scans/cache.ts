/**
 * A bounded memory of computed values: two generations of half the size each. A full young
 * generation becomes the old one, and what is used again moves back: as good as least-recently-used
 * for hot keys, at the cost of one Map look-up.
 */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): T;
  delete(key: string): void;
}

export function createCache<T>(size: number): Cache<T> {
  const half = Math.max(1, Math.floor(size / 2));
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  const set = (key: string, value: T): T => {
    if (young.size >= half) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
  return {
    set,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      return aged === undefined ? undefined : set(key, aged);
    },
  };
}

const LONGEST_KEY = 512;

/** A key that cannot fill the memory: cut if need be, and copied, for a slice keeps the whole alive. */
export const shortKey = (text: string): string =>
  text.length <= LONGEST_KEY ? text : Buffer.from(text.slice(0, LONGEST_KEY)).toString();
