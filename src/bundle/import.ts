import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DAY_MS, dayOf } from "../shared/days.ts";
import type { Store } from "../store/store.ts";
import { createActors } from "./actors.ts";
import { CODES_A_LOT, decide, type OwnerOf, type Target } from "./decide.ts";
import { foresee } from "./foresee.ts";
import { createTakers, importBelongings, importScans, type Takers } from "./import-belongings.ts";
import type { LogoProblem } from "./judge.ts";
import { createTaker, recordsOf } from "./lines.ts";
import type { Manifest } from "./manifest.ts";
import type { Owners } from "./owners.ts";
import { createPace, type Pace } from "./pace.ts";
import { type CodeRecord, type LogoRecord, logoOf, type OwnerRecord, type StyleRecord, styleOf } from "./records.ts";
import { verifyBundle } from "./verify.ts";

export interface ImportOptions {
  dir: string;
  store: Store;
  owners: Owners;
  /** The account of an e-mail address if there is one. */
  personOf: (email: string) => Promise<string | null>;
  logoProblem?: LogoProblem;
  now: number;
  isDryRun: boolean;
  /** Hears of each code that is not taken in, in words. */
  refuse: (problem: string) => void;
  /** From 0 to 1. */
  progress?: (done: number) => void;
}

export interface ImportReport {
  /** Codes taken in, or to be taken in. */
  codes: number;
  /** Codes that were there already, as they are in the bundle or changed since. */
  there: number;
  refused: number;
  scans: number;
}

/**
 * Takes a bundle in: whole codes, one lot after the other. Done again, it completes and changes nothing else.
 * `read`: what `readBundle` gave, where the bundle was judged already.
 */
export async function importBundle(given: ImportOptions, read?: Manifest): Promise<ImportReport> {
  const { parts, counts, ...manifest } = read ?? (await readBundle(given));
  const options = await foresee(given, parts.codes);
  const { dir, store, isDryRun, progress = () => {} } = options;
  const report: ImportReport = { codes: 0, there: 0, refused: 0, scans: 0 };
  const actorOf = createActors(options.personOf);
  const pace = createPace();
  const codes = createTaker(recordsOf<CodeRecord>(dir, "codes", parts.codes));
  const takers = createTakers(dir, parts);
  if (!isDryRun) {
    await store.intake.raiseValuesFrom(dayOf(Date.parse(manifest.valuesFrom)));
  }
  const ownerOf = await createOwnerOf(options, parts.owners);
  const logoIds = await importLooks({ ...options, ownerOf }, parts);
  let done = 0;
  while (true) {
    const lot: CodeRecord[] = [];
    for await (const record of codes.takeWhile(() => lot.length < CODES_A_LOT)) lot.push(record);
    if (lot.length === 0) break;
    await importLot({ ...options, actorOf, ownerOf, takers, report, logoIds, pace }, lot);
    done += lot.length;
    progress(done / Math.max(1, counts.codes));
  }
  if (!isDryRun) await keepTokens(options, pace, parts.erased);
  return report;
}

/** A bundle made later than now would hide what is counted until then. */
const CLOCKS_DIFFER_MS = DAY_MS;

/** Judges a bundle, and throws when there is anything wrong with it. */
export async function readBundle({
  dir,
  now,
  logoProblem,
}: Pick<ImportOptions, "dir" | "now" | "logoProblem">): Promise<Manifest> {
  const { manifest, problems } = await verifyBundle(dir, logoProblem);
  if (Date.parse(manifest.madeAt) > now + CLOCKS_DIFFER_MS) {
    problems.push(`it was made at ${manifest.madeAt}, which is still to come`);
  }
  if (problems.length === 0) return manifest;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  throw new Error(`The bundle is damaged, and nothing was taken in: ${problems[0]}${more}.`);
}

async function createOwnerOf({ dir, owners }: ImportOptions, parts: number): Promise<OwnerOf> {
  const told = new Map<string, OwnerRecord>();
  for await (const owner of recordsOf<OwnerRecord>(dir, "owners", parts)) {
    told.set(owner.email, owner);
  }
  return (email) => owners.take(email, told.get(email));
}

/** Before the codes that use them. Gives the ids that logos have here. */
async function importLooks(
  { dir, store, ownerOf, isDryRun }: ImportOptions & { ownerOf: OwnerOf },
  parts: Manifest["parts"],
): Promise<Map<string, string>> {
  const logoIds = new Map<string, string>();
  if (isDryRun) return logoIds;
  for await (const record of recordsOf<LogoRecord>(dir, "logos", parts.logos)) {
    const bytes = await readFile(join(dir, `logos/${basename(record.file)}`));
    const logo = logoOf(record, (await ownerOf(record.owner))!, bytes);
    const [kept] = await store.intake.addLogos([logo]);
    logoIds.set(record.id, kept!);
  }
  for await (const record of recordsOf<StyleRecord>(dir, "styles", parts.styles)) {
    await store.intake.addStyles([styleOf(record, (await ownerOf(record.owner))!, logoIds)]);
  }
  return logoIds;
}

/** What was erased stays so: nobody who printed it may meet another code. */
async function keepTokens({ dir, store, now }: ImportOptions, pace: Pace, parts: number) {
  const erased = createTaker(recordsOf<{ token: string }>(dir, "erased", parts));
  while (true) {
    const lot: string[] = [];
    const isShort = () => lot.length < CODES_A_LOT;
    for await (const { token } of erased.takeWhile(isShort)) lot.push(token);
    if (lot.length === 0) return;
    await pace.write(() => store.intake.keepTokens(lot, now));
  }
}

interface LotOptions extends ImportOptions {
  actorOf: ReturnType<typeof createActors>;
  ownerOf: OwnerOf;
  pace: Pace;
  takers: Takers;
  report: ImportReport;
  logoIds: ReadonlyMap<string, string>;
}

async function importLot(options: LotOptions, lot: readonly CodeRecord[]): Promise<void> {
  const { store, isDryRun, report, pace } = options;
  const wanted = await decide(options, lot);
  if (!isDryRun) await reserve(store, pace, wanted);
  const numOf = new Map(wanted.map(({ code, num }) => [code.id, num ?? 0]));
  const ids = new Set(lot.map(({ id }) => id));
  await importBelongings(options, (id) => ids.has(id), numOf);
  await importScans(options, (id) => ids.has(id), numOf);
  report.codes += wanted.length;
  if (!isDryRun && wanted.length > 0) {
    const whole = wanted.map(({ code, num }) => ({ code, num: num! }));
    await pace.write(() => store.intake.finish(whole));
  }
}

/** What an import left unfinished may have been another bundle's: it is made anew. */
async function reserve(store: Store, pace: Pace, wanted: readonly Target[]): Promise<void> {
  for (const { num, code } of wanted) {
    if (num !== undefined) await pace.write(() => store.intake.clear([{ num, code }]));
  }
  const fresh = wanted.filter(({ num }) => num === undefined);
  const nums = await pace.write(() => store.intake.reserve(fresh.map(({ code }) => code)));
  for (const [i, target] of fresh.entries()) target.num = nums[i];
}
