import type { Caller } from "./caller.ts";

export interface FairQueueOptions {
  /** Of everybody together. */
  limit: number;
  ofPerson?: number;
  /** Of one workspace or network of a person. */
  ofPart?: number;
}

/** A line of jobs, or lines that take turns. */
interface Waiting<T> {
  size(): number;
  /** Returns the refused job, which may be an earlier one; undefined if there was space. */
  add(job: T, path: readonly string[]): T | undefined;
  next(): T | undefined;
  dropNewest(): T;
  remove(job: T, path: readonly string[]): boolean;
}

function createLine<T>(limit: number): Waiting<T> {
  const jobs: T[] = [];
  return {
    size: () => jobs.length,
    add: (job) => (jobs.length < limit ? void jobs.push(job) : job),
    next: () => jobs.shift(),
    dropNewest: () => jobs.pop()!,
    remove(job) {
      const at = jobs.indexOf(job);
      if (at >= 0) jobs.splice(at, 1);
      return at >= 0;
    },
  };
}

/** Round-robin by name. When it is full, the name with the most jobs loses its newest one. */
function createRound<T>(limit: number, createMember: () => Waiting<T>) {
  /** In the order of their turns. The last one served stays, also without jobs, until the next turn. */
  const members = new Map<string, Waiting<T>>();
  let last: string | undefined;
  let size = 0;

  /** Only when the job has ended, so that whoever arrived while it ran is ahead. */
  function endTurn(name: string): void {
    const member = members.get(name);
    if (!member) return;
    members.delete(name);
    if (member.size() > 0) members.set(name, member);
  }

  function clean(name: string, member: Waiting<T>): void {
    if (member.size() === 0 && name !== last) members.delete(name);
  }

  function dropNewest(): T {
    const [name, member] = [...members].reduce((a, b) => (b[1].size() >= a[1].size() ? b : a));
    const job = member.dropNewest();
    size -= 1;
    clean(name, member);
    return job;
  }

  return {
    size: () => size,
    sizeOf: (name: string): number => members.get(name)?.size() ?? 0,
    add(job: T, [name = "", ...path]: readonly string[]): T | undefined {
      const member = members.get(name) ?? createMember();
      members.set(name, member);
      const refused = member.add(job, path);
      if (refused !== undefined) return refused;
      size += 1;
      return size > limit ? dropNewest() : undefined;
    },
    next(mayRun: (name: string) => boolean = () => true): T | undefined {
      if (last !== undefined) endTurn(last);
      const found = members.entries().find(([name, member]) => member.size() > 0 && mayRun(name));
      if (!found) return undefined;
      last = found[0];
      size -= 1;
      return found[1].next();
    },
    endTurn,
    dropNewest,
    remove(job: T, [name = "", ...path]: readonly string[]): boolean {
      const member = members.get(name);
      if (!member?.remove(job, path)) return false;
      size -= 1;
      clean(name, member);
      return true;
    },
  };
}

/**
 * A round-robin queue by person, and within a person's turns by workspace or network: somebody with many waiting jobs
 * delays others by one job at most, including the running one. When it is full, who has the most loses the newest job,
 * so a flood displaces itself.
 */
export function createFairQueue<T>({ limit, ofPerson = limit, ofPart = ofPerson }: FairQueueOptions) {
  const people = createRound<T>(limit, () => createRound<T>(ofPerson, () => createLine<T>(ofPart)));
  const pathOf = ({ person, part = "" }: Caller) => [person, part];
  return {
    /** Returns the refused job, which may be an earlier one; undefined if there was space. */
    add: (caller: Caller, job: T): T | undefined => people.add(job, pathOf(caller)),
    /** The oldest job of the next person who may be served now. */
    next: (mayRun?: (person: string) => boolean): T | undefined => people.next(mayRun),
    /** Where several jobs run at once: somebody's job has ended. Otherwise it is the one before the next. */
    endTurn: (person: string): void => people.endTurn(person),
    /** Whether it was still waiting. */
    remove: (caller: Caller, job: T): boolean => people.remove(job, pathOf(caller)),
    size: (): number => people.size(),
    sizeOf: (person: string): number => people.sizeOf(person),
  };
}
