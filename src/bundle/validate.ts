/** Checks every record of a bundle before anything is imported. Memory grows only with the number of codes. */

import { dayOfSpan } from "../scans/visitor-days.ts";
import { dateOfDay, QUARTERS_PER_DAY, quarterOf } from "../shared/days.ts";
import { createTaker, type Line } from "./files.ts";
import type { Kind } from "./format.ts";
import { latestIn, timesOf } from "./latest.ts";
import {
  type CodeRecord,
  fieldProblem,
  type HistoryRecord,
  isFollowed,
  type LogoRecord,
  type LookRecord,
  type Manifest,
  type PlacementRecord,
  problemOf,
  type ScanRecord,
  type VersionRecord,
  type WorkspaceRecord,
} from "./record-schemas.ts";

export interface BundleSource {
  manifest: Pick<Manifest, "counts" | "latest" | "madeAt">;
  lines(kind: Kind): AsyncGenerator<Line>;
  /** What is wrong with the file of a logo. */
  logoProblem(logo: LogoRecord): Promise<string | null>;
}

const MAX_PROBLEMS = 20;

/** Stops reading when enough problems were found. */
class Enough extends Error {}

/** The problems, by file, line and field. */
export async function validateRecords({ manifest, lines, logoProblem }: BundleSource): Promise<string[]> {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.push(problem) >= MAX_PROBLEMS) throw new Enough();
  };

  const latest = latestIn(manifest);
  const workspaces = new Set<string>();
  const accounts = new Set<string>();
  const logos = new Set<string>();
  /** Ids of invalid codes: problems of what belongs to them are not reported too. */
  const refused = new Set<unknown>();

  /** References to records that the bundle lacks. */
  function noteMissing({ where, record }: Line): void {
    const { workspace, style } = record as { workspace: string; style?: LookRecord | null };
    if (!workspaces.has(workspace)) note(`${where}: workspace is not one of the workspaces in the bundle`);
    const logo = style?.logo;
    if (logo && !logos.has(`${workspace} ${logo.id}`))
      note(`${where}: style.logo.id is not a logo of its workspace in the bundle`);
  }

  async function* judged(kind: Kind): AsyncGenerator<Line> {
    let found = 0;
    for await (const line of lines(kind)) {
      found += 1;
      if (line.isLeftOut) continue;
      const problem =
        line.problem ??
        (line.record === undefined
          ? "is not JSON"
          : (problemOf(kind, line.record) ?? lateProblem(kind, line.record as object, latest)));
      if (problem === null) {
        yield line;
        continue;
      }
      if (kind === "codes") refused.add((line.record as Partial<CodeRecord> | null | undefined)?.id);
      note(`${line.where}: ${problem}`);
    }
    const told = manifest.counts[kind];
    if (found !== told) note(`manifest.json says ${told} ${kind}, but there are ${found}`);
  }

  /** What belongs to codes is in their order: anything else would be skipped. */
  async function judgeCodes(): Promise<void> {
    const codeData = (["versions", "placements", "history", "scans"] as const).map((kind) => ({
      kind,
      taker: createTaker(judged(kind)),
      codeOf: ({ record }: Line) => (record as Record<string, unknown>)[kind === "scans" ? "qrCodeId" : "codeId"],
    }));
    const ids = new Set<string>();
    /** Ids and tokens of placements. */
    const placed = new Set<string>();
    const externalIds = new Set<string>();
    const disagreements: string[] = [];
    for await (const code of judged("codes")) {
      const { where, record } = code;
      const { id, type, scanCount, workspace, externalId } = record as CodeRecord;
      noteMissing(code);
      if (ids.has(id)) note(`${where}: id is in the bundle twice`);
      ids.add(id);
      if (externalId !== undefined) {
        const key = `${workspace} ${externalId}`;
        if (externalIds.has(key)) note(`${where}: externalId is in its workspace twice`);
        externalIds.add(key);
      }
      const repeatOf = createRepeats();
      const sums = createDaySums();
      let scansUntil = 0;
      let scanId = "";
      for (const { kind, taker, codeOf } of codeData) {
        let version = 0;
        for await (const line of taker.takeWhile((next) => codeOf(next) === id || refused.has(codeOf(next)))) {
          if (codeOf(line) !== id) continue;
          if (kind === "versions") {
            const { version: n, content, scansUntil: until } = line.record as VersionRecord;
            if (n <= version) note(`${line.where}: versions are out of order`);
            version = n;
            const wrong = isFollowed(type) ? fieldProblem({ type, content }) : null;
            if (wrong !== null) note(`${line.where}: ${wrong}`);
            if (until < scansUntil || until > scanCount) {
              note(`${line.where}: scansUntil must be ${scansUntil} to ${scanCount}`);
            }
            scansUntil = until;
          } else if (kind === "placements") {
            const { id, shareToken, scanCount: count } = line.record as PlacementRecord;
            if (placed.has(id) || placed.has(shareToken)) note(`${line.where}: its id or token is in the bundle twice`);
            placed.add(id).add(shareToken);
            sums.addPlacement(id, count);
          } else if (kind === "scans") {
            const scan = line.record as ScanRecord;
            if (scan.id <= scanId) note(`${line.where}: its id is in the bundle twice, or scans are out of order`);
            scanId = scan.id;
            sums.addScan(scan);
          } else {
            const repeat = repeatOf(line.record as HistoryRecord);
            if (repeat !== null) note(`${line.where}: has ${repeat} twice`);
            sums.addHistory(line.record as HistoryRecord);
          }
        }
      }
      const disagreement = sums.problem(scanCount);
      if (disagreement !== null && disagreements.length < MAX_PROBLEMS) disagreements.push(`${where}: ${disagreement}`);
    }
    for (const { taker, codeOf } of codeData) {
      for await (const line of taker.takeWhile(() => true)) {
        if (!refused.has(codeOf(line))) note(`${line.where}: belongs to no code in the bundle, or is out of order`);
      }
    }
    // Last: records out of order cause some of them.
    disagreements.forEach(note);
  }

  try {
    const branded: Line[] = [];
    for await (const line of judged("workspaces")) {
      const { id, account, brand } = line.record as WorkspaceRecord;
      if (workspaces.has(id)) note(`${line.where}: id is in the bundle twice`);
      workspaces.add(id);
      if (account !== null && accounts.has(account)) note(`${line.where}: account is in the bundle twice`);
      if (account !== null) accounts.add(account);
      if (brand?.logoId) branded.push(line);
    }
    for await (const line of judged("logos")) {
      const logo = line.record as LogoRecord;
      noteMissing(line);
      const problem = await logoProblem(logo);
      if (problem !== null) note(`${line.where}: ${problem}`);
      logos.add(`${logo.workspace} ${logo.id}`);
    }
    for (const { where, record } of branded) {
      const { id, brand } = record as WorkspaceRecord;
      if (!logos.has(`${id} ${brand!.logoId}`))
        note(`${where}: brand.logoId is not a logo of its workspace in the bundle`);
    }
    await judgeCodes();
    for await (const line of judged("styles")) noteMissing(line);
    for await (const _ of judged("erased"));
  } catch (error) {
    if (!(error instanceof Enough)) problems.push((error as Error).message);
  }
  return problems;
}

