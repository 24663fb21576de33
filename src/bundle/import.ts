import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ShareRule } from "../codes/own-share.ts";
import { NO_BRAND } from "../looks/look.ts";
import type { Store } from "../store/store.ts";
import { MAX_TAGS } from "../tags/tag.ts";
import { type ActorOf, createActors } from "./actors.ts";
import { createTaker, recordsOf } from "./files.ts";
import { sha256 } from "./format.ts";
import { createPace, createTakers, importBelongings, importScans, type Pace, type Takers } from "./import-code-data.ts";
import { isAhead } from "./latest.ts";
import { CODES_PER_BATCH, isWhollyRefused, planImport, type Target, type WorkspaceOf } from "./plan-import.ts";
import type { CodeRecord, LogoRecord, Manifest, StyleRecord, WorkspaceRecord } from "./record-schemas.ts";
import { logoOf, styleOf } from "./records.ts";
import type { Targets } from "./targets.ts";
import { type ReadLogo, verifyBundle } from "./verify.ts";

export interface ImportOptions {
  dir: string;
  store: Store;
  targets: Targets;
  /** The account of an email address if there is one. */
  personOf: (email: string) => Promise<string | null>;
  /** Decodes a logo and encodes it again, as an upload is. */
  readLogo: ReadLogo;
  /** Refuses content that leads back to this service. */
  shareRule: ShareRule;
  now: number;
  /** Whether the bundle is believed, as an operator's own is. */
  isOwn: boolean;
  isDryRun: boolean;
  /** Called for each code that is not imported, with the reason. */
  refuse: (problem: string) => void;
  /** Called with warnings; no code or scan was left out. */
  warn: (message: string) => void;
  /** From 0 to 1. */
  progress?: (done: number) => void;
}

export interface ImportReport {
  /** Codes imported, or to be imported. */
  codes: number;
  /** Codes that already existed. */
  there: number;
  refused: number;
  scans: number;
  /** Lines about the workspaces that got something. */
  workspaces: readonly string[];
}

interface Counts extends Omit<ImportReport, "workspaces"> {
  /** By the id of the workspace in the bundle. */
  codesOf: Map<string, number>;
}

/**
 * Imports a bundle in batches of whole codes. Running it again completes it and changes nothing else. `verified` is
 * the result of an earlier `readBundle`.
 */
export async function importBundle(given: ImportOptions, verified?: Manifest): Promise<ImportReport> {
  const { counts, version } = verified ?? (await readBundle(given));
  const { dir, store, targets, shareRule, progress = () => {} } = given;
  const workspaces = new Map<string, WorkspaceRecord>();
  for await (const record of recordsOf<WorkspaceRecord>(dir, "workspaces")) workspaces.set(record.id, record);
  const findWorkspace = (id: string) => targets.find(workspaces.get(id)!);
  const takeWorkspace = (id: string) => targets.take(workspaces.get(id)!);
  await targets.check([...workspaces.values()]);
  const isRefused = await isWhollyRefused(dir, { store, findWorkspace, shareRule });
  const isDryRun = given.isDryRun || isRefused;
  const options = { ...given, isDryRun, findWorkspace, takeWorkspace };
  const report: Counts = { codes: 0, there: 0, refused: 0, scans: 0, codesOf: new Map() };
  const actorOf = createActors(options.personOf);
  const pace = createPace();
  const codes = createTaker(recordsOf<CodeRecord>(dir, "codes"));
  const takers = createTakers(dir, version);
  if (!isRefused) await targets.takeAll([...workspaces.values()]);
  const logoIds = await importLooks(options);
  for (let done = 0; ; ) {
    const batch = await codes.take(CODES_PER_BATCH);
    if (batch.length === 0) break;
    await importBatch({ ...options, actorOf, takers, report, logoIds, pace }, batch);
    done += batch.length;
    progress(done / counts.codes);
  }
  if (!isDryRun) await keepTokens(options, pace);
  const { codesOf, ...told } = report;
  return { ...told, workspaces: await targets.list(workspaces.values(), codesOf) };
}

/** Verifies a bundle; throws if anything is wrong. */
export async function readBundle({
  dir,
  now,
  isOwn,
  readLogo,
}: Pick<ImportOptions, "dir" | "now" | "isOwn" | "readLogo">): Promise<Manifest> {
  const { manifest, problems } = await verifyBundle(dir, readLogo);
  // Somebody else's times to come would keep codes from expiring, and be hidden until then.
  if (problems.length === 0 && !isOwn && isAhead(manifest, now)) {
    throw new Error(
      `Nothing was imported: the bundle has times up to ${manifest.latest ?? manifest.madeAt}, which are in the future. Your own export is imported with --same.`,
    );
  }
  if (problems.length === 0) return manifest;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  // Some are sentences.
  const first = problems[0]!.replace(/\.$/, "");
  throw new Error(`The bundle is damaged, and nothing was imported: ${first}${more}.`);
}

