/**
 * Scans by agent and place, packed into one value: the number of agents, then ids and counts of these and of places, as
 * varints.
 */
import { CONTINUED, pushVarint } from "../shared/varints.ts";

export const HOURS_A_DAY = 24;

/** The number of scans by the ids of agents and of places. */
export type VisitTally = Record<"agents" | "places", Map<number, number>>;

/** Sums of tallies: lists by id, with gaps, which are several times faster than maps. */
export type TallySums = Record<keyof VisitTally, number[]>;

export const emptySums = (): TallySums => ({ agents: [], places: [] });

export function packTally({ agents, places }: VisitTally): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, agents.size);
  for (const counts of [agents, places]) {
    for (const [id, count] of counts) {
      pushVarint(bytes, id);
      pushVarint(bytes, count);
    }
  }
  return Buffer.from(bytes);
}

export function addTally(sums: TallySums, packed: Uint8Array): TallySums {
  addPairs(sums.agents, sums.places, packed);
  return sums;
}

/**
 * Adds so many pairs of an id and a count to the first list, which the first number says if it is not given, and the
 * rest to the second. Reads the numbers one by one: a list of them would take as long as adding them up.
 */
function addPairs(first: number[], second: number[], packed: Uint8Array, pairs = -1): void {
  let left = pairs;
  let counts = left === 0 ? second : first;
  let id = -1;
  let value = 0;
  let shift = 0;
  for (let i = 0; i < packed.length; i++) {
    const byte = packed[i]!;
    value |= (byte & (CONTINUED - 1)) << shift;
    if (byte >= CONTINUED) {
      shift += 7;
      continue;
    }
    if (left < 0) left = value;
    else if (id < 0) {
      if (left === 0) counts = second;
      else left--;
      id = value;
    } else {
      counts[id] = (counts[id] ?? 0) + value;
      id = -1;
    }
    value = 0;
    shift = 0;
  }
}

export function tallyOf(sums: TallySums): VisitTally {
  const counted = (counts: readonly number[]) => {
    const byId = new Map<number, number>();
    counts.forEach((count, id) => void byId.set(id, count));
    return byId;
  };
  return { agents: counted(sums.agents), places: counted(sums.places) };
}

const LENGTH_BYTES = 4;

/** The tallies of the hours of a day, after their lengths. */
export function packHours(hours: readonly VisitTally[]): Uint8Array {
  const packed = hours.map(packTally);
  const lengths = Buffer.alloc(hours.length * LENGTH_BYTES);
  for (const [hour, { length }] of packed.entries()) lengths.writeUInt32LE(length, hour * LENGTH_BYTES);
  return Buffer.concat([lengths, ...packed]);
}

/** The hours from `from` to before `to`. */
export function addHours(sums: TallySums, packed: Uint8Array, from: number, to: number): TallySums {
  const lengths = new DataView(packed.buffer, packed.byteOffset, HOURS_A_DAY * LENGTH_BYTES);
  let at = HOURS_A_DAY * LENGTH_BYTES;
  for (let hour = 0; hour < to; hour++) {
    const end = at + lengths.getUint32(hour * LENGTH_BYTES, true);
    if (hour >= from) addTally(sums, packed.subarray(at, end));
    at = end;
  }
  return sums;
}

/** The number of scans by some id. */
export function packCounts(counts: ReadonlyMap<number, number>): Uint8Array {
  const bytes: number[] = [];
  for (const pair of counts) for (const value of pair) pushVarint(bytes, value);
  return Buffer.from(bytes);
}

/** Like a tally without agents. */
export const addCounts = (sums: number[], packed: Uint8Array): void => addPairs(sums, sums, packed, 0);

export const countOf = (counts: ReadonlyMap<number, number>): number => counts.values().reduce((sum, n) => sum + n, 0);
