/**
 * A bounded cache with two generations of half the size each. `weigh` returns a value's share of the size, by default
 * 1. A full young generation becomes the old one, and used entries move back: as good as LRU for hot keys, at the
 * cost of one Map look-up.
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

const MAX_KEY_LENGTH = 512;

/** A key of bounded length, copied, because a slice would keep the whole string alive. */
export const shortKey = (text: string): string =>
  text.length <= MAX_KEY_LENGTH ? text : Buffer.from(text.slice(0, MAX_KEY_LENGTH)).toString();
