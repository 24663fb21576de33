/** Creates a bundle in a folder: rows within one short snapshot, then everything derived from them. */
import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ShownBrand } from "../brands/known-brands.ts";
import { type Cell, csvLine } from "../shared/csv.ts";
import { timestamp } from "../shared/days.ts";
import { VERSION } from "../shared/version.ts";
import type { Store } from "../store/store.ts";
import type { BundledWorkspace } from "./bundled.ts";
import { type Checksums, createChecksums, createTaker, createTextFile, recordsOf } from "./files.ts";
import { dataPath, FORMAT, FORMAT_VERSION, KINDS, type Kind, MANIFEST, README, TABLES } from "./format.ts";
import type { DrawPictures } from "./pictures.ts";
import type { CodeRecord, LogoRecord, Manifest, PlacementRecord } from "./record-schemas.ts";
import {
  entryOfPlacement,
  fileStem,
  NOT_FOUND,
  nginxLines,
  placesOf,
  redirectLines,
  type SiteContext,
  type SiteEntry,
  type SitePages,
  siteOf,
} from "./site.ts";
import { type WrittenRecords, writeRecords } from "./write-records.ts";

/** The generated files of each code. */
export interface CodeFiles {
  draw: DrawPictures;
  pages: SitePages;
  /** What the pages show of a workspace; rejects if the logo cannot be drawn. */
  brandOf(workspace: BundledWorkspace, signal?: AbortSignal): Promise<ShownBrand>;
}

export interface ExportOptions {
  store: Pick<Store, "snapshot"> & { placements: Pick<Store["placements"], "moveScans"> };
  /** A new, empty folder. */
  dir: string;
  files: CodeFiles;
  /** Undefined: all. */
  workspace?: { id: string; name: string } | undefined;
  baseUrl: string;
  shareBase: (workspaceId: string) => string;
  /** The path of `baseUrl`. */
  basePath: string;
  now: number;
  signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  progress?: (done: number) => void;
}

export interface Exported {
  counts: Manifest["counts"];
  /** Codes without a picture or a page, with the reason. */
  undrawn: string[];
}

/** How long a snapshot may last: while it does, SQLite's write-ahead log grows and PostgreSQL keeps dead rows. */
const SNAPSHOT_MS = 10 * 60_000;
const RECORDS_SHARE = 0.4;
const TABLES_SHARE = 0.3;
const DRAWN_FROM = RECORDS_SHARE + TABLES_SHARE;
const MOVE_TRIES = 30;
const MOVE_REST_MS = 1000;

export async function exportBundle(options: ExportOptions): Promise<Exported> {
  const { dir, workspace, baseUrl, now, progress = () => {} } = options;
  const written = await writeWhole(options);
  const { counts } = written;
  const checksums = await createChecksums(dir);
  await checksums.put("README.md", README);
  for (const kind of KINDS) await checksums.add(dataPath(kind));
  const rows = TABLES.reduce((sum, kind) => sum + counts[kind], 0);
  let added = 0;
  const onRow = () => progress(RECORDS_SHARE + (TABLES_SHARE * ++added) / rows);
  for (const kind of TABLES) if (counts[kind] > 0) await writeTable(options, checksums, kind, onRow);
  for await (const { file } of recordsOf<LogoRecord>(dir, "logos")) await checksums.add(file);
  const undrawn = await writeCodes(options, written, checksums);
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    madeBy: `tessera ${VERSION}`,
    madeAt: timestamp(now),
    latest: timestamp(Math.max(now, written.latest)),
    baseUrl,
    workspace: workspace?.name ?? null,
    counts,
    sums: await checksums.close(),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(dir, MANIFEST), text, { flag: "wx", mode: 0o600, flush: true });
  progress(1);
  return { counts, undrawn };
}

/** A snapshot without placements whose scans are being moved: they would belong to two codes. */
async function writeWhole({ store, dir, workspace, shareBase, signal, progress = () => {} }: ExportOptions) {
  let isRepeated = false;
  for (let left = MOVE_TRIES; ; left--) {
    const late = AbortSignal.timeout(SNAPSHOT_MS);
    const found = await store.snapshot(async (reader) => {
      const moving = await reader.movingPlacements(workspace?.id);
      if (moving.length > 0) return { moving };
      if (isRepeated) await rm(dir, { recursive: true });
      isRepeated = true;
      return writeRecords({
        reader,
        dir,
        workspaceId: workspace?.id,
        shareBase,
        signal: signal ? AbortSignal.any([signal, late]) : undefined,
        progress: (done) => progress(RECORDS_SHARE * done),
      });
    });
    if ("counts" in found) return found;
    if (left === 0) throw new Error("Placements are being moved to other codes. Export again in a minute.");
    for (const num of found.moving) await store.placements.moveScans(num, signal);
    signal?.throwIfAborted();
    // A replica may be behind.
    if (left < MOVE_TRIES) await sleep(MOVE_REST_MS, undefined, { signal });
  }
}

