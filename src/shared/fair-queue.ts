/**
 * A round-robin queue by caller: a caller with many waiting jobs delays others by one job at most, including the running
 * one. When the queue is full, the newest job of the caller with the most jobs is refused, so a flood displaces itself.
 */
export interface FairQueue<T> {
  /** Returns the refused job, which may be an earlier one; undefined if there was space. */
  add(caller: string, job: T): T | undefined;
  /** The oldest job of the next caller that may run now. */
  next(mayRun?: (caller: string) => boolean): T | undefined;
  /** Whether it was still queued. */
  remove(caller: string, job: T): boolean;
  size(): number;
  sizeOf(caller: string): number;
}

export interface FairQueueOptions {
  /** For all callers together. */
  limit: number;
  ofCaller?: number;
}

export function createFairQueue<T>({ limit, ofCaller = limit }: FairQueueOptions): FairQueue<T> {
  /** In round-robin order. */
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
    next(mayRun = () => true) {
      const [first, second] = lines.keys().filter(mayRun);
      if (first === undefined) return undefined;
      const caller = first === last && second !== undefined ? second : first;
      const line = lines.get(caller)!;
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
    sizeOf: (caller) => lines.get(caller)?.length ?? 0,
  };
}
