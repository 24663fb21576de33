import { drawPatiently } from "../codes/draw-patiently.ts";
import { dateOfDay, timestamp } from "../shared/days.ts";
import { isNativeToken } from "../shared/ids.ts";
import { VERSION } from "../shared/version.ts";
import type { BundledCode, BundleReader } from "../store/bundle-store.ts";
import type { Manifest } from "./manifest.ts";
import type { PicturesOf } from "./pictures.ts";
import { README } from "./readme.ts";
import { FORMAT, FORMAT_VERSION } from "./records.ts";
import { exportScans } from "./scan-parts.ts";
import { type LotFile, type Sink, sha256 } from "./sink.ts";
import {
  caddyfile,
  caddyLines,
  fileStem,
  headersFile,
  nginxConf,
  nginxLines,
  RESTING,
  redirectLines,
  type SiteEntry,
  type SitePages,
  siteOf,
} from "./site.ts";
import { createOwnerTable, exportErased, exportLooks, exportTables } from "./tables.ts";
import { groupsOf, type OwnedCode } from "./walk.ts";

export interface CodeFiles {
  images: PicturesOf;
  pages: SitePages;
}

export interface ExportOptions extends CodeFiles {
  reader: BundleReader;
  sink: Sink;
  owner?: { id: string; email: string } | undefined;
  baseUrl: string;
  basePath: string;
  now: number;
  /** Ends the work. */
  signal?: AbortSignal;
  /** Fewer in tests. */
  scansAPart?: number;
  /** From 0 to 1. */
  progress?: (done: number) => void;
}

/** Shares of the work, as far as anybody can tell beforehand. */
const SHARE = { tables: 0.1, scans: 0.5, images: 0.3 };

export interface Exported {
  counts: Manifest["counts"];
  /** Codes without a picture or a page of their own, with the reason. */
  undrawn: string[];
}

/** Writes the whole bundle, as of one moment, in constant memory. */
export async function exportBundle(options: ExportOptions): Promise<Exported> {
  const { reader, sink, owner, baseUrl, basePath, now, pages, progress = () => {} } = options;
  const marks = await reader.marks();
  const totals = await reader.totals(owner?.id);
  const groups = () => groupsOf(reader, owner?.id);
  await sink.put("README.md", README);

  const owners = createOwnerTable(sink);
  const tables = await exportTables(
    { reader, sink, owners, baseUrl, rawFromDay: marks.rawFromDay },
    groups(),
    (codes) => progress((SHARE.tables * codes) / Math.max(1, totals.codes)),
  );
  const looks = await exportLooks({ reader, sink, owners }, owner?.id);
  await owners.flush();
  const erased = await exportErased(reader, sink, owner?.id);
  const scans = await exportScans({
    reader,
    ownerId: owner?.id,
    marks,
    sink,
    scansAPart: options.scansAPart,
    progress: (n) => progress(SHARE.tables + (SHARE.scans * n) / Math.max(1, totals.scans)),
  });
  const undrawn = await exportImages(options, groups(), (codes) =>
    progress(SHARE.tables + SHARE.scans + (SHARE.images * codes) / Math.max(1, totals.codes)),
  );

  const ambiguous = await ambiguousTokens(groups());
  await sink.put("site/404.html", pages.notFound());
  await sink.put(`site${RESTING}`, pages.resting());
  for await (const { files } of siteEntries(options, groups(), (line) => undrawn.push(line))) {
    for (const { path, content } of files) await sink.put(path, content);
  }
  if (undrawn.length > 0) await sink.put("images/not-drawn.txt", `${undrawn.join("\n")}\n`);
  async function* lines(of: (entry: SiteEntry) => string): AsyncGenerator<string> {
    for await (const { entry } of siteEntries(options, groups())) yield of(entry);
  }
  const nginx = (entry: SiteEntry) => nginxLines(basePath, entry, ambiguous.has(entry.token.toLowerCase()));
  for (const map of ["locations", "pages", "spelling"] as const) {
    await sink.put(
      `nginx/${map}.map`,
      lines((entry) => nginx(entry)[map]),
    );
  }
  await sink.put("nginx/nginx.conf", nginxConf(basePath, pages.policy, totals.codes));
  await sink.put(
    "caddy/codes.map",
    lines((entry) => caddyLines(basePath, entry)),
  );
  await sink.put("Caddyfile", caddyfile(basePath, pages.policy));
  await sink.put(
    "site/_redirects",
    lines((entry) => redirectLines(basePath, entry)),
  );
  await sink.put("site/_headers", headersFile(pages.policy));

  const counts = {
    owners: owners.rows(),
    codes: tables.codes,
    versions: tables.versions,
    scans: scans.scans,
    ...looks.counts,
    ...erased.counts,
  };
  await sink.close((sums): Manifest => {
    const parts = { owners: owners.parts(), ...tables.parts, ...looks.parts, ...erased.parts, scans: scans.parts };
    return {
      format: FORMAT,
      version: FORMAT_VERSION,
      madeBy: `tessera ${VERSION}`,
      madeAt: timestamp(now),
      baseUrl,
      owner: owner?.email ?? null,
      counts,
      rawScansFrom: dateOfDay(marks.rawFromDay),
      valuesFrom: dateOfDay(marks.valuesFromDay),
      parts,
      sums,
    };
  });
  progress(1);
  return { counts, undrawn };
}

