import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Reader, type Response } from "maxmind";

/** One MMDB file, held in memory from its first use on. */
export interface PlaceData {
  /** Null when `record` can answer at once, else what to wait for; never rejects. */
  load(): Promise<void> | null;
  /** The raw record of an address, null if there is none. Reads the file on the spot if need be. */
  record(address: string): unknown;
}

const EMPTY: PlaceData = { load: () => null, record: () => null };

function placeDataOf(bytes: Buffer): PlaceData {
  const reader = new Reader<Response>(bytes);
  const { ipVersion, nodeCount } = reader.metadata;
  if (!(nodeCount > 0)) throw new Error("it holds no networks");
  return {
    load: () => null,
    // A tree of IPv4 would take the first bits of an IPv6 address for an IPv4 one.
    record: (address) => (ipVersion === 4 && address.includes(":") ? null : reader.get(address)),
  };
}

/** Reads a file at once; throws when it is not an MMDB. */
export const readPlaceData = (path: string): PlaceData => placeDataOf(readFileSync(path));

/**
 * Reads a file at its first use, in the background: reading its 70 MB at once would block the event
 * loop for a tenth of a second. If it cannot be read, that is reported once and its addresses have no
 * place; the scans are recorded all the same.
 */
export function openPlaceData(path: string, onError: (error: Error) => void): PlaceData {
  let data: PlaceData | null = null;
  let loading: Promise<void> | null = null;

  const fail = (cause: unknown): PlaceData => {
    onError(new Error(`The place data in ${path} cannot be read.`, { cause }));
    return EMPTY;
  };
  const readNow = (): PlaceData => {
    try {
      return readPlaceData(path);
    } catch (error) {
      return fail(error);
    }
  };
  const readLater = async (): Promise<void> => {
    try {
      const bytes = await readFile(path);
      data ??= placeDataOf(bytes);
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
    record: (address) => {
      data ??= readNow();
      return data.record(address);
    },
  };
}