/** Before the codes that use them. Returns the ids that logos have here. */
async function importLooks({
  dir,
  store,
  takeWorkspace,
  readLogo,
  warn,
  now,
  isDryRun,
}: ImportOptions & { takeWorkspace: WorkspaceOf }): Promise<Map<string, string>> {
  const logoIds = new Map<string, string>();
  if (isDryRun) return logoIds;
  for await (const record of recordsOf<LogoRecord>(dir, "logos")) {
    const workspaceId = (await takeWorkspace(record.workspace))!;
    const there = await store.importer.findLogo(workspaceId, record.hash);
    if (there !== null) {
      logoIds.set(record.id, there);
      continue;
    }
    const bytes = await readFile(join(dir, `logos/${basename(record.file)}`));
    const { png, width, height } = await readLogo(bytes);
    const kept = { ...record, width, height, hash: sha256(png) };
    const [id] = await store.importer.addLogos([logoOf(kept, workspaceId, png)]);
    logoIds.set(record.id, id!);
  }
  for await (const record of recordsOf<StyleRecord>(dir, "styles")) {
    await store.importer.addStyles([styleOf(record, (await takeWorkspace(record.workspace))!, logoIds)]);
  }
  for await (const { id, brand, utmPresets, tags, views } of recordsOf<WorkspaceRecord>(dir, "workspaces")) {
    const workspaceId = (await takeWorkspace(id))!;
    if (utmPresets.length > 0) await store.importer.addUtmPresets(workspaceId, utmPresets);
    const named = views.map(({ name, query }) => ({ name, query: JSON.stringify(query) }));
    const over = await store.importer.addLabels(workspaceId, { tags, views: named }, now);
    if (over.length > 0) warn(`Left out ${over.length} tags: a workspace has at most ${MAX_TAGS}.`);
    if (!brand) continue;
    const logoId = brand.logoId && logoIds.get(brand.logoId)!;
    await store.importer.addBrand(workspaceId, { ...NO_BRAND, ...brand, logoId });
  }
  return logoIds;
}

/** Erased tokens stay taken: a printed code must never lead to somebody else's. */
async function keepTokens({ dir, store, now }: ImportOptions, pace: Pace) {
  const erased = createTaker(recordsOf<{ token: string }>(dir, "erased"));
  while (true) {
    const batch = await erased.take(CODES_PER_BATCH);
    if (batch.length === 0) return;
    const tokens = batch.map(({ token }) => token);
    await pace.write(() => store.importer.keepTokens(tokens, now));
  }
}

interface BatchOptions extends ImportOptions {
  actorOf: ActorOf;
  findWorkspace: WorkspaceOf;
  takeWorkspace: WorkspaceOf;
  pace: Pace;
  takers: Takers;
  report: Counts;
  logoIds: ReadonlyMap<string, string>;
}

async function importBatch(options: BatchOptions, batch: readonly CodeRecord[]): Promise<void> {
  const { store, isDryRun, report, pace } = options;
  const wanted = await planImport(options, batch);
  if (!isDryRun) await reserve(store, pace, wanted);
  const numOf = new Map(wanted.map(({ code, num }) => [code.id, num ?? 0]));
  const ids = new Set(batch.map(({ id }) => id));
  await importBelongings(options, (id) => ids.has(id), numOf);
  await importScans(options, (id) => ids.has(id), numOf);
  report.codes += wanted.length;
  const codesOf = Map.groupBy(
    batch.filter(({ id }) => numOf.has(id)),
    ({ workspace }) => workspace,
  );
  for (const [id, { length }] of codesOf) report.codesOf.set(id, (report.codesOf.get(id) ?? 0) + length);
  if (!isDryRun && wanted.length > 0) {
    const whole = wanted.map(({ code, num }) => ({ code, num: num! }));
    await pace.write(() => store.importer.finish(whole, options.now));
  }
}

/** An unfinished import may have been of another bundle, so it is cleared first. */
async function reserve(store: Store, pace: Pace, wanted: readonly Target[]): Promise<void> {
  for (const { num, code } of wanted) {
    if (num !== undefined) await pace.write(() => store.importer.clear([{ num, code }]));
  }
  const fresh = wanted.filter(({ num }) => num === undefined);
  const nums = await pace.write(() => store.importer.reserve(fresh.map(({ code }) => code)));
  for (const [i, target] of fresh.entries()) target.num = nums[i];
}
