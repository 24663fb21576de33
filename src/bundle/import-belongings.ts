/** What belongs to the codes of a bundle, which stands in their order: it is taken in lot by lot. */
import type { Belongings, BundledScan } from "../store/bundle-store.ts";
import type { Store } from "../store/store.ts";
import type { createActors } from "./actors.ts";
import { type HistoryRecord, historyOf } from "./history-records.ts";
import { createTaker, recordsOf } from "./lines.ts";
import type { Manifest } from "./manifest.ts";
import type { Pace } from "./pace.ts";
import { type ScanRecord, scanOf, type VersionRecord, versionOf } from "./records.ts";

interface BelongingsOptions {
  store: Pick<Store, "intake">;
  takers: Takers;
  actorOf: ReturnType<typeof createActors>;
  pace: Pace;
  isDryRun: boolean;
  report: { scans: number };
}

export type Takers = ReturnType<typeof createTakers>;

const SCANS_A_LOT = 5000;
/** Counts and versions. */
const ROWS_A_LOT = 5000;

export const createTakers = (dir: string, parts: Manifest["parts"]) => ({
  versions: createTaker(recordsOf<VersionRecord>(dir, "versions", parts.versions)),
  history: createTaker(recordsOf<HistoryRecord>(dir, "history", parts.history)),
  scans: createTaker(recordsOf<ScanRecord>(dir, "scans", parts.scans)),
});

/** Versions and counts of the codes of a lot, as far as `numOf` has them. */
export async function importBelongings(
  { store, takers, actorOf, pace, isDryRun }: BelongingsOptions,
  isOfLot: (id: string) => boolean,
  numOf: ReadonlyMap<string, number>,
): Promise<void> {
  let held: (Belongings & { num: number })[] = [];
  let rows = 0;
  const flush = async () => {
    if (!isDryRun && held.length > 0) await pace.write(() => store.intake.addBelongings(held));
    [held, rows] = [[], 0];
  };
  const add = async (codeId: string, belongings: Partial<Belongings>) => {
    const num = numOf.get(codeId);
    if (num === undefined) return;
    const { versions = [], history = NO_HISTORY } = belongings;
    for (const piece of piecesOf({ versions, history }, pace.rows(ROWS_A_LOT))) {
      held.push({ num, ...piece });
      rows += rowsOf(piece);
      if (rows >= pace.rows(ROWS_A_LOT)) await flush();
    }
  };
  for await (const record of takers.versions.takeWhile(({ codeId }) => isOfLot(codeId))) {
    await add(record.codeId, { versions: [versionOf(record, await actorOf(record.endedBy))] });
  }
  for await (const record of takers.history.takeWhile(({ codeId }) => isOfLot(codeId))) {
    await add(record.codeId, { history: historyOf(record) });
  }
  await flush();
}

/** The same of their scans. */
export async function importScans(
  { store, takers, report, pace, isDryRun }: BelongingsOptions,
  isOfLot: (id: string) => boolean,
  numOf: ReadonlyMap<string, number>,
): Promise<void> {
  let scans: BundledScan[] = [];
  const flush = async () => {
    report.scans += scans.length;
    if (!isDryRun && scans.length > 0) await pace.write(() => store.intake.addScans(scans));
    scans = [];
  };
  for await (const record of takers.scans.takeWhile(({ qrCodeId }) => isOfLot(qrCodeId))) {
    const num = numOf.get(record.qrCodeId);
    if (num === undefined) continue;
    scans.push(scanOf(record, num));
    if (scans.length >= pace.rows(SCANS_A_LOT)) await flush();
  }
  await flush();
}

const NO_HISTORY: Belongings["history"] = { daily: [], monthly: [], cities: [], uncounted: [], imported: [] };

const rowsOf = ({ versions, history }: Belongings): number =>
  versions.length + Object.values(history).reduce((sum, list) => sum + list.length, 0);

/** The same in pieces: one record may have more rows than should be written at once. */
function* piecesOf(whole: Belongings, most: number): Generator<Belongings> {
  if (rowsOf(whole) <= most) {
    yield whole;
    return;
  }
  const { versions, history } = whole;
  yield { versions, history: NO_HISTORY };
  for (const [name, rows] of Object.entries(history)) {
    for (let i = 0; i < rows.length; i += most) {
      yield { versions: [], history: { ...NO_HISTORY, [name]: rows.slice(i, i + most) } };
    }
  }
}
