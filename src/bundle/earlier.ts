/**
 * Reads bundles of version 1, which had counts by day and month next to scans, as if they were of this version. Counts
 * of days whose scans are not in the bundle become forgotten scans. Values of a day (or of a month, where the values of
 * its days are gone) are laid next to each other in sorted order, since nothing says which phone was in which town;
 * totals by quarter of an hour and by value stay exact.
 */
import { type Static, Type } from "typebox";
import { dayOf, monthOf } from "../shared/days.ts";
import { createTaker, type Line, readLines, recordsOf } from "./files.ts";
import type { Kind } from "./format.ts";
import { type HistoryRecord, type ScanRecord, shapeProblem } from "./record-schemas.ts";

const count = Type.Integer({ minimum: 0 });
const agent = Type.Tuple([Type.String(), Type.String(), Type.String()]);
const place = Type.Tuple([
  Type.String(),
  Type.Union([Type.String(), Type.Null()]),
  Type.Union([Type.Number(), Type.Null()]),
  Type.Union([Type.Number(), Type.Null()]),
]);
/** What else a record must be is checked when it is one of this version. */
const SCHEMA = Type.Object({
  codeId: Type.String(),
  daily: Type.Array(
    Type.Union([
      Type.Tuple([Type.String(), Type.Integer(), Type.String(), count]),
      Type.Tuple([Type.Literal("pair"), Type.Integer(), Type.Tuple([agent, place]), count]),
    ]),
  ),
  quarters: Type.Array(
    Type.Tuple([
      Type.Integer(),
      Type.Array(Type.Tuple([count, count])),
      Type.Union([Type.Tuple([Type.Integer(), count, count, count]), Type.Null()]),
    ]),
  ),
  monthly: Type.Array(Type.Tuple([Type.String(), Type.Integer(), Type.String(), count])),
  uncounted: Type.Array(Type.Unknown()),
  imported: Type.Array(Type.Unknown()),
  changes: Type.Array(Type.Unknown()),
});
type EarlierHistory = Static<typeof SCHEMA>;

interface EarlierCode {
  id: string;
  /** Scans of earlier days are only counted. It is the first of a month. */
  rawScansFrom: string;
  /** Earlier days are also counted by month. */
  foldedBefore: string;
}

const dayIn = (date: string): number => dayOf(Date.parse(date));

export const linesOfBundle = (dir: string, version: number, kind: Kind): AsyncGenerator<Line> => {
  if (version === 1 && kind === "history") return historyLines(dir);
  return version === 1 && kind === "scans" ? scanLines(dir) : readLines(dir, kind);
};

/** The records of a verified bundle. */
export async function* recordsOfBundle<T>(dir: string, version: number, kind: Kind): AsyncGenerator<T> {
  for await (const { record, isLeftOut } of linesOfBundle(dir, version, kind)) if (!isLeftOut) yield record as T;
}

/** Lines with their codes, which are in the same order. Lines that belong to no code, or are out of order, have none. */
async function* withCodes(dir: string, kind: "history" | "scans") {
  const idOf = ({ record }: Line) => {
    const { codeId, qrCodeId } = (record ?? {}) as Record<string, unknown>;
    return kind === "scans" ? qrCodeId : codeId;
  };
  const lines = createTaker(readLines(dir, kind));
  for await (const code of recordsOf<EarlierCode | null | undefined>(dir, "codes")) {
    for await (const line of lines.takeWhile((next) => code != null && idOf(next) === code.id)) {
      yield { line, code: code! };
    }
  }
  for await (const line of lines.takeWhile(() => true)) yield { line, code: null };
}

/** A clock that was set back may have left scans of earlier days, which the counts of these days include. */
async function* scanLines(dir: string): AsyncGenerator<Line> {
  for await (const { line, code } of withCodes(dir, "scans")) {
    const isLeftOut = code !== null && dayIn((line.record as ScanRecord).scannedAt) < dayIn(code.rawScansFrom);
    yield isLeftOut ? { ...line, isLeftOut } : line;
  }
}

