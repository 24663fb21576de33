/** Writes the rows of a snapshot to NDJSON files and nothing else, to keep the snapshot short. */
import { readActor } from "../shared/actor.ts";
import type { BundleReader } from "../store/store.ts";
import type { BundledCode, BundledScan, BundledWorkspace } from "./bundled.ts";
import { createTaker, createTextFile, putFile } from "./files.ts";
import { dataPath, KINDS, type Kind } from "./format.ts";
import { timesOf } from "./latest.ts";
import type { ActorRecord, HistoryRecord } from "./record-schemas.ts";
import {
  codeRecord,
  daysRecord,
  historyRecords,
  logoRecord,
  placementRecord,
  scanRecord,
  styleRecord,
  versionRecord,
  workspaceRecord,
} from "./records.ts";

export interface WriteRecordsOptions {
  reader: BundleReader;
  dir: string;
  /** Undefined: everything. */
  workspaceId: string | undefined;
  shareBase: (workspaceId: string) => string;
  signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  progress: (done: number) => void;
}

export interface WrittenRecords {
  counts: Record<Kind, number>;
  /** The latest time in the records. */
  latest: number;
  /** The workspaces by id. */
  workspaces: ReadonlyMap<string, BundledWorkspace>;
}

const CODES_PER_PAGE = 200;
/** Codes are read in groups with at most this many scans, to bound memory. */
const SCANS_PER_GROUP = 10_000;
const ROWS_PER_PAGE = 5_000;
const STYLES_PER_PAGE = 500;
const WORKSPACES_PER_PAGE = 500;
/** Each may have a megabyte. */
const LOGOS_PER_PAGE = 10;

export async function writeRecords({
  reader,
  dir,
  workspaceId,
  shareBase,
  signal,
  progress,
}: WriteRecordsOptions): Promise<WrittenRecords> {
  const files = await createRecordFiles(dir);
  const { counts } = files;
  const totals = await reader.totals(workspaceId);
  const workspaces = new Map<string, BundledWorkspace>();
  for await (const page of pagesOf(WORKSPACES_PER_PAGE, (after) =>
    reader.workspaces(workspaceId, after, WORKSPACES_PER_PAGE),
  )) {
    for (const workspace of page) {
      workspaces.set(workspace.id, workspace);
      await files.add("workspaces", workspaceRecord(workspace));
    }
  }
  /** False for what belongs to a deleted or removed workspace. */
  const isKept = (one: { workspaceId: string }): boolean => workspaces.has(one.workspaceId);
  for await (const group of groupsOf(reader, workspaceId, isKept)) {
    signal?.throwIfAborted();
    const versions = await reader.versions(group.map(({ num }) => num));
    const byCode = Map.groupBy(versions, ({ codeNum }) => codeNum);
    for (const code of group) {
      const workspace = workspaces.get(code.workspaceId)!;
      const by = {
        shareUrl: `${shareBase(code.workspaceId)}/r/${code.token}`,
        madeBy: actorIn(workspace, code.madeBy),
      };
      await files.add("codes", codeRecord(code, by));
      for (const version of byCode.get(code.num) ?? []) {
        await files.add("versions", versionRecord(version, code.id, actorIn(workspace, version.replacedBy)));
      }
    }
    const placed = await reader.withPlacements(group.map(({ num }) => num));
    for (const { num, id } of group.filter((code) => placed.has(code.num))) {
      for (let after = 0; ; ) {
        const page = await reader.placements(num, after, ROWS_PER_PAGE);
        for (const placement of page) await files.add("placements", placementRecord(placement, id));
        if (page.length < ROWS_PER_PAGE) break;
        after = page.at(-1)!.num;
      }
    }
    for await (const record of historyOf(reader, group)) await files.add("history", record);
    const idOf = new Map(group.map(({ num, id }) => [num, id]));
    for await (const page of scansOf(reader, group)) {
      signal?.throwIfAborted();
      for (const scan of page) await files.add("scans", scanRecord(scan, idOf.get(scan.codeNum)!));
      progress(Math.min(1, (counts.codes + counts.scans) / (totals.codes + totals.scans)));
    }
  }
  for await (const page of pagesOf(STYLES_PER_PAGE, (after) => reader.styles(workspaceId, after, STYLES_PER_PAGE))) {
    for (const style of page) if (isKept(style)) await files.add("styles", styleRecord(style));
  }
  for await (const page of pagesOf(LOGOS_PER_PAGE, (after) => reader.logos(workspaceId, after, LOGOS_PER_PAGE))) {
    signal?.throwIfAborted();
    for (const logo of page.filter(isKept)) {
      const record = logoRecord(logo);
      await putFile(dir, record.file, logo.bytes);
      await files.add("logos", record);
    }
  }
  for (let after = 0; ; ) {
    const page = await reader.erased(workspaceId, after, ROWS_PER_PAGE);
    for (const { token } of page) await files.add("erased", { token });
    if (page.length < ROWS_PER_PAGE) break;
    after = page.at(-1)!.num;
  }
  // It is not known which workspace they were of.
  for (let after = ""; workspaceId === undefined; ) {
    const page = await reader.deletedPlacements(after, ROWS_PER_PAGE);
    for (const token of page) await files.add("erased", { token });
    if (page.length < ROWS_PER_PAGE) break;
    after = page.at(-1)!;
  }
  await files.close();
  return { counts, latest: files.latest(), workspaces };
}

