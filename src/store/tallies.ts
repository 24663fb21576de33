/**
 * Scans by agent and place, packed into one value: the number of agents, then ids and counts of these and of places, as
 * varints.
 */
import { pushVarint, readVarints } from "../shared/varints.ts";

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
  const values = readVarints(packed);
  const firstPlace = 1 + 2 * values[0]!;
  for (let i = 1; i < values.length; i += 2) {
    const counts = i < firstPlace ? sums.agents : sums.places;
    counts[values[i]!] = (counts[values[i]!] ?? 0) + values[i + 1]!;
  }
  return sums;
}

export function tallyOf(sums: TallySums): VisitTally {
  const counted = (counts: readonly number[]) => {
    const byId = new Map<number, number>();
    counts.forEach((count, id) => void byId.set(id, count));
    return byId;
  };
  return { agents: counted(sums.agents), places: counted(sums.places) };
}

export const countOf = (counts: ReadonlyMap<number, number>): number => counts.values().reduce((sum, n) => sum + n, 0);