/** Creates the bundle next to `dir` and renames it when it is complete. */
export async function exportTo(dir: string, options: Omit<ExportOptions, "dir">): Promise<Exported> {
  takeName(dir);
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 });
  const made = mkdtempSync(`${dir}.unfinished-`);
  try {
    const exported = await exportBundle({ ...options, dir: made });
    renameSync(made, dir);
    return exported;
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** Replaces an empty folder; refuses one with files, or one that cannot be replaced, before any work. */
function takeName(dir: string): void {
  try {
    rmdirSync(dir);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "ENOTEMPTY" || code === "EEXIST") throw new Error(`${dir} is not empty; use a new folder.`);
    throw new Error(`${dir} cannot be replaced; use a new folder in it (${message}).`);
  }
}

async function writeTable(
  { dir, signal }: ExportOptions,
  checksums: Checksums,
  kind: Kind,
  onRow: () => void,
): Promise<void> {
  const path = `data/${kind}.csv`;
  const file = await createTextFile(dir, path);
  let isFirst = true;
  for await (const record of recordsOf<object>(dir, kind)) {
    signal?.throwIfAborted();
    if (isFirst) await file.add(`${Object.keys(record).join(",")}\r\n`);
    isFirst = false;
    await file.add(csvLine(Object.values(record).map(cellOf)));
    onRow();
  }
  await file.close();
  await checksums.add(path);
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Writes pictures and the static site of the codes. Returns what could not be made. */
async function writeCodes(
  options: ExportOptions,
  { counts, workspaces }: WrittenRecords,
  checksums: Checksums,
): Promise<string[]> {
  const { dir, files, basePath, now, signal, progress = () => {} } = options;
  const { draw, pages } = files;
  const undrawn: string[] = [];
  const fail = ({ shareToken, name }: CodeRecord, error: Error) => {
    signal?.throwIfAborted();
    undrawn.push(`${shareToken} (${JSON.stringify(name)}): ${error.message}`);
    return null;
  };
  const pageOf = (code: CodeRecord, context: SiteContext) => {
    try {
      return siteOf(code, context, pages);
    } catch (error) {
      return fail(code, error as Error);
    }
  };
  const brands = new Map<string, ShownBrand>();
  const brandOf = async (workspace: BundledWorkspace): Promise<ShownBrand> => {
    const known = brands.get(workspace.id);
    if (known) return known;
    const shown = await files.brandOf(workspace, signal).catch((error: Error) => {
      signal?.throwIfAborted();
      undrawn.push(`logo of ${JSON.stringify(workspace.name)}: ${error.message}`);
      return files.brandOf({ ...workspace, brand: workspace.brand && { ...workspace.brand, logoId: null } });
    });
    brands.set(workspace.id, shown);
    return shown;
  };
  await checksums.put(`site${NOT_FOUND}`, pages.notFound());
  const [redirects, map] = ["site/_redirects", "nginx.map"];
  const [redirectsFile, mapFile] = [await createTextFile(dir, redirects), await createTextFile(dir, map)];
  const places = placesOf(
    basePath,
    [...workspaces.values()].some(({ hasDomain }) => hasDomain),
  );
  const addEntry = async (entry: SiteEntry) => {
    await redirectsFile.add(redirectLines(places, entry));
    await mapFile.add(nginxLines(places, entry));
  };
  const placements = createTaker(recordsOf<PlacementRecord>(dir, "placements"));
  let done = 0;
  for await (const code of recordsOf<CodeRecord>(dir, "codes")) {
    signal?.throwIfAborted();
    progress(DRAWN_FROM + ((1 - DRAWN_FROM) * done++) / counts.codes);
    if (code.deletedAt !== null) {
      for await (const _ of placements.takeWhile(({ codeId }) => codeId === code.id));
      continue;
    }
    const workspace = workspaces.get(code.workspace)!;
    const pictures = await draw(code, workspace.id, signal).catch((error) => fail(code, error));
    if (pictures) {
      await checksums.put(`images/${fileStem(code)}.svg`, pictures.svg);
      await checksums.put(`images/${fileStem(code)}.png`, pictures.png);
    }
    const context = { workspace, brand: await brandOf(workspace), now };
    const site = pageOf(code, context);
    for (const { path, content } of site?.files ?? []) await checksums.put(path, content);
    for await (const placement of placements.takeWhile(({ codeId }) => codeId === code.id)) {
      if (site) await addEntry(entryOfPlacement(code, context, site.entry, placement));
    }
    if (site) await addEntry(site.entry);
  }
  await redirectsFile.close();
  await mapFile.close();
  await checksums.add(redirects);
  await checksums.add(map);
  if (undrawn.length > 0) await checksums.put("images/not-drawn.txt", `${undrawn.join("\n")}\n`);
  return undrawn;
}
