/**
 * Settles journal lines: what is looked up, written and counted, and in which order. The engines give the statements.
 */

import type { NotedScans } from "../webhooks/webhook.ts";
import {
  type AsideLine,
  type Lines,
  linesOf,
  type Named,
  readLines,
  type ScanLine,
  type UncountedLine,
} from "./lines.ts";
import { notStored, type StoredScans } from "./not-stored.ts";
import { codesOf, type FoundCode, type FoundPlacement, placeLines, placementsOf } from "./placing.ts";
import { inOrder, type RunLines, settleInHalves, targetsOf, unsettled } from "./run-lines.ts";
import type { SettleReport } from "./scan.ts";
import { SettleAgain, type Settlement, settlementOf } from "./settlement.ts";
import type { DaySpan } from "./visitor-days.ts";
import { type NewVisits, newVisits } from "./visitors.ts";

type Awaitable<T> = T | Promise<T>;
type Found<K, V> = Awaitable<ReadonlyMap<K, V>>;

export type NameTable = "agents" | "places" | "routes";
/** An agent, place or route: its key, and the values of its columns. */
export type Name = Named<readonly (string | number | null)[]>;
/** Ids of agents, places or routes by their keys. */
export type Numbers = ReadonlyMap<string, number>;

/** The last settled line of a run. */
interface Mark {
  run: string;
  before: number;
  last: number;
}

/** The settled scans of a workspace with a webhook. */
interface Note {
  workspace: string;
  count: number;
  data: string;
}

export interface CodeOwner {
  codeNum: number;
  workspace: string;
}

/**
 * The statements of one transaction, on SQLite without promises. PostgreSQL runs them in the order of the calls, which
 * need not wait for each other. Lists are never empty, and of rows to be locked they are sorted, so that two nodes cannot
 * deadlock.
 */
export interface SettleStatements extends StoredScans {
  marks(runs: readonly string[]): Found<string, number>;
  /** A code without counters that is not erased does not exist. */
  codes(ids: readonly string[]): Found<string, FoundCode>;
  placements(ids: readonly string[]): Found<string, FoundPlacement>;
  numbers(table: NameTable, keys: readonly string[]): Found<string, number>;
  /** Workspaces with a webhook for scans. */
  listening(): Awaitable<readonly string[]>;

  addNames(table: NameTable, names: readonly Name[]): Found<string, number>;
  moveMarks(marks: readonly Mark[]): unknown;
  /** Before anything is added to them. */
  lockCodes(nums: readonly number[]): unknown;
  /** After the codes: what moves scans locks these first, too, and may wait for the removal of salts. */
  salts(ids: readonly number[]): Found<number, DaySpan>;
  addUncounted(lines: readonly UncountedLine[]): unknown;
  storeRejected(lines: readonly AsideLine[]): unknown;
  /** Not below 0. */
  addToMeta(name: "lines_dropped" | "lines_missing", value: number): unknown;
  addScans(scans: readonly ScanLine[], numbers: Record<NameTable, Numbers>): unknown;
  addVisitors(visits: readonly NewVisits[]): unknown;
  addToCodes(perCode: Settlement["perCode"]): unknown;
  addToPlacements(perPlacement: Settlement["perPlacement"]): unknown;
  /** Of those codes that belong to one of the workspaces. */
  ownersOf(codeNums: readonly number[], workspaces: readonly string[]): Awaitable<readonly CodeOwner[]>;
  /** One for each workspace, however many webhooks and scans. The oldest notes beyond the limit are dropped. */
  addNotes(notes: readonly Note[]): unknown;
}

export type Settle = (rows: readonly RunLines[]) => Promise<SettleReport>;

export interface SettleEngine {
  /** `work` awaits nothing but the statements. */
  inTransaction<T>(work: (trx: SettleStatements) => Promise<T>): Promise<T>;
  isContentError(error: unknown): boolean;
}

/** Each conflict means that another transaction succeeded, so two nodes cannot block each other for long. */
const TRIES = 20;

export function createSettleWith({ inTransaction, isContentError }: SettleEngine): Settle {
  async function settle(rows: readonly RunLines[]): Promise<SettleReport> {
    for (let left = TRIES; ; left--) {
      const lines = readLines(textOf(rows));
      try {
        return await inTransaction((trx) => settleOnce(trx, rows, lines));
      } catch (error) {
        if (!(error instanceof SettleAgain) || left === 1) throw error;
      }
    }
  }

  const setAside = (row: RunLines, aside: AsideLine) =>
    inTransaction(async (trx) => {
      const marks = await trx.marks([row.run]);
      const { missing } = unsettled([row], marks);
      await moveMarks(trx, [row], marks);
      await trx.storeRejected([aside]);
      if (missing > 0) await trx.addToMeta("lines_missing", missing);
      return missing;
    });

  return (rows) => settleInHalves({ settle, isContentError, setAside }, inOrder(rows));
}

const textOf = (rows: readonly RunLines[]): string[] => linesOf(rows.map(({ lines }) => lines));

