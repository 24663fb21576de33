import { createHash } from "node:crypto";

export type Content = string | Uint8Array | AsyncIterable<string>;

/** Files of which nothing needs to be made again as long as `key` is the same. */
export interface Lot<T> {
  name: string;
  key: string;
  /** What the walk needs to know to go on after it; asked for when its files are written. */
  note(): T;
  /** Made as they are taken, where that takes long. */
  files: Iterable<LotFile> | AsyncIterable<LotFile>;
}

export interface LotFile {
  path: string;
  content: Content;
}

/** Where a bundle goes: a folder, or an archive that is streamed. */
export interface Sink {
  put(path: string, content: Content): Promise<void>;
  /** The note of a lot that an earlier run made, if its files are whole; they are taken as they are. */
  kept<T>(name: string, keyOf: (note: T) => Promise<string> | string): Promise<T | undefined>;
  lot<T>(lot: Lot<T>): Promise<void>;
  /** The list of checksums, then what closes the bundle. */
  close(manifest: (sums: string) => object): Promise<void>;
}

export const SUMS = "SHA256SUMS";
export const MANIFEST = "manifest.json";
/** Stands in a folder while its bundle is not whole: what for, then a line for each lot. */
export const UNFINISHED = "unfinished.ndjson";
/** Held by whoever writes; it goes with the marker. One that was cut off then leaves it in a whole bundle. */
export const LOCK = "unfinished.lock";

/** Whether a path stays in the bundle, wherever it is unpacked. */
export const isInside = (path: string): boolean =>
  /^[^/\\]/.test(path) && !/[\0\n\r\\]/.test(path) && !path.split("/").some(isMove);
const isMove = (name: string): boolean => name === "" || name === "." || name === "..";

export function assertInside(path: string): void {
  if (!isInside(path)) throw new Error(`"${path.slice(0, 100)}" is no path in a bundle.`);
}

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** As sha256sum writes it. */
export const sumLine = (sum: string, path: string): string => `${sum}  ${path}\n`;
