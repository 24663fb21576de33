import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { assertInside, type Content, LOCK, MANIFEST, type Sink, SUMS, sha256, sumLine, UNFINISHED } from "./sink.ts";

/** Every file that an export writes. */
const OURS = [
  /^(?:README\.md|SHA256SUMS|manifest\.json|unfinished\.(?:ndjson|lock)|Caddyfile)$/,
  /^data\/[a-z]+-\d{5,}\.(?:ndjson|csv)$/,
  /^images\/(?:[a-z0-9-]+\.(?:svg|png)|not-drawn\.txt)$/,
  /^logos\/[0-9a-f-]+\.png$/,
  /^site\/(?:404\.html|_redirects|_headers|p\/[a-z0-9-]+\.(?:html|vcf))$/,
  /^(?:nginx\/(?:nginx\.conf|[a-z]+\.map)|caddy\/codes\.map)$/,
];
/** What a second run may keep; all else is made anew. */
const KEPT_FOLDERS = ["data", "images"];

interface LotLine {
  lot: string;
  key: string;
  note: unknown;
  files: string[];
  /** Of their paths and checksums. */
  digest: string;
}

export interface Folder extends Sink {
  /** How many files of an earlier run were kept. */
  keptFiles(): number;
  /** Lets another run go on with it, whole or not. */
  leave(): void;
}

/** Keeps all others from a file, or throws where another does. */
export type Hold = (file: string) => { letGo(): void };

/** `purpose` tells what the bundle is of: an unfinished one of something else is refused. */
export async function openFolder(dir: string, purpose: string, hold: Hold = () => ({ letGo() {} })): Promise<Folder> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const marker = join(dir, UNFINISHED);
  // Before a file is put into somebody else's folder.
  readLots(dir, marker, purpose);
  const held = hold(join(dir, LOCK));
  const isSecondRun = existsSync(marker);
  const lots = readHeld();
  if (!isSecondRun) {
    await writeFile(marker, `${JSON.stringify({ purpose })}\n`, { mode: 0o600 });
  }
  for (const name of readdirSync(dir)) {
    if (![UNFINISHED, LOCK, ...KEPT_FOLDERS].includes(name)) {
      rmSync(join(dir, name), { recursive: true });
    }
  }
  const sums = openSync(join(dir, SUMS), "w", 0o600);
  const sumsHash = createHash("sha256");
  /** Only a second run can find files that belong to nothing any more. */
  const listed = isSecondRun ? new Set<string>() : undefined;
  let keptFiles = 0;

  /** Another run may have completed it until it was held. */
  function readHeld(): Map<string, LotLine> {
    try {
      if (isSecondRun) refuseOthers(dir);
      return readLots(dir, marker, purpose);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** The lock stays in an unfinished folder: a file that is removed could be held by two. */
  function leave(): void {
    held.letGo();
    if (!existsSync(marker)) rmSync(join(dir, LOCK), { force: true });
  }

  function list(path: string, sum: string): void {
    const line = sumLine(sum, path);
    sumsHash.update(line);
    listed?.add(path);
    writeFileSync(sums, line);
  }

  async function write(path: string, content: Content): Promise<string> {
    assertInside(path);
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (typeof content === "string" || content instanceof Uint8Array) {
      // Made bytes once, for both.
      const bytes = Buffer.from(content as string);
      await writeFile(file, bytes, { mode: 0o600 });
      return sha256(bytes);
    }
    const hash = createHash("sha256");
    const handle = await open(file, "w", 0o600);
    try {
      for await (const piece of content) {
        hash.update(piece);
        // Not `write`, which on a full disk writes less than it was given.
        await handle.writeFile(piece);
      }
    } finally {
      await handle.close();
    }
    return hash.digest("hex");
  }

  return {
    keptFiles: () => keptFiles,
    leave,

    async put(path, content) {
      list(path, await write(path, content));
    },

    async kept(name, keyOf) {
      const lot = lots.get(name);
      if (!lot || (await keyOf(lot.note as never)) !== lot.key) return undefined;
      const lines: [string, string][] = [];
      for (const path of lot.files) {
        if (!existsSync(join(dir, path))) return undefined;
        lines.push([path, await sumOfFile(join(dir, path))]);
      }
      if (sha256(JSON.stringify(lines)) !== lot.digest) return undefined;
      for (const [path, sum] of lines) list(path, sum);
      keptFiles += lines.length;
      return lot.note as never;
    },

    async lot({ name, key, note, files }) {
      const lines: [string, string][] = [];
      for await (const { path, content } of files) lines.push([path, await write(path, content)]);
      for (const [path, sum] of lines) list(path, sum);
      const paths = lines.map(([path]) => path);
      const line: LotLine = { lot: name, key, note: note(), files: paths, digest: sha256(JSON.stringify(lines)) };
      appendFileSync(marker, `${JSON.stringify(line)}\n`);
    },

    async close(manifest) {
      fsyncSync(sums);
      closeSync(sums);
      if (listed) removeUnlisted(dir, listed);
      const file = await open(join(dir, MANIFEST), "w", 0o600);
      await file.writeFile(`${JSON.stringify(manifest(sumsHash.digest("hex")), null, 2)}\n`);
      await file.sync();
      await file.close();
      rmSync(marker);
      leave();
    },
  };
}

/** The lots of an earlier run. A folder with anything else in it is not ours to write to. */
function readLots(dir: string, marker: string, purpose: string): Map<string, LotLine> {
  const lots = new Map<string, LotLine>();
  if (!existsSync(marker)) {
    if (readdirSync(dir).every((name) => name === LOCK)) return lots;
    throw new Error(
      existsSync(join(dir, MANIFEST))
        ? `${dir} holds a whole bundle already; name another folder.`
        : `${dir} is not empty, and not an unfinished bundle; name a new folder.`,
    );
  }
  const [head = "", ...lines] = readFileSync(marker, "utf8").split("\n");
  if (parsed(head)?.purpose !== purpose) {
    throw new Error(`${dir} holds an unfinished bundle of something else; name a new folder.`);
  }
  for (const line of lines) {
    // The last one may be cut off: then its lot is made again.
    const lot = parsed(line) as unknown as LotLine | undefined;
    if (lot) lots.set(lot.lot, lot);
  }
  return lots;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));

/** What somebody else put into an unfinished bundle is not ours to take away. */
function refuseOthers(dir: string): void {
  const others = filesIn(dir).filter((path) => !OURS.some((pattern) => pattern.test(path)));
  if (others.length === 0) return;
  const named = others.slice(0, 5).join(", ");
  const more = others.length > 5 ? ` and ${others.length - 5} more` : "";
  throw new Error(`${dir} holds files that are not of the bundle; move them away: ${named}${more}.`);
}

function removeUnlisted(dir: string, listed: ReadonlySet<string>): void {
  for (const folder of KEPT_FOLDERS.filter((name) => existsSync(join(dir, name)))) {
    for (const file of filesIn(join(dir, folder))) {
      if (!listed.has(`${folder}/${file}`)) rmSync(join(dir, folder, file));
    }
  }
}

export async function sumOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
