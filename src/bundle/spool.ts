/** Writes the rows of a snapshot to NDJSON files and nothing else, to keep the snapshot short. */
import { readActor } from "../shared/actor.ts";
import { firstIdOfDay } from "../shared/ids.ts";
import type { BundledCode, BundledOwner, BundledScan, DailyPlace, KeptMarks } from "../store/bundle-store.ts";
import type { BundleReader } from "../store/store.ts";
import { createTextFile, putFile } from "./files.ts";
import { dataPath, KINDS, type Kind } from "./format.ts";
import type { ActorRecord } from "./record-schemas.ts";
import {
  codeRecord,
  dailyRecord,
  historyRecords,
  logoRecord,
  ownerRecord,
  scanRecord,
  styleRecord,
  versionRecord,
} from "./records.ts";

export interface SpoolOptions {
  reader: BundleReader;
  dir: string;
  /** Undefined: everything. */
  ownerId: string | undefined;
  baseUrl: string;
  signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  progress: (done: number) => void;
}

export interface Spooled {
  counts: Record<Kind, number>;
  marks: KeptMarks;
  /** By email. */
  owners: ReadonlyMap<string, BundledOwner>;
}

/** A code with its owner. */
interface OwnedCode {
  code: BundledCode;
  owner: BundledOwner;
}

const CODES_A_PAGE = 200;
/** Codes are read in groups with at most this many scans, to bound memory. */
const SCANS_A_GROUP = 10_000;
const ROWS_A_PAGE = 5_000;
const STYLES_A_PAGE = 500;
const OWNERS_A_PAGE = 500;
/** Each may have a megabyte. */
const LOGOS_A_PAGE = 10;

export async function spool({ reader, dir, ownerId, baseUrl, signal, progress }: SpoolOptions): Promise<Spooled> {
  const files = await createRecordFiles(dir);
  const { counts } = files;
  const owners = createOwnerRecords(files);
  const marks = await reader.marks();
  const totals = await reader.totals(ownerId);
  const oldest = firstIdOfDay(marks.rawFromDay);
  const actors = createActorRecords(reader);
  for await (const group of groupsOf(reader, ownerId)) {
    signal?.throwIfAborted();
    const versions = await reader.versions(group.map(({ code }) => code.num));
    const actorOf = await actors([...group.map(({ code }) => code.madeBy), ...versions.map((row) => row.replacedBy)]);
    const byCode = Map.groupBy(versions, ({ codeNum }) => codeNum);
    for (const { code, owner } of group) {
      await owners.add(owner);
      const by = { owner: owner.email, shareUrl: `${baseUrl}/r/${code.token}`, madeBy: actorOf(code.madeBy) };
      await files.add("codes", codeRecord(code, by, marks.rawFromDay));
      for (const version of byCode.get(code.num) ?? []) {
        await files.add("versions", versionRecord(version, code.id, actorOf(version.replacedBy)));
      }
    }
    for await (const record of historyOf(reader, group)) await files.add("history", record);
    const idOf = new Map(group.map(({ code }) => [code.num, code.id]));
    for await (const page of scansOf(reader, group)) {
      signal?.throwIfAborted();
      for (const scan of page) {
        // Earlier scans are about to be removed; the counts include them.
        if (scan.id >= oldest) await files.add("scans", scanRecord(scan, idOf.get(scan.codeNum)!));
      }
      progress(Math.min(1, (counts.codes + counts.scans) / (totals.codes + totals.scans)));
    }
  }
  for await (const page of pagesOf(STYLES_A_PAGE, (after) => reader.styles(ownerId, after, STYLES_A_PAGE))) {
    const emails = await owners.emailsOf(reader, page);
    for (const style of page) await files.add("styles", styleRecord(style, emails.get(style.ownerId)!));
  }
  for await (const page of pagesOf(LOGOS_A_PAGE, (after) => reader.logos(ownerId, after, LOGOS_A_PAGE))) {
    signal?.throwIfAborted();
    const emails = await owners.emailsOf(reader, page);
    for (const logo of page) {
      const record = logoRecord(logo, emails.get(logo.ownerId)!);
      await putFile(dir, record.file, logo.bytes);
      await files.add("logos", record);
    }
  }
  for await (const page of pagesOf(OWNERS_A_PAGE, (after) => reader.branded(ownerId, after, OWNERS_A_PAGE))) {
    await owners.emailsOf(
      reader,
      page.map(({ id }) => ({ ownerId: id })),
    );
  }
  for (let after = 0; ; ) {
    const page = await reader.erased(ownerId, after, ROWS_A_PAGE);
    for (const { token } of page) await files.add("erased", { token });
    if (page.length < ROWS_A_PAGE) break;
    after = page.at(-1)!.num;
  }
  await files.close();
  return { counts, marks, owners: owners.byEmail };
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

/** Writes each account with codes, looks or a brand once. */
function createOwnerRecords(files: RecordFiles) {
  const byEmail = new Map<string, BundledOwner>();
  const add = async (owner: BundledOwner) => {
    if (byEmail.has(owner.email)) return;
    byEmail.set(owner.email, owner);
    await files.add("owners", ownerRecord(owner));
  };
  return {
    byEmail,
    add,
    async emailsOf(reader: BundleReader, rows: readonly { ownerId: string }[]): Promise<Map<string, string>> {
      const found = await reader.owners([...new Set(rows.map((row) => row.ownerId))]);
      for (const owner of found) await add(owner);
      return new Map(found.map(({ id, email }) => [id, email]));
    },
  };
}

type RecordFiles = Awaited<ReturnType<typeof createRecordFiles>>;

async function createRecordFiles(dir: string) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const files = new Map<Kind, Awaited<ReturnType<typeof createTextFile>>>();
  for (const kind of KINDS) files.set(kind, await createTextFile(dir, dataPath(kind)));
  return {
    counts,
    add(kind: Kind, record: object): Promise<void> {
      counts[kind] += 1;
      return files.get(kind)!.add(`${JSON.stringify(record)}\n`);
    },
    async close(): Promise<void> {
      for (const file of files.values()) await file.close();
    },
  };
}

