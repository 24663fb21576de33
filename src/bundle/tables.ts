/** The data of a bundle but scans, as numbered files. */
import type { BundledOwner, BundleReader, DailyPlace } from "../store/bundle-store.ts";
import { createActorRecords } from "./actors.ts";
import { createHistoryRecords, dailyRecord, type HistoryRecord } from "./history-records.ts";
import { partPath } from "./lines.ts";
import { codeRecord, logoRecord, ownerRecord, styleRecord, versionRecord } from "./records.ts";
import type { Sink } from "./sink.ts";
import { createTexts } from "./texts.ts";
import { isBusy, type OwnedCode } from "./walk.ts";

const RECORDS_A_PART = 5_000;
const LETTERS_A_PART = 2_000_000;
const COUNTS_A_PAGE = 5_000;
const STYLES_A_PAGE = 500;
/** Each may have a megabyte. */
const LOGOS_A_PAGE = 10;

/** Gathers records and writes them as numbered files. */
function createTable(sink: Sink, name: string, hasCsv: boolean) {
  const texts = createTexts();
  let parts = 0;
  let rows = 0;
  async function flush(): Promise<void> {
    if (texts.rows() === 0) return;
    parts += 1;
    const path = partPath(name, parts);
    const { ndjson, csv } = texts.take();
    await sink.put(`${path}.ndjson`, ndjson);
    if (hasCsv) await sink.put(`${path}.csv`, csv);
  }
  return {
    flush,
    parts: () => parts,
    rows: () => rows,
    async add(record: object): Promise<void> {
      texts.add(record);
      rows += 1;
      if (texts.rows() >= RECORDS_A_PART || texts.letters() >= LETTERS_A_PART) await flush();
    },
  };
}

/** Each account once that codes or looks are of. */
export function createOwnerTable(sink: Sink) {
  const table = createTable(sink, "owners", true);
  const seen = new Set<string>();
  return {
    ...table,
    async add(owner: BundledOwner): Promise<void> {
      if (seen.has(owner.id)) return;
      seen.add(owner.id);
      await table.add(ownerRecord(owner));
    },
  };
}

type OwnerTable = ReturnType<typeof createOwnerTable>;

interface TablesOptions {
  reader: BundleReader;
  sink: Sink;
  owners: OwnerTable;
  baseUrl: string;
  /** Raw scans of earlier days are gone, or on their way. */
  rawFromDay: number;
}

export async function exportTables(
  { reader, sink, owners, baseUrl, rawFromDay }: TablesOptions,
  groups: AsyncIterable<OwnedCode[]>,
  progress: (codes: number) => void,
) {
  const codes = createTable(sink, "codes", true);
  const versions = createTable(sink, "versions", true);
  const history = createTable(sink, "history", false);
  const actors = createActorRecords(reader);
  for await (const group of groups) {
    const ofGroup = await reader.versions(group.map(({ code }) => code.num));
    const actorOf = await actors([
      ...group.map(({ code }) => code.madeBy),
      ...ofGroup.map(({ replacedBy }) => replacedBy),
    ]);
    const byCode = Map.groupBy(ofGroup, ({ codeNum }) => codeNum);
    for (const { code, owner } of group) {
      await owners.add(owner);
      const shareUrl = `${baseUrl}/r/${code.token}`;
      const by = { owner: owner.email, shareUrl, madeBy: actorOf(code.madeBy) };
      await codes.add(codeRecord(code, by, rawFromDay));
      for (const version of byCode.get(code.num) ?? []) {
        await versions.add(versionRecord(version, code.id, actorOf(version.replacedBy)));
      }
    }
    for await (const record of historyRecords(reader, group)) await history.add(record);
    progress(codes.rows());
  }
  for (const table of [codes, versions, history]) await table.flush();
  return {
    codes: codes.rows(),
    versions: versions.rows(),
    parts: { codes: codes.parts(), versions: versions.parts(), history: history.parts() },
  };
}

/** By code; one with very many scans has several records. */
async function* historyRecords(reader: BundleReader, group: readonly OwnedCode[]): AsyncGenerator<HistoryRecord> {
  const nums = group.map(({ code }) => code.num);
  const busy = isBusy(group) ? group[0]!.code : undefined;
  const history = await reader.history(nums);
  const daily = busy ? [] : await reader.dailyOfMany(nums);
  const recordOf = createHistoryRecords({ ...history, daily: [...daily, ...history.daily] });
  for (const { code } of group) yield recordOf(code);
  for (let after: DailyPlace | undefined; busy; ) {
    const page = await reader.daily(busy.num, COUNTS_A_PAGE, after);
    if (page.length > 0) yield dailyRecord(busy.id, page);
    if (page.length < COUNTS_A_PAGE) return;
    after = page.at(-1);
  }
}

/** Tokens of codes that were erased: whoever printed one of them must not meet another code. */
export async function exportErased(reader: BundleReader, sink: Sink, ownerId: string | undefined) {
  const erased = createTable(sink, "erased", false);
  for (let after = 0; ; ) {
    const page = await reader.erased(ownerId, after, RECORDS_A_PART);
    if (page.length === 0) break;
    for (const { token } of page) await erased.add({ token });
    after = page.at(-1)!.num;
  }
  await erased.flush();
  return { counts: { erased: erased.rows() }, parts: { erased: erased.parts() } };
}

/** Named looks, and the logos with their pictures. */
export async function exportLooks(
  { reader, sink, owners }: Pick<TablesOptions, "reader" | "sink" | "owners">,
  ownerId: string | undefined,
) {
  const styles = createTable(sink, "styles", true);
  const logos = createTable(sink, "logos", true);
  const emails = async (rows: readonly { ownerId: string }[]) => {
    const found = await reader.owners([...new Set(rows.map((row) => row.ownerId))]);
    for (const owner of found) await owners.add(owner);
    return new Map(found.map(({ id, email }) => [id, email]));
  };
  for (let after = ""; ; ) {
    const page = await reader.styles(ownerId, after, STYLES_A_PAGE);
    if (page.length === 0) break;
    const byId = await emails(page);
    for (const style of page) await styles.add(styleRecord(style, byId.get(style.ownerId)!));
    after = page.at(-1)!.id;
  }
  for (let after = ""; ; ) {
    const page = await reader.logos(ownerId, after, LOGOS_A_PAGE);
    if (page.length === 0) break;
    const byId = await emails(page);
    for (const logo of page) {
      const record = logoRecord(logo, byId.get(logo.ownerId)!);
      await sink.put(record.file, logo.bytes);
      await logos.add(record);
    }
    after = page.at(-1)!.id;
  }
  for (const table of [styles, logos]) await table.flush();
  return {
    counts: { styles: styles.rows(), logos: logos.rows() },
    parts: { styles: styles.parts(), logos: logos.parts() },
  };
}
