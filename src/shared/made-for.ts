/** Makes a value once for each key, and again when the key has changed. */
export function madeFor<T>(key: () => string, make: (key: string) => T): () => T {
  let made: { key: string; value: T } | undefined;
  return () => {
    const now = key();
    if (made?.key !== now) made = { key: now, value: make(now) };
    return made.value;
  };
}
