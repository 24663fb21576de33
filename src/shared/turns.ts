/**
 * Works of one name run one after another, those of different names side by side: however much one
 * caller asks for at once, only one piece of it stands in anybody's way.
 */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    last.set(name, mine);
    try {
      await before;
      return await work();
    } finally {
      resolve();
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
