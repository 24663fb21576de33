/** Scans as columns: to merge, to pick from and to forget. */
import { DAY_MS, dayOf, QUARTER_MS, quarterOf } from "../shared/days.ts";

export const ID_BYTES = 16;

/**
 * What is known of a scan, by the number of its column. The placement 0 is the code's own link, the route 0 its own
 * content.
 */
export const FACTS = { agent: 1, place: 2, placement: 3, route: 4 } as const;
export type Fact = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** Scans as columns of the same length. */
export interface ScanColumns extends Record<Fact, Uint32Array> {
  count: number;
  /** Of so many scans, which come first, only the quarter of an hour is known, and their ids are zeros. */
  forgotten: number;
  at: Float64Array;
  /** Sixteen bytes each. */
  ids: Uint8Array;
}

export interface OneScan extends Record<Fact, number> {
  at: number;
  id: Uint8Array;
}

export const emptyColumns = (count: number, forgotten = 0): ScanColumns => ({
  ...{ count, forgotten, at: new Float64Array(count), ids: new Uint8Array(count * ID_BYTES) },
  ...{ agent: new Uint32Array(count), place: new Uint32Array(count) },
  ...{ placement: new Uint32Array(count), route: new Uint32Array(count) },
});

export function columnsOf(scans: readonly OneScan[]): ScanColumns {
  const columns = emptyColumns(scans.length);
  for (const [i, { at, id, ...facts }] of scans.entries()) {
    columns.at[i] = at;
    columns.ids.set(id, i * ID_BYTES);
    for (const name of FACT_NAMES) columns[name][i] = facts[name];
  }
  return columns;
}

export const idAt = ({ ids }: Pick<ScanColumns, "ids">, i: number): Uint8Array =>
  ids.subarray(i * ID_BYTES, (i + 1) * ID_BYTES);

export const factsAt = (columns: Record<Fact, Uint32Array>, row: number): Record<Fact, number> => ({
  ...{ agent: columns.agent[row]!, place: columns.place[row]! },
  ...{ placement: columns.placement[row]!, route: columns.route[row]! },
});

/** Some rows, in the given order. Forgotten ones have to come first. */
export function pick(columns: ScanColumns, rows: ArrayLike<number>): ScanColumns {
  const picked = emptyColumns(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row < columns.forgotten) picked.forgotten += 1;
    picked.at[i] = columns.at[row]!;
    for (let byte = 0; byte < ID_BYTES; byte++) picked.ids[i * ID_BYTES + byte] = columns.ids[row * ID_BYTES + byte]!;
  }
  for (const name of FACT_NAMES) for (let i = 0; i < rows.length; i++) picked[name][i] = columns[name][rows[i]!]!;
  return picked;
}

/** At most so many in each, in order. Before they are forgotten: the columns of a forgotten day belong together. */
export function split(columns: ScanColumns, most: number): ScanColumns[] {
  if (columns.count <= most) return columns.count === 0 ? [] : [columns];
  return Array.from({ length: Math.ceil(columns.count / most) }, (_, part) => {
    const from = part * most;
    return pick(
      columns,
      Array.from({ length: Math.min(most, columns.count - from) }, (_, i) => from + i),
    );
  });
}

/** All of both, in order of time. Scans before the end of the last forgotten day are forgotten too. */
export function merge(one: ScanColumns, other: ScanColumns): ScanColumns {
  const both = emptyColumns(one.count + other.count);
  both.at.set(one.at);
  both.at.set(other.at, one.count);
  both.ids.set(one.ids);
  both.ids.set(other.ids, one.count * ID_BYTES);
  for (const name of FACT_NAMES) {
    both[name].set(one[name]);
    both[name].set(other[name], one.count);
  }
  const isBefore = (a: number, b: number) => (both.at[a]! - both.at[b]! || compareIds(both.ids, a, b)) <= 0;
  let isInOrder = true;
  for (let i = 1; i < both.count && isInOrder; i++) isInOrder = isBefore(i - 1, i);
  const sorted = isInOrder ? both : pick(both, orderOf(both));
  const end = Math.max(forgottenTo(one), forgottenTo(other));
  sorted.forgotten = 0;
  return end === 0 ? sorted : forget(sorted, end);
}

/** A plain array, because its sort is fast for two lists in order, which that of typed arrays is not. */
const orderOf = ({ at, ids }: ScanColumns): number[] =>
  Array.from(at.keys()).sort((a, b) => at[a]! - at[b]! || compareIds(ids, a, b));

/** Whether `merge` forgets nothing but what is forgotten, or was before `end`. */
export const canMerge = (one: ScanColumns, other: ScanColumns, end: number): boolean =>
  Math.max(forgottenTo(one), forgottenTo(other)) <= Math.max(end, Math.min(keptFrom(one), keptFrom(other)));

const keptFrom = ({ at, count, forgotten }: ScanColumns): number => (forgotten < count ? at[forgotten]! : Infinity);

/** The end of the last forgotten day; 0 without any. */
export const forgottenTo = ({ at, forgotten }: ScanColumns): number =>
  forgotten === 0 ? 0 : (dayOf(at[forgotten - 1]!) + 1) * DAY_MS;

export function compareIds(ids: Uint8Array, a: number, b: number): number {
  for (let i = 0; i < ID_BYTES; i++) {
    const difference = ids[a * ID_BYTES + i]! - ids[b * ID_BYTES + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Forgets the times, ids and combinations of all scans before `end`, which is midnight UTC. The columns are in order.
 * What was forgotten before stays so.
 */
export function forget(columns: ScanColumns, end: number): ScanColumns {
  let { forgotten } = columns;
  while (forgotten < columns.count && columns.at[forgotten]! < end) forgotten++;
  if (forgotten === columns.forgotten) return columns;
  const kept = { ...columns, forgotten, at: columns.at.slice(), ids: columns.ids.slice() };
  for (const name of FACT_NAMES) kept[name] = columns[name].slice();
  kept.ids.fill(0, 0, forgotten * ID_BYTES);
  for (let i = 0; i < forgotten; i++) kept.at[i] = quarterOf(kept.at[i]!) * QUARTER_MS;
  for (let from = 0; from < forgotten; ) {
    const day = dayOf(kept.at[from]!);
    let to = from + 1;
    while (to < forgotten && dayOf(kept.at[to]!) === day) to++;
    for (const name of FACT_NAMES) kept[name].subarray(from, to).sort();
    from = to;
  }
  return kept;
}

/** The time in an id of version 7, in Unix ms. */
export function timeIn(ids: Uint8Array, begin = 0): number {
  let time = 0;
  for (let byte = 0; byte < 6; byte++) time = time * 256 + ids[begin + byte]!;
  return time;
}
