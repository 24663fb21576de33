/**
 * Jobs of many callers, who take turns: somebody with many jobs waiting keeps the others waiting for one of
 * them, the one that runs included. When too many wait, the newest of the caller with the most is refused: a flood pushes out its own.
 */
export interface FairQueue<T> {
  /** Gives the job that is refused, which may be an earlier one; undefined when there is space. */
  add(caller: string, job: T): T | undefined;
  /** The next caller's oldest job. */
  next(): T | undefined;
  /** Whether it was still waiting. */
  remove(caller: string, job: T): boolean;
  size(): number;
}

export interface FairQueueOptions {
  /** Of all callers together. */
  limit: number;
  ofCaller?: number;
}

export function createFairQueue<T>({ limit, ofCaller = limit }: FairQueueOptions): FairQueue<T> {
  /** In the order in which callers have their turns. */
  const lines = new Map<string, T[]>();
  let size = 0;
  /** Whose job was given last, and may still run. */
  let last: string | undefined;

  function dropLast(): T {
    const [caller, line] = [...lines].reduce((a, b) => (b[1].length >= a[1].length ? b : a));
    size -= 1;
    if (line.length === 1) lines.delete(caller);
    return line.pop()!;
  }

  return {
    add(caller, job) {
      const line = lines.get(caller) ?? [];
      if (line.length >= ofCaller) return job;
      line.push(job);
      lines.set(caller, line);
      size += 1;
      return size > limit ? dropLast() : undefined;
    },
    next() {
      const [first, second] = lines;
      if (!first) return undefined;
      const [caller, line] = first[0] === last && second ? second : first;
      last = caller;
      size -= 1;
      lines.delete(caller);
      const job = line.shift();
      if (line.length > 0) lines.set(caller, line);
      return job;
    },
    remove(caller, job) {
      const line = lines.get(caller) ?? [];
      const place = line.indexOf(job);
      if (place < 0) return false;
      line.splice(place, 1);
      size -= 1;
      if (line.length === 0) lines.delete(caller);
      return true;
    },
    size: () => size,
  };
}
