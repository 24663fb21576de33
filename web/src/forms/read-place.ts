/** Coordinates as people paste them: in any usual notation, or in the link of a map service. Nothing is fetched. */
import { readGeo } from "../../../src/codes/content/geo.ts";

export interface Point {
  latitude: number;
  longitude: number;
}

const ANGLE = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*'\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*"\s*)?)?`;
const BETWEEN = String.raw`(?:\s*[,;/]\s*|\s+|(?<=[NSEW])|(?=[NSEW]))`;
/** With the letters of the directions before or after the numbers. */
const PAIRS = [
  { pattern: new RegExp(`^${ANGLE}([NSEW])?${BETWEEN}${ANGLE}([NSEW])?$`, "i"), letters: [4, 8], angles: [1, 5] },
  {
    pattern: new RegExp(`^([NSEW])?\\s*${ANGLE}${BETWEEN}([NSEW])?\\s*${ANGLE}$`, "i"),
    letters: [1, 5],
    angles: [2, 6],
  },
] as const;
/** One number with a decimal comma, not two. */
const ONE_NUMBER = /^[+-]?\d+,\d+$/;

/** As other programs write degrees, minutes, seconds and minus. */
const plain = (text: string): string =>
  text
    .replace(/[º˚]/g, "°")
    .replace(/[′’‘ʹ´`]/g, "'")
    .replace(/″|”|“|ʺ|''/g, '"')
    .replaceAll("−", "-")
    .replace(/\b(?:lat(?:itude)?|lon(?:gitude)?|lng)\b\s*[:=]?/gi, " ")
    // Runs of spaces would take the patterns cubic time.
    .replace(/[\s()[\]]+/g, " ")
    .trim();

interface Angle {
  degrees: number;
  /** "lat" or "lng" if a letter says so. */
  axis: "lat" | "lng" | null;
}

const numberOf = (text: string | undefined): number => (text === undefined ? 0 : Number(text.replace(",", ".")));

function angleOf(found: RegExpExecArray, at: number, letterAt: number): Angle | null {
  const [whole = "", minutes, seconds] = found.slice(at, at + 3);
  const letter = found[letterAt]?.toUpperCase() ?? null;
  if (letter !== null && /^[+-]/.test(whole)) return null;
  if (numberOf(minutes) >= 60 || numberOf(seconds) >= 60) return null;
  const size = Math.abs(numberOf(whole)) + numberOf(minutes) / 60 + numberOf(seconds) / 3600;
  const degrees = whole.startsWith("-") || letter === "S" || letter === "W" ? -size : size;
  return { degrees, axis: letter === null ? null : /[NS]/.test(letter) ? "lat" : "lng" };
}

/** By words, as in "lng: 13.4, lat: 52.5". */
const isLongitudeFirst = (text: string): boolean =>
  /\b(?:lat|lon|lng)/i.exec(text)?.[0].toLowerCase().startsWith("lat") === false;

function readNotation(text: string): Point | null {
  const wanted = plain(text);
  if (ONE_NUMBER.test(wanted)) return null;
  for (const { pattern, letters, angles } of PAIRS) {
    const found = pattern.exec(wanted);
    const first = found && angleOf(found, angles[0], letters[0]);
    const second = found && angleOf(found, angles[1], letters[1]);
    if (!first || !second || (first.axis !== null && first.axis === second.axis)) continue;
    const isNamedFirst = first.axis === null && second.axis === null && isLongitudeFirst(text);
    const isSwapped = first.axis === "lng" || second.axis === "lat" || isNamedFirst;
    // In "52.5 W13.4" the letter belongs to the second number.
    if (isSwapped && !isNamedFirst && (first.axis === null || second.axis === null)) continue;
    const [latitude, longitude] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
    return { latitude, longitude };
  }
  return null;
}

/** Parameters with a pair: of the place itself, and of the middle of the map. */
const OF_PLACE = [
  ...["q", "query", "destination", "daddr", "coordinate", "to", "sp"],
  ...["pt", "whatshere[point]", "poi[point]"],
];
const OF_MAP = ["ll", "center", "cp", "map"];
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
/** Such as 52.5,13.4 or point.52.5_13.4_Name or 52.5~13.4, but no address such as "12,14 Main Street". */
const IN_PARAMETER = new RegExp(
  String.raw`^(?:loc:|ll\.|point\.)?\s*(${NUMBER})\s*[,~_]\s*(${NUMBER})(?:$|_|\s*\(|,\s*\d)`,
);
const PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`, "g");
const CENTRE = new RegExp(`@(${NUMBER}),(${NUMBER})`);
const SEGMENT = new RegExp(String.raw`/(${NUMBER}),[\s+]*(${NUMBER})(?:/|$|(?<=\.\d+),)`);
const HASH = new RegExp(`map=[\\d.]+/(${NUMBER})/(${NUMBER})`);
/** The points of a route, by Google. */
const ROUTE = /\/dir\/(.*?)(?:\/@|\/data=|\/?$)/;
/** A point of a route that has a name, the longitude first. */
const NAMED_POINT = new RegExp(`!2m2!1d(${NUMBER})!2d(${NUMBER})`, "g");
/** Yandex and 2GIS write the longitude first. */
const IS_SWAPPED = /(?:^|\.)(?:yandex|2gis|mapy)\./;

const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|osm\.org|maps\.apple|binged\.it|her\.is|w3w\.co)$/i;

function pairOf(found: readonly (string | undefined)[] | null | undefined): Point | null {
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]) } : null;
}

