/** Imports versions, counts and scans, which are in the order of the codes. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { ActorOf } from "./actors.ts";
import type { BundledScan, CodeData } from "./bundled.ts";
import { recordsOfBundle } from "./earlier.ts";
import { createTaker } from "./files.ts";
import type { Kind } from "./format.ts";
import type { HistoryRecord, PlacementRecord, ScanRecord, VersionRecord } from "./record-schemas.ts";
import { historyOf, placementOf, scanOf, versionOf } from "./records.ts";

interface BelongingsOptions {
  store: Pick<Store, "importer">;
  takers: Takers;
  actorOf: ActorOf;
  pace: Pace;
  isDryRun: boolean;
  report: { scans: number };
  warn: (message: string) => void;
}

export type Takers = ReturnType<typeof createTakers>;

const ROWS_PER_BATCH = 5000;
/** So many forgotten scans take as long as a row. */
const SCANS_PER_ROW = 16;

export function createTakers(dir: string, version: number) {
  const takerOf = <T>(kind: Kind) => createTaker(recordsOfBundle<T>(dir, version, kind));
  return {
    versions: takerOf<VersionRecord>("versions"),
    placements: takerOf<PlacementRecord>("placements"),
    history: takerOf<HistoryRecord>("history"),
    scans: takerOf<ScanRecord>("scans"),
  };
}

/** Versions and counts of a batch's codes that `numOf` knows. */
export async function importBelongings(
  { store, takers, actorOf, pace, isDryRun, warn }: BelongingsOptions,
  isOfBatch: (id: string) => boolean,
  numOf: ReadonlyMap<string, number>,
): Promise<void> {
  let held: (CodeData & { num: number })[] = [];
  let rows = 0;
  const flush = async () => {
    const taken = isDryRun || held.length === 0 ? [] : await pace.write(() => store.importer.addCodeData(held));
    for (const token of taken) warn(`The placement ${token} is left out: its token or id is taken here.`);
    [held, rows] = [[], 0];
  };
  const add = async (codeId: string, codeData: Partial<CodeData>) => {
    const num = numOf.get(codeId);
    if (num === undefined) return;
    const { versions = [], placements = [], history = NO_HISTORY } = codeData;
    for (const piece of piecesOf({ versions, placements, history }, pace.rows(ROWS_PER_BATCH))) {
      held.push({ num, ...piece });
      rows += rowsOf(piece);
      if (rows >= pace.rows(ROWS_PER_BATCH)) await flush();
    }
  };
  for await (const record of takers.versions.takeWhile(({ codeId }) => isOfBatch(codeId))) {
    await add(record.codeId, { versions: [versionOf(record, await actorOf(record.endedBy))] });
  }
  for await (const record of takers.placements.takeWhile(({ codeId }) => isOfBatch(codeId))) {
    await add(record.codeId, { placements: [placementOf(record)] });
  }
  for await (const record of takers.history.takeWhile(({ codeId }) => isOfBatch(codeId))) {
    await add(record.codeId, { history: historyOf(record) });
  }
  await flush();
}

export async function importScans(
  { store, takers, report, pace, isDryRun }: BelongingsOptions,
  isOfBatch: (id: string) => boolean,
  numOf: ReadonlyMap<string, number>,
): Promise<void> {
  let scans: BundledScan[] = [];
  const flush = async () => {
    report.scans += scans.length;
    if (!isDryRun && scans.length > 0) await pace.write(() => store.importer.addScans(scans));
    scans = [];
  };
  for await (const record of takers.scans.takeWhile(({ qrCodeId }) => isOfBatch(qrCodeId))) {
    const num = numOf.get(record.qrCodeId);
    if (num === undefined) continue;
    scans.push(scanOf(record, num));
    if (scans.length >= pace.rows(ROWS_PER_BATCH)) await flush();
  }
  await flush();
}

const NO_HISTORY: CodeData["history"] = { days: [], visitors: [], uncounted: [], imported: [], changes: [] };

type HistoryRow = CodeData["history"][keyof CodeData["history"]][number];

/** Of how many rows it takes the time. */
function sizeOf(row: HistoryRow): number {
  if (!("agents" in row)) return 1;
  const scans = row.quarters.reduce((sum, [, count]) => sum + count, 0);
  return (
    row.agents.length + row.places.length + row.placements.length + row.routes.length + Math.ceil(scans / SCANS_PER_ROW)
  );
}

const rowsOf = ({ versions, placements, history }: CodeData): number =>
  versions.length +
  placements.length +
  Object.values(history).reduce((sum, list) => list.reduce((all, row) => all + sizeOf(row), sum), 0);

/** One record may have more rows than should be written at once. */
function* piecesOf(whole: CodeData, most: number): Generator<CodeData> {
  if (rowsOf(whole) <= most) {
    yield whole;
    return;
  }
  const { versions, placements, history } = whole;
  yield { versions, placements, history: NO_HISTORY };
  for (const [name, rows] of Object.entries(history)) {
    for (const some of slicesOf<HistoryRow>(rows, most)) {
      yield { versions: [], placements: [], history: { ...NO_HISTORY, [name]: some } };
    }
  }
}

function* slicesOf<T extends HistoryRow>(rows: readonly T[], most: number): Generator<T[]> {
  let some: T[] = [];
  let size = 0;
  for (const row of rows) {
    const more = sizeOf(row);
    if (some.length > 0 && size + more > most) {
      yield some;
      [some, size] = [[], 0];
    }
    some.push(row);
    size += more;
  }
  if (some.length > 0) yield some;
}

/** SQLite has one writer at a time, and the service gives up after waiting for some seconds. */
const LONG_MS = 500;
const MAX_REST_MS = 50;
const SMALLEST_SHARE = 1 / 32;

/** Writes in batches of a fraction of a second, with pauses for the service between them. */
export function createPace() {
  let share = 1;
  return {
    /** How many rows to write at once, at most `most`. */
    rows: (most: number): number => Math.ceil(most * share),

    async write<T>(work: () => Promise<T>): Promise<T> {
      const began = performance.now();
      const result = await work();
      const took = performance.now() - began;
      share = took > LONG_MS ? Math.max(SMALLEST_SHARE, share / 2) : Math.min(1, share * 1.5);
      await sleep(Math.min(MAX_REST_MS, took));
      return result;
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
