/**
 * A bounded memory of computed values: two generations of half the size each. `weigh` says how much
 * of the size a value takes, 1 unless told. A full young
 * generation becomes the old one, and what is used again moves back: as good as least-recently-used
 * for hot keys, at the cost of one Map look-up.
 */
export interface BoundedMap<T, K = string> {
  get(key: K): T | undefined;
  set(key: K, value: T): T;
  delete(key: K): void;
}

export function createBoundedMap<T, K = string>(size: number, weigh: (value: T) => number = () => 1): BoundedMap<T, K> {
  const half = Math.max(1, Math.floor(size / 2));
  let young = new Map<K, T>();
  let old = new Map<K, T>();
  /** Of the young generation. */
  let weight = 0;

  const drop = (key: K): void => {
    const value = young.get(key);
    if (value === undefined) return;
    young.delete(key);
    weight -= weigh(value);
  };
  const set = (key: K, value: T): T => {
    if (weight >= half) {
      old = young;
      young = new Map();
      weight = 0;
    }
    drop(key);
    young.set(key, value);
    weight += weigh(value);
    return value;
  };
  return {
    set,
    delete(key) {
      drop(key);
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
