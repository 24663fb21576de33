import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Reader, type Response } from "maxmind";
import { createRecordReader } from "./place-records.ts";
import { createPlaceTree, type PlaceTree } from "./place-tree.ts";

/** One MMDB file, held in memory from its first use on; it is read on the spot if need be. */
export interface PlaceData extends PlaceTree {
  /** Null when the file is here, else what to wait for; never rejects. */
  load(): Promise<void> | null;
  /** What stands behind a number that was found: of its fields those that tell a place; null if damaged. */
  record(number: number): unknown;
}

/** Hears once of each thing that is wrong with a file. */
type OnError = (error: Error) => void;

const EMPTY: PlaceData = { load: () => null, find4: () => 0, find6: () => 0, record: () => null };

/** Between the tree and the data, and counted with neither. */
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

/** Reads a file at once; throws when it is not an MMDB. */
export const readPlaceData = (path: string, onError: OnError): PlaceData =>
  placeDataOf(path, readFileSync(path), onError);

/**
 * Reads a file at its first use, in the background: reading its 70 MB at once would block the event
 * loop for a tenth of a second. If it cannot be read, that is reported once and its addresses have no
 * place; the scans are recorded all the same.
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