/** The last line of a code has its forgotten scans. */
async function* historyLines(dir: string): AsyncGenerator<Line> {
  let held: { code: EarlierCode; counts: EarlierCounts; lines: { where: string; record: HistoryRecord }[] } | undefined;
  function* finish(): Generator<Line> {
    if (!held) return;
    held.lines.at(-1)!.record.days = held.counts.days();
    yield* held.lines;
  }
  for await (const { line, code } of withCodes(dir, "history")) {
    const problem = shapeProblem(SCHEMA, line.record);
    if (problem !== null) {
      yield line.record === undefined ? line : { ...line, record: undefined, problem };
      continue;
    }
    const { where } = line;
    const earlier = line.record as EarlierHistory;
    if (code === null) {
      yield { where, record: recordOf(earlier) };
      continue;
    }
    if (held?.code !== code) {
      yield* finish();
      held = { code, counts: createEarlierCounts(code), lines: [] };
    }
    held.counts.add(earlier);
    held.lines.push({ where, record: recordOf(earlier) });
  }
  yield* finish();
}

const recordOf = ({ codeId, quarters, uncounted, imported, changes }: EarlierHistory): HistoryRecord => {
  const visitors = quarters.flatMap(([, , visited]) => (visited === null ? [] : [visited]));
  return { codeId, days: [], visitors, uncounted, imported, changes } as HistoryRecord;
};

type Counts = Map<string, number>;
const VALUES = ["device", "browser", "os", "country", "city"] as const;
type Values = Record<(typeof VALUES)[number], Counts>;

const noValues = (): Values => ({
  ...{ device: new Map(), browser: new Map(), os: new Map() },
  ...{ country: new Map(), city: new Map() },
});
const isValue = (name: string): name is keyof Values => (VALUES as readonly string[]).includes(name);

/** What is known of a day without scans. */
interface EarlierDay {
  quarters: [quarter: number, count: number][];
  values: Values;
  /** By their JSON, of scans whose values were kept together. */
  agents: Counts;
  places: Counts;
  placements: Counts;
}

type EarlierCounts = ReturnType<typeof createEarlierCounts>;

function createEarlierCounts({ rawScansFrom, foldedBefore }: EarlierCode) {
  const rawFrom = dayIn(rawScansFrom);
  const foldedTo = dayIn(foldedBefore);
  const days = new Map<number, EarlierDay>();
  /** Values of months less those of their days, which leaves those of days without values. */
  const months = new Map<number, Values>();
  const dayAt = (day: number): EarlierDay => {
    const none = { quarters: [], values: noValues(), agents: new Map(), places: new Map(), placements: new Map() };
    const found = days.get(day) ?? none;
    days.set(day, found);
    return found;
  };
  const addToMonth = (month: number, name: keyof Values, value: string, more: number) => {
    const values = months.get(month) ?? noValues();
    months.set(month, values);
    add(values[name], value, more);
  };

  return {
    add({ daily, quarters, monthly }: EarlierHistory): void {
      for (const [name, day, value, n] of daily) {
        if (day >= rawFrom) continue;
        const { agents, places, placements, values } = dayAt(day);
        if (typeof value !== "string") {
          add(agents, JSON.stringify(value[0]), n);
          add(places, JSON.stringify(value[1]), n);
        } else if (name === "placement") add(placements, value, n);
        else if (isValue(name)) {
          add(values[name], value, n);
          if (day < foldedTo) addToMonth(monthOf(day), name, value, -n);
        }
      }
      for (const [day, counts] of quarters) if (day < rawFrom) dayAt(day).quarters.push(...counts);
      for (const [name, month, value, n] of monthly) {
        if (isValue(name) && month < monthOf(rawFrom)) addToMonth(month, name, value, n);
      }
    },

    days(): HistoryRecord["days"] {
      const pools = new Map<number, { agents: Counts; places: Counts }>();
      for (const [month, values] of months) pools.set(month, { agents: agentsIn(values), places: placesIn(values) });
      const inOrder = [...days].filter(([, { quarters }]) => countIn(quarters) > 0).sort(([a], [b]) => a - b);
      return inOrder.map(([day, { quarters, agents, places, values, placements }]) => {
        const total = countIn(quarters);
        const pool = pools.get(monthOf(day));
        const complete = (known: Counts[], rest: Counts | undefined, none: string) => {
          const share = takeShare(rest, total - countIn([...known.flatMap((some) => [...some])]));
          const all: Counts = new Map();
          for (const some of [...known, share]) for (const [key, n] of some) add(all, key, n);
          return listed(exactly(all, total, none));
        };
        return {
          day,
          quarters,
          agents: complete([agents, agentsIn(values)], pool?.agents, NO_AGENT),
          places: complete([places, placesIn(values)], pool?.places, NO_PLACE),
          placements: [...placements],
        } as HistoryRecord["days"][number];
      });
    },
  };
}

