import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Reader, type Response } from "maxmind";
import { createRecordReader } from "./place-records.ts";
import { createPlaceTree, type PlaceTree } from "./place-tree.ts";

/** An MMDB file in memory from its first use; read synchronously if needed at once. */
export interface PlaceData extends PlaceTree {
  /** Null if the file is loaded, else a promise to wait for; never rejects. */
  load(): Promise<void> | null;
  /** The place fields of a record found by `find`; null if it is damaged. */
  record(number: number): unknown;
}

/** Called once for each problem of a file. */
type OnError = (error: Error) => void;

const EMPTY: PlaceData = { load: () => null, find4: () => 0, find6: () => 0, record: () => null };

/** Between the search tree and the data section. */
const SEPARATOR_BYTES = 16;

function placeDataOf(path: string, bytes: Buffer, onError: OnError): PlaceData {
  const { metadata } = new Reader<Response>(bytes);
  const { nodeCount, recordSize } = metadata;
  if (!(nodeCount > 0)) throw new Error("it holds no networks");
  const treeBytes = (nodeCount * recordSize) / 4;
  if (treeBytes > bytes.length) throw new Error("it is cut off");
  const readRecord = createRecordReader(bytes, treeBytes + SEPARATOR_BYTES);
  let isTold = false;
  return {
    ...createPlaceTree(bytes, metadata),
    load: () => null,
    record(number) {
      try {
        return readRecord(treeBytes + number - nodeCount);
      } catch (cause) {
        const sentence = `A record of the place data in ${path} cannot be read; its addresses have no place.`;
        if (!isTold) onError(new Error(sentence, { cause }));
        isTold = true;
        return null;
      }
    },
  };
}

/** Reads a file synchronously; throws if it is not an MMDB. */
export const readPlaceData = (path: string, onError: OnError): PlaceData =>
  placeDataOf(path, readFileSync(path), onError);

/**
 * Reads a file at its first use, in the background: reading 70 MB synchronously would block the event loop for a
 * tenth of a second. An unreadable file is reported once and its addresses have no place; scans are recorded all the
 * same.
 */
export function openPlaceData(path: string, onError: OnError): PlaceData {
  let data: PlaceData | null = null;
  let loading: Promise<void> | null = null;

  const fail = (cause: unknown): PlaceData => {
    onError(new Error(`The place data in ${path} cannot be read.`, { cause }));
    return EMPTY;
  };
  const readNow = (): PlaceData => {
    try {
      return readPlaceData(path, onError);
    } catch (error) {
      return fail(error);
    }
  };
  const here = (): PlaceData => {
    data ??= readNow();
    return data;
  };
  const readLater = async (): Promise<void> => {
    try {
      const bytes = await readFile(path);
      data ??= placeDataOf(path, bytes, onError);
    } catch (error) {
      data ??= fail(error);
    }
  };
  return {
    load: () => {
      if (data) return null;
      loading ??= readLater();
      return loading;
    },
    find4: (address) => here().find4(address),
    find6: (groups) => here().find6(groups),
    record: (number) => here().record(number),
  };
}
