export interface FairQueueOptions {
  /** For all callers together. */
  limit: number;
  ofCaller?: number;
}

/**
 * A round-robin queue by caller: a caller with many waiting jobs delays others by one job at most, including the running
 * one. When the queue is full, the newest job of the caller with the most jobs is refused, so a flood displaces itself.
 */
export function createFairQueue<T>({ limit, ofCaller = limit }: FairQueueOptions) {
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
    /** Returns the refused job, which may be an earlier one; undefined if there was space. */
    add(caller: string, job: T): T | undefined {
      const line = lines.get(caller) ?? [];
      if (line.length >= ofCaller) return job;
      line.push(job);
      lines.set(caller, line);
      size += 1;
      return size > limit ? dropLast() : undefined;
    },
    /** The oldest job of the next caller that may run now. */
    next(mayRun: (caller: string) => boolean = () => true): T | undefined {
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
    /** Whether it was still queued. */
    remove(caller: string, job: T): boolean {
      const line = lines.get(caller) ?? [];
      const place = line.indexOf(job);
      if (place < 0) return false;
      line.splice(place, 1);
      size -= 1;
      if (line.length === 0) lines.delete(caller);
      return true;
    },
    size: (): number => size,
    sizeOf: (caller: string): number => lines.get(caller)?.length ?? 0,
  };
}