const UNKNOWN = "Unknown";
const NO_AGENT = JSON.stringify([UNKNOWN, UNKNOWN, UNKNOWN]);
const NO_PLACE = JSON.stringify([UNKNOWN, null, null, null]);

const add = (counts: Counts, key: string, n: number) => void (n !== 0 && counts.set(key, (counts.get(key) ?? 0) + n));

function countIn(counts: Iterable<readonly [unknown, number]>): number {
  let sum = 0;
  for (const [, n] of counts) sum += n;
  return sum;
}

const listed = (counts: Counts) => Array.from(counts, ([key, n]) => [JSON.parse(key), n]);

/** Values with a count, in order. */
const sorted = (counts: Counts): [string, number][] =>
  [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => (a < b ? -1 : 1));

/** By their JSON: devices, browsers and systems, each in order of its names. */
function agentsIn({ device, browser, os }: Values): Counts {
  const lists = [device, browser, os].map(sorted);
  const total = Math.max(...lists.map(countIn));
  for (const list of lists) list.push([UNKNOWN, total - countIn(list)]);
  const agents: Counts = new Map();
  const at = lists.map(() => 0);
  for (let left = total; left > 0; ) {
    for (const [i, list] of lists.entries()) while (list[at[i]!]![1] === 0) at[i]! += 1;
    const heads = lists.map((list, i) => list[at[i]!]!);
    const n = Math.min(...heads.map(([, some]) => some));
    add(agents, JSON.stringify(heads.map(([name]) => name)), n);
    for (const head of heads) head[1] -= n;
    left -= n;
  }
  return agents;
}

/** By their JSON: countries with their cities, whose names begin with that of the country. */
function placesIn({ country, city }: Values): Counts {
  const byCountry = Map.groupBy(sorted(city), ([name]) => name.slice(0, name.indexOf("/")));
  const places: Counts = new Map();
  for (const [name, total] of sorted(country)) {
    let left = total;
    for (const [value, most] of byCountry.get(name) ?? []) {
      const n = Math.min(left, most);
      add(places, JSON.stringify([name, value.slice(name.length + 1), null, null]), n);
      left -= n;
    }
    add(places, JSON.stringify([name, null, null, null]), left);
  }
  return places;
}

/** Takes `n` from a pool, of each value in proportion to its count. */
function takeShare(pool: Counts | undefined, n: number): Counts {
  const taken: Counts = new Map();
  if (!pool || n <= 0) return taken;
  const all = countIn(pool);
  const share = Math.min(n, all);
  const quotas = Array.from(pool, ([key, held]) => {
    const exact = (held * share) / all;
    return { key, held, whole: Math.floor(exact), part: exact % 1 };
  });
  let left = share - quotas.reduce((sum, { whole }) => sum + whole, 0);
  for (const { key, held, whole } of quotas.sort((a, b) => b.part - a.part)) {
    const more = left > 0 && whole < held ? 1 : 0;
    left -= more;
    add(taken, key, whole + more);
    pool.set(key, held - whole - more);
  }
  return taken;
}

/** As many as there are scans, also if the counts disagree. */
function exactly(counts: Counts, total: number, none: string): Counts {
  const kept: Counts = new Map();
  let left = total;
  for (const [key, held] of counts) {
    const n = Math.min(left, held);
    add(kept, key, n);
    left -= n;
  }
  add(kept, none, left);
  return kept;
}