/** Gives the codes that could not be drawn. */
async function exportImages(
  { sink, images, signal }: ExportOptions,
  groups: AsyncIterable<OwnedCode[]>,
  progress: (codes: number) => void,
): Promise<string[]> {
  const undrawn: string[] = [];
  let done = 0;
  for await (const group of groups) {
    const wanted = group
      .filter(({ code }) => code.deletedAt === null)
      .map(({ code }) => ({ code, stem: fileStem(code), ...images(code) }));
    const name = `images of ${group[0]!.code.num} to ${group.at(-1)!.code.num}`;
    const key = sha256(JSON.stringify(wanted.map(({ stem, key }) => [stem, key])));
    const ofGroup: string[] = [];
    async function* files(): AsyncGenerator<LotFile> {
      for (const { code, stem, draw } of wanted) {
        const drawn = drawPatiently(() => draw(signal), { signal });
        const pictures = await drawn.catch((error: Error) => {
          signal?.throwIfAborted();
          ofGroup.push(lineOf(code, error));
          return null;
        });
        if (!pictures) continue;
        yield { path: `images/${stem}.svg`, content: pictures.svg };
        yield { path: `images/${stem}.png`, content: pictures.png };
      }
    }
    const kept = await sink.kept<string[]>(name, () => key);
    if (!kept) await sink.lot({ name, key, note: () => ofGroup, files: files() });
    undrawn.push(...(kept ?? ofGroup));
    done += group.length;
    progress(done);
  }
  return undrawn;
}

const lineOf = ({ token, name }: BundledCode, error: Error): string =>
  `${token} (${JSON.stringify(name)}): ${error.message}`;

/** `fail` hears of codes that have no page; they are answered as unknown. */
async function* siteEntries(
  { now, pages }: ExportOptions,
  groups: AsyncIterable<OwnedCode[]>,
  fail: (line: string) => void = () => {},
) {
  for await (const group of groups) {
    for (const { code, owner } of group) {
      try {
        const site = siteOf(code, owner, now, pages);
        if (site) yield site;
      } catch (error) {
        fail(lineOf(code, error as Error));
      }
    }
  }
}

/** Tokens in small letters that stand for several codes. Only those from other products can. */
async function ambiguousTokens(groups: AsyncIterable<OwnedCode[]>): Promise<Set<string>> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for await (const group of groups) {
    for (const { code } of group) {
      const folded = code.token.toLowerCase();
      if (isNativeToken(code.token)) continue;
      if (seen.has(folded)) twice.add(folded);
      seen.add(folded);
    }
  }
  return twice;
}