/** Codes in order of creation, in groups; a code with very many scans is a group of its own. */
async function* groupsOf(reader: BundleReader, ownerId: string | undefined): AsyncGenerator<OwnedCode[]> {
  const owners = new Map<string, BundledOwner | null>();
  for (let after = 0; ; ) {
    const page = await reader.codes(ownerId, after, CODES_A_PAGE);
    if (page.length === 0) return;
    after = page.at(-1)!.num;
    const unknown = [...new Set(page.map((code) => code.ownerId))].filter((id) => !owners.has(id));
    const found = await reader.owners(unknown);
    for (const id of unknown) owners.set(id, found.find((owner) => owner.id === id) ?? null);
    let group: OwnedCode[] = [];
    let scans = 0;
    for (const code of page) {
      // Codes of a removed account are about to be erased.
      const owner = owners.get(code.ownerId);
      if (!owner) continue;
      if (group.length > 0 && scans + code.scanCount > SCANS_A_GROUP) {
        yield group;
        [group, scans] = [[], 0];
      }
      group.push({ code, owner });
      scans += code.scanCount;
    }
    if (group.length > 0) yield group;
  }
}

const busyCode = (group: readonly OwnedCode[]): BundledCode | undefined =>
  group.length === 1 && group[0]!.code.scanCount > SCANS_A_GROUP ? group[0]!.code : undefined;

/** All scans of a group, by code, oldest first. */
async function* scansOf(reader: BundleReader, group: readonly OwnedCode[]): AsyncGenerator<BundledScan[]> {
  const busy = busyCode(group);
  if (!busy) {
    const nums = group.filter(({ code }) => code.scanCount > 0).map(({ code }) => code.num);
    if (nums.length > 0) yield await reader.scansOfMany(nums);
    return;
  }
  for (let after: string | undefined; ; ) {
    const page = await reader.scans(busy.num, ROWS_A_PAGE, after);
    yield page;
    if (page.length < ROWS_A_PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Counts by code; a busy code has several records. */
async function* historyOf(reader: BundleReader, group: readonly OwnedCode[]) {
  const codes = group.map(({ code }) => code);
  const nums = codes.map(({ num }) => num);
  const busy = busyCode(group);
  const history = await reader.history(nums);
  const daily = busy ? [] : await reader.dailyOfMany(nums);
  yield* historyRecords({ ...history, daily: [...daily, ...history.daily] }, codes);
  for (let after: DailyPlace | undefined; busy; ) {
    const page = await reader.daily(busy.num, ROWS_A_PAGE, after);
    if (page.length > 0) yield dailyRecord(busy.id, page);
    if (page.length < ROWS_A_PAGE) return;
    after = page.at(-1);
  }
}

/** Looks up the email addresses of people who created or changed codes. */
function createActorRecords(reader: Pick<BundleReader, "owners">) {
  const emails = new Map<string, string | null>();
  const recordOf = (text: string | null): ActorRecord => {
    const actor = readActor(text);
    return actor?.kind === "person" ? { ...actor, name: emails.get(actor.name) ?? null } : actor;
  };
  return async (texts: readonly (string | null)[]): Promise<typeof recordOf> => {
    const ids = texts.map(readActor).flatMap((actor) => (actor?.kind === "person" ? [actor.name] : []));
    const unknown = [...new Set(ids)].filter((id) => !emails.has(id));
    const found = await reader.owners(unknown);
    for (const id of unknown) emails.set(id, found.find((owner) => owner.id === id)?.email ?? null);
    return recordOf;
  };
}
