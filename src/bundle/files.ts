/** Writes and reads the files of a bundle. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { dataPath, isInside, type Kind, MANIFEST, SUMS, sha256 } from "./format.ts";

/** Far longer than any exported record. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
const NEWLINE = 0x0a;
const BUFFERED = 256 * 1024;

function fileIn(dir: string, path: string): string {
  if (!isInside(path)) throw new Error(`"${path.slice(0, 100)}" is not a path in a bundle.`);
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/** A text file that is appended to. It is open only during a write, so that no failure leaves it open. */
export async function createTextFile(dir: string, path: string) {
  const file = fileIn(dir, path);
  await writeFile(file, "", { mode: 0o600, flag: "wx" });
  let held = "";
  const flush = async () => {
    const text = held;
    held = "";
    await appendFile(file, text);
  };
  return {
    async add(text: string): Promise<void> {
      held += text;
      if (held.length >= BUFFERED) await flush();
    },
    close: flush,
  };
}

export const putFile = (dir: string, path: string, content: Uint8Array): Promise<void> =>
  writeFile(fileIn(dir, path), content, { mode: 0o600, flag: "wx" });

/** The files of a folder with their checksums, which `close` writes to SHA256SUMS. */
export async function createChecksums(dir: string) {
  const file = await createTextFile(dir, SUMS);
  const list = (path: string, sum: string) => file.add(`${sum}  ${path}\n`);
  return {
    /** Writes a file. */
    async put(path: string, content: string | Uint8Array): Promise<void> {
      // Converted once, for the file and the checksum.
      const bytes = Buffer.from(content as string);
      await putFile(dir, path, bytes);
      await list(path, sha256(bytes));
    },
    /** Lists a file that has been written. */
    add: async (path: string): Promise<void> => list(path, await sumOfFile(join(dir, path))),
    async close(): Promise<string> {
      await file.close();
      return sumOfFile(join(dir, SUMS));
    },
  };
}

export type Checksums = Awaited<ReturnType<typeof createChecksums>>;

export async function sumOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** The checksums that a bundle lists; null for a line that is not one. */
export async function* listedFiles(dir: string): AsyncGenerator<{ line: string; sum: string; path: string } | null> {
  for await (const line of linesOf(join(dir, SUMS))) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    yield sum && path && isInside(path) ? { line, sum, path } : null;
  }
}

/** Packs a whole bundle into one ZIP file. */
export async function zipBundle(dir: string, target: string, mtime: Date, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error as Error));
  // Stored, because it may fail while no file is being added; the next call would wait forever.
  let failure: unknown;
  let fail = (_: unknown) => {};
  const writing = pipeline(output, createWriteStream(target, { mode: 0o600, flags: "wx" }), { signal });
  writing.catch((error) => {
    failure = error;
    fail(error);
  });
  // Resolves when the previous files are written, so that few are in memory. PNG is already compressed.
  const add = (path: string) =>
    new Promise<void>((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      fail = reject;
      zip.addReadStreamLazy(path, { mtime, mode: 0o100600, compress: !path.endsWith(".png") }, (give) => {
        give(null, createReadStream(join(dir, path)));
        resolve();
      });
    });
  for await (const listed of listedFiles(dir)) {
    signal.throwIfAborted();
    await add(listed!.path);
  }
  for (const path of [SUMS, MANIFEST]) await add(path);
  zip.end();
  await writing;
}

/** Lines end with "\n" and nothing else: texts hold characters that some readers take for the end of a line. */
export async function* linesOf(file: string, longest = MAX_LINE_LENGTH): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += piece.length;
      if (length > longest) throw new Error(`line ${line} has more than ${longest} bytes`);
      held.push(piece);
      if (end < 0) break;
      yield Buffer.concat(held).toString();
      [held, length] = [[], 0];
      line += 1;
      from = end + 1;
    }
  }
  if (length > 0) yield Buffer.concat(held).toString();
}

export interface Line {
  /** The file and the number of the line, for people. */
  where: string;
  /** Undefined, which no JSON gives, for a line that is not JSON. */
  record: unknown;
  /** What is wrong with a line of an earlier version, which has no record then. */
  problem?: string;
  /** In an earlier version: the counts of its day include this scan. */
  isLeftOut?: boolean;
}

/** The records of one kind with their places. */
export async function* readLines(dir: string, kind: Kind): AsyncGenerator<Line> {
  const path = dataPath(kind);
  let line = 0;
  try {
    for await (const text of linesOf(join(dir, path))) {
      line += 1;
      yield { where: `${path} line ${line}`, record: parse(text) };
    }
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The records of a verified bundle. */
export async function* recordsOf<T>(dir: string, kind: Kind): AsyncGenerator<T> {
  for await (const { record } of readLines(dir, kind)) yield record as T;
}

/** Takes records while they fit and keeps the first that does not for the next call. */
export function createTaker<T>(records: AsyncIterator<T>) {
  let held: IteratorResult<T> | undefined;
  async function* takeWhile(fits: (record: T) => boolean): AsyncGenerator<T> {
    while (true) {
      held ??= await records.next();
      if (held.done || !fits(held.value)) return;
      const { value } = held;
      held = undefined;
      yield value;
    }
  }
  return {
    takeWhile,
    /** The next `most` records; fewer at the end. */
    async take(most: number): Promise<T[]> {
      const taken: T[] = [];
      for await (const record of takeWhile(() => taken.length < most)) taken.push(record);
      return taken;
    },
  };
}