async function settleOnce(trx: SettleStatements, given: readonly RunLines[], read: Lines): Promise<SettleReport> {
  const found = await lookUp(trx, given, read);
  const { rows, skipped, missing, missingInJournal } = unsettled(given, found.marks);
  const left = rows === given ? read : readLines(textOf(rows));
  const known = new Set(skipped.length > 0 ? left.scans.map(({ id }) => id) : []);
  const again = readLines(textOf(skipped)).scans.filter(({ id }) => !known.has(id) && known.add(id));
  const { lost, doubtful } = await notStored(trx, again, found.codes);
  const lines = { ...left, scans: left.scans.concat(lost) };
  const { scans: placed, uncounted, aside, dropped } = placeLines(lines, found.codes, found.placements);
  const scans = inKeyOrder(placed);
  const { perCode, perPlacement } = settlementOf(scans);
  const codeNums = new Set([...perCode, ...uncounted].map(({ codeNum }) => codeNum));
  // Visits without a code.
  codeNums.delete(0);
  const salted = new Set(scans.flatMap(({ visitor }) => visitor?.salt ?? []));
  const [agents, places, routes, , , salts] = await Promise.all([
    allNumbers(trx, "agents", scans.map(agentOf), found.agents),
    allNumbers(trx, "places", scans.map(placeOf), found.places),
    allNumbers(trx, "routes", scans.flatMap(routesOf), found.routes),
    moveMarks(trx, given, found.marks),
    codeNums.size > 0 && trx.lockCodes([...codeNums]),
    find(salted, trx.salts),
  ]);
  const visits = newVisits(scans, salts);
  await Promise.all([
    uncounted.length > 0 && trx.addUncounted(uncounted),
    aside.length > 0 && trx.storeRejected(aside),
    dropped > 0 && trx.addToMeta("lines_dropped", dropped),
    missing !== lost.length && trx.addToMeta("lines_missing", missing - lost.length),
    scans.length > 0 && trx.addScans(scans, { agents, places, routes }),
    visits.length > 0 && trx.addVisitors(visits),
    perCode.length > 0 && trx.addToCodes(perCode),
    perPlacement.length > 0 && trx.addToPlacements(perPlacement),
  ]);
  await addNotes(trx, scans, found.listening);
  return { aside, dropped, missing, recovered: lost.length, missingInJournal, doubtful: doubtful.length };
}

/** By code and id, without doubles: copies of a journal may be settled in one batch. */
function inKeyOrder(scans: readonly ScanLine[]): ScanLine[] {
  const byCode = Map.groupBy(scans, ({ codeNum }) => codeNum);
  const codes = [...byCode].sort(([a], [b]) => a - b);
  return codes.flatMap(([, own]) => {
    if (own.every(({ id }, i) => i === 0 || id > own[i - 1]!.id)) return own;
    const distinct = new Map(own.map((scan) => [scan.id, scan]));
    return Array.from(distinct.values()).sort((a, b) => (a.id < b.id ? -1 : 1));
  });
}

/** Reads only, because PostgreSQL would run these statements even if BEGIN had failed. */
async function lookUp(trx: SettleStatements, given: readonly RunLines[], read: Lines) {
  const { scans } = read;
  const [marks, codes, placements, agents, places, routes, listening] = await Promise.all([
    find(targetsOf(given).keys(), trx.marks),
    find(codesOf(read), trx.codes),
    find(placementsOf(scans), trx.placements),
    find(new Set(scans.map((scan) => agentOf(scan).key)), (keys) => trx.numbers("agents", keys)),
    find(new Set(scans.map((scan) => placeOf(scan).key)), (keys) => trx.numbers("places", keys)),
    find(new Set(scans.flatMap(routesOf).map(({ key }) => key)), (keys) => trx.numbers("routes", keys)),
    scans.length > 0 ? trx.listening() : [],
  ]);
  return { marks, codes, placements, agents, places, routes, listening };
}

const find = <K, V>(keys: Iterable<K>, statement: (keys: readonly K[]) => Found<K, V>): Found<K, V> => {
  const all = [...keys];
  return all.length > 0 ? statement(all) : new Map();
};

const agentOf = ({ agent }: ScanLine): Name => agent;
const placeOf = ({ place }: ScanLine): Name => place;
const routesOf = ({ route }: ScanLine): Name[] => (route === null ? [] : [route]);

/** Of all names: adds those that are not stored. */
async function allNumbers(trx: SettleStatements, table: NameTable, names: readonly Name[], stored: Numbers) {
  const fresh = new Map<string, Name>();
  for (const name of names) if (!stored.has(name.key)) fresh.set(name.key, name);
  if (fresh.size === 0) return stored;
  const added = await trx.addNames(
    table,
    Array.from(fresh.values()).sort((a, b) => (a.key < b.key ? -1 : 1)),
  );
  return new Map([...stored, ...added]);
}

function moveMarks(trx: SettleStatements, rows: readonly RunLines[], marks: ReadonlyMap<string, number>): unknown {
  const moved = Array.from(targetsOf(rows), ([run, last]) => ({ run, before: marks.get(run) ?? 0, last }));
  const ahead = moved.filter(({ before, last }) => last > before);
  return ahead.length > 0 && trx.moveMarks(ahead);
}

/** The scans of workspaces with a webhook for them, as they are read to be sent. */
async function addNotes(trx: SettleStatements, scans: readonly ScanLine[], listening: readonly string[]) {
  if (listening.length === 0 || scans.length === 0) return;
  const byCode = Map.groupBy(scans, ({ codeNum }) => codeNum);
  const owners = await trx.ownersOf([...byCode.keys()], listening);
  const notes = Array.from(
    Map.groupBy(owners, ({ workspace }) => workspace),
    ([workspace, own]): Note => {
      const noted: NotedScans = own.map(({ codeNum }) => [codeNum, byCode.get(codeNum)!.map(({ id }) => id)]);
      return { workspace, count: noted.reduce((sum, [, ids]) => sum + ids.length, 0), data: JSON.stringify(noted) };
    },
  );
  if (notes.length > 0) await trx.addNotes(notes);
}
