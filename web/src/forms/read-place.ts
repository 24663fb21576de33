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
    .replace(/^[\s([]+|[\s)\]]+$/g, "");

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

function readNotation(text: string): Point | null {
  const wanted = plain(text);
  if (ONE_NUMBER.test(wanted)) return null;
  for (const { pattern, letters, angles } of PAIRS) {
    const found = pattern.exec(wanted);
    const first = found && angleOf(found, angles[0], letters[0]);
    const second = found && angleOf(found, angles[1], letters[1]);
    if (!first || !second || (first.axis !== null && first.axis === second.axis)) continue;
    const isSwapped = first.axis === "lng" || second.axis === "lat";
    const [latitude, longitude] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
    return { latitude, longitude };
  }
  return null;
}

/** Parameters with a pair. The place itself comes before the middle of the map. */
const PARAMETERS = ["q", "query", "destination", "daddr", "coordinate", "to", "sp", "ll", "center", "cp", "map"];
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
/** Such as 52.5,13.4 or point.52.5_13.4_Name or 52.5~13.4 */
const IN_PARAMETER = new RegExp(String.raw`^(?:loc:|ll\.|point\.)?\s*(${NUMBER})\s*[,~_]\s*(${NUMBER})(?:$|[,_( ].*)`);
const PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`);
const CENTRE = new RegExp(`@(${NUMBER}),(${NUMBER})`);
const SEGMENT = new RegExp(`/(${NUMBER}),\\s*(${NUMBER})(?:[/,]|$)`);
const HASH = new RegExp(`map=[\\d.]+/(${NUMBER})/(${NUMBER})`);
/** Yandex writes the longitude first. */
const IS_SWAPPED = /(?:^|\.)yandex\./;

const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|osm\.org|maps\.apple|binged\.it|her\.is|w3w\.co)$/i;

function pairOf(found: readonly (string | undefined)[] | null): Point | null {
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]) } : null;
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
  const named = PARAMETERS.map((name) => pairOf(IN_PARAMETER.exec(query.get(name)?.trim() ?? ""))).find(
    (pair) => pair !== null,
  );
  const found =
    pairOf(PIN.exec(pathname)) ??
    named ??
    pairOf(SEGMENT.exec(pathname)) ??
    pairOf(CENTRE.exec(pathname)) ??
    pairOf(HASH.exec(url.hash));
  if (!found || !IS_SWAPPED.test(url.hostname)) return found;
  return { latitude: found.longitude, longitude: found.latitude };
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