/** Pages by id. */
async function* pagesOf<T extends { id: string }>(size: number, read: (after: string) => Promise<T[]>) {
  for (let after = ""; ; ) {
    const page = await read(after);
    if (page.length > 0) yield page;
    if (page.length < size) return;
    after = page.at(-1)!.id;
  }
}

async function createRecordFiles(dir: string) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const files = new Map<Kind, Awaited<ReturnType<typeof createTextFile>>>();
  for (const kind of KINDS) files.set(kind, await createTextFile(dir, dataPath(kind)));
  let latest = 0;
  return {
    counts,
    latest: () => latest,
    add(kind: Kind, record: object): Promise<void> {
      counts[kind] += 1;
      for (const [, at] of timesOf(kind, record)) if (at > latest) latest = at;
      return files.get(kind)!.add(`${JSON.stringify(record)}\n`);
    },
    async close(): Promise<void> {
      for (const file of files.values()) await file.close();
    },
  };
}

/** Codes in order of creation, in groups; a code with very many scans is a group of its own. */
async function* groupsOf(
  reader: BundleReader,
  workspaceId: string | undefined,
  isKept: (code: BundledCode) => boolean,
): AsyncGenerator<BundledCode[]> {
  for (let after = 0; ; ) {
    const page = await reader.codes(workspaceId, after, CODES_PER_PAGE);
    if (page.length === 0) return;
    after = page.at(-1)!.num;
    let group: BundledCode[] = [];
    let scans = 0;
    for (const code of page) {
      if (!isKept(code)) continue;
      if (group.length > 0 && scans + code.scanCount > SCANS_PER_GROUP) {
        yield group;
        [group, scans] = [[], 0];
      }
      group.push(code);
      scans += code.scanCount;
    }
    if (group.length > 0) yield group;
  }
}

/** All scans of a group that are not forgotten, by code, oldest first. */
async function* scansOf(reader: BundleReader, group: readonly BundledCode[]): AsyncGenerator<BundledScan[]> {
  const scanned = group.filter(({ scanCount }) => scanCount > 0);
  const [busy] = scanned;
  if (!busy) return;
  if (busy.scanCount > SCANS_PER_GROUP) yield* reader.scans(busy.num);
  else yield await reader.scansOfMany(scanned.map(({ num }) => num));
}

/** A code has a record, and further ones with its forgotten scans. */
async function* historyOf(reader: BundleReader, codes: readonly BundledCode[]): AsyncGenerator<HistoryRecord> {
  const nums = codes.map(({ num }) => num);
  const days = createTaker(reader.days(nums));
  for (const [i, record] of historyRecords(await reader.history(nums), codes).entries()) {
    yield record;
    const { num, id } = codes[i]!;
    for await (const some of days.takeWhile(({ codeNum }) => codeNum === num)) yield daysRecord(id, some.days);
  }
}

/** Who created or changed something, as its workspace may know it: its members by their email addresses. */
function actorIn({ members }: BundledWorkspace, text: string | null): ActorRecord {
  const actor = readActor(text);
  if (actor?.kind !== "person") return actor;
  return { ...actor, name: members.find(({ userId }) => userId === actor.name)?.email ?? null };
}