/** Adds up a code's scans, of which some are forgotten. */
function createDaySums() {
  /** By quarter of an hour since 1970. */
  const byQuarter = new Map<number, number>();
  /** Each placement's count less its scans, by its id. */
  const byPlacement = new Map<string, number>();
  const visited: HistoryRecord["visitors"] = [];
  let total = 0;
  const add = (quarter: number, count: number) => {
    total += count;
    byQuarter.set(quarter, (byQuarter.get(quarter) ?? 0) + count);
  };
  const subtract = (placement: string, count: number) => {
    const left = byPlacement.get(placement);
    // Scans of one that was deleted belong to the code alone.
    if (left !== undefined) byPlacement.set(placement, left - count);
  };
  return {
    addPlacement: (id: string, scanCount: number) => void byPlacement.set(id, scanCount),

    addHistory({ days, visitors }: HistoryRecord): void {
      visited.push(...visitors);
      for (const { day, quarters, placements } of days) {
        for (const [quarter, count] of quarters) add(day * QUARTERS_PER_DAY + quarter, count);
        for (const [id, count] of placements) subtract(id, count);
      }
    },

    addScan({ scannedAt, placementId }: ScanRecord): void {
      add(quarterOf(Date.parse(scannedAt)), 1);
      if (placementId !== null) subtract(placementId, 1);
    },

    problem(scanCount: number): string | null {
      if (total !== scanCount) return `scanCount is ${scanCount}, but it has ${total} scans`;
      for (const [from, quarters, , scans] of visited) {
        let all = 0;
        for (let quarter = from; quarter < from + quarters; quarter++) all += byQuarter.get(quarter) ?? 0;
        if (scans <= all) continue;
        const date = dateOfDay(dayOfSpan({ from, quarters }));
        return `${scans} scans on ${date} have a visitor, but there are ${all}`;
      }
      for (const [id, left] of byPlacement) {
        if (left !== 0) return `the scanCount of its placement ${id} differs from its scans by ${left}`;
      }
      return null;
    },
  };
}

/** No event is later than the bundle says. */
function lateProblem(kind: Kind, record: object, latest: number): string | null {
  for (const [field, at] of timesOf(kind, record)) if (at > latest) return `${field} is later than the bundle`;
  return null;
}

/** Finds rows that violate a unique key across a code's lines: they would abort an import half-way. */
function createRepeats(): (record: HistoryRecord) => string | null {
  const seen = new Set<string>();
  return (record) => {
    for (const row of keysOf(record)) {
      const key = JSON.stringify(row);
      if (seen.has(key)) return key.slice(0, 100);
      seen.add(key);
    }
    return null;
  };
}

function* keysOf({ days, visitors, uncounted, imported, changes }: HistoryRecord) {
  for (const { day } of days) yield ["days", day];
  for (const [from, quarters] of visitors) yield ["visitors", dayOfSpan({ from, quarters })];
  for (const [day, reason] of uncounted) yield ["uncounted", day, reason];
  for (const { source } of imported) yield ["imported", source];
  for (const [at, kind] of changes) yield ["changes", Date.parse(at), kind];
}
