import { Readable } from "node:stream";
import { type Options, ZipFile } from "yazl";
import type { Services } from "../services.ts";
import { confirmRights, rightsNow } from "../shared/audit.ts";
import { csvLine } from "../shared/csv.ts";
import { DomainError } from "../shared/errors.ts";
import { fileStem } from "../shared/file-name.ts";
import { drawPatiently, type Encode, type EncodeOfMany, encodeFor, type ImageOptions } from "./images.ts";
import type { Printed } from "./printed.ts";

export type ZipOptions = Omit<ImageOptions, "millimetres" | "encode"> & { encode: EncodeOfMany };

/** Kept for each code until the index is written. */
interface Drawn {
  name: string;
  token: string;
  encode: Encode;
  /** Empty if it could not be drawn; `problem` says why. */
  file: string;
  problem: string;
}

const HEAD = ["name", "file", "contains", "shareUrl", "content", "problem"];
const CONTAINS: Record<Encode, string> = { share: "share link", content: "content" };

/**
 * A ZIP file with the images of many codes, named after them, and an index. Each image is drawn after the previous
 * one was sent, so few are in memory; `signal` aborts.
 */
export function createImageZip({ readPrinted, images, clock, shareBase }: Services) {
  async function fill(
    zip: ZipFile,
    workspaceId: string,
    printed: Printed,
    options: ZipOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const nameFor = createFileNames(options.format);
    // PNG is already compressed.
    const compress = options.format !== "png";
    const drawn = new Map<string, Drawn>();
    for await (const codes of readPrinted(workspaceId, printed)) {
      for (const code of codes) {
        signal.throwIfAborted();
        await confirmRights();
        const { id, name, token, updatedAt } = code;
        const encode = encodeFor(code, options.encode);
        try {
          const bytes = await drawPatiently(images.image(code, { ...options, encode }).draw, { signal });
          const file = nameFor(name, token, encode);
          await addFile(zip, file, [bytes], { mtime: new Date(updatedAt), compress });
          drawn.set(id, { name, token, encode, file, problem: "" });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          drawn.set(id, { name, token, encode, file: "", problem: problemOf(error) });
        }
      }
    }
    await addFile(zip, "index.csv", index(workspaceId, printed, drawn, rightsNow()), { mtime: new Date(clock.now()) });
    zip.end();
  }

  /** Contents are read a second time, because all of them at once may be large. */
  async function* index(
    workspaceId: string,
    printed: Printed,
    drawn: Map<string, Drawn>,
    confirm: () => Promise<void>,
  ): AsyncGenerator<string> {
    await confirm();
    yield csvLine(HEAD);
    for await (const codes of readPrinted(workspaceId, { ...printed, ids: [...drawn.keys()] })) {
      for (const { id, content } of codes) {
        yield rowOf(workspaceId, drawn.get(id)!, content);
        drawn.delete(id);
      }
      await confirm();
    }
    // Deleted since they were drawn.
    for (const gone of drawn.values()) yield rowOf(workspaceId, gone, "");
  }

  const rowOf = (workspaceId: string, { name, token, encode, file, problem }: Drawn, content: string): string =>
    csvLine([name, file, CONTAINS[encode], `${shareBase(workspaceId)}/r/${token}`, content, problem]);

  return (workspaceId: string, printed: Printed, options: ZipOptions, signal: AbortSignal): Readable => {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    zip.on("error", (error) => output.destroy(error as Error));
    fill(zip, workspaceId, printed, options, signal).catch((error) => output.destroy(error));
    return output;
  };
}

/** Resolves when the previous files are sent and this one is next; never if the client stops reading. */
function addFile(
  zip: ZipFile,
  name: string,
  content: Iterable<Uint8Array> | AsyncIterable<string>,
  options: Partial<Options>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  zip.addReadStreamLazy(name, options, (give) => {
    give(null, Readable.from(content, { objectMode: false }));
    resolve();
  });
  return promise;
}

const problemOf = ({ details, message }: DomainError): string =>
  details?.map((each) => `${each.field} ${each.message}`).join("; ") ?? message;

/** Named like a single download; equal names are numbered, comparing letters as people see them. */
function createFileNames(format: ImageOptions["format"]) {
  const taken = new Set<string>();
  /** The next free number of a name, so that ten thousand equal names take no longer. */
  const next = new Map<string, number>();
  return (name: string, token: string, encode: Encode): string => {
    const stem = fileStem(name, token);
    const key = stem.toLowerCase();
    let number = next.get(key) ?? 1;
    const numbered = () => `${stem}${number === 1 ? "" : ` (${number})`}`;
    while (taken.has(numbered().toLowerCase())) number += 1;
    taken.add(numbered().toLowerCase());
    next.set(key, number + 1);
    return `${numbered()}${encode === "content" ? " (content)" : ""}.${format}`;
  };
}