const swapped = (point: Point | null): Point | null =>
  point && { latitude: point.longitude, longitude: point.latitude };

/** Where a route ends. */
function endOf(points: string, pathname: string): Point | null {
  const last = points.slice(points.lastIndexOf("/") + 1);
  return pairOf(SEGMENT.exec(`/${last}`)) ?? swapped(pairOf([...pathname.matchAll(NAMED_POINT)].at(-1)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readLink(url: URL): Point | null {
  const { searchParams: query } = url;
  const pathname = decoded(url.pathname);
  for (const [lat, lng] of [
    ["mlat", "mlon"],
    ["lat", "lon"],
    ["lat", "lng"],
  ] as const) {
    const pair = readNotation(`${query.get(lat) ?? ""}, ${query.get(lng) ?? ""}`);
    if (pair) return pair;
  }
  const named = (names: string[]) =>
    names.map((name) => pairOf(IN_PARAMETER.exec(query.get(name)?.trim() ?? ""))).find((pair) => pair !== null);
  const route = ROUTE.exec(pathname)?.[1];
  // Google names the places that were found before first.
  const place = pairOf([...pathname.matchAll(PIN)].at(-1)) ?? named(OF_PLACE);
  const shown = () =>
    pairOf(SEGMENT.exec(pathname)) ?? named(OF_MAP) ?? pairOf(CENTRE.exec(pathname)) ?? pairOf(HASH.exec(url.hash));
  const found = place ?? (route ? endOf(route, pathname) : shown());
  return IS_SWAPPED.test(url.hostname) ? swapped(found) : found;
}

const linkIn = (text: string): URL | null => (/^https?:\/\//i.test(text.trim()) ? URL.parse(text.trim()) : null);

/** A link that names no place until it is opened. */
export function isShortLink(text: string): boolean {
  const url = linkIn(text);
  return url !== null && SHORT.test(url.hostname) && readLink(url) === null;
}

/** Null if there is no place in the text. It may be one that does not exist. */
export function readPlace(text: string): Point | null {
  if (/^\s*geo:/i.test(text)) {
    const place = readGeo(text);
    // 0,0 with words means an address to search for.
    return place && (place.latitude !== 0 || place.longitude !== 0 || place.label === "") ? place : null;
  }
  const url = linkIn(text);
  return url ? readLink(url) : readNotation(text);
}
