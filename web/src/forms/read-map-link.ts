/** The place that a link of a map service names. Nothing is fetched, and the middle of a map is no place that was searched for. */
import { type Point, readNotation } from "./read-notation.ts";

/** Why a link names no place: it is short and leads to another one, or shows what was found, or a route to an address. */
export type Placeless = "short" | "search" | "route";

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
/** Such as 52.5,13.4 or point.52.5_13.4_Name or 52.5~13.4, but no address such as "12,14 Main Street". */
const IN_PARAMETER = new RegExp(
  String.raw`^(?:loc:|ll\.|point\.|pos\.)?\s*(${NUMBER})\s*[,~_]\s*(${NUMBER})(?:$|_|\s*\(|,\s*\d)`,
);
const PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`, "g");
const CENTRE = new RegExp(`@(${NUMBER}),(${NUMBER})`);
const SEGMENT = new RegExp(String.raw`/(${NUMBER}),[\s+]*(${NUMBER})(?:/|$|(?<=\.\d+),)`);
const HASH = new RegExp(`map=[\\d.]+/(${NUMBER})/(${NUMBER})`);
/** The last stop of a route, which may have a name before or after it. */
const STOP = new RegExp(String.raw`^(?:[^/]*:)?(${NUMBER}),[\s+]*(${NUMBER})(?:$|;|(?<=\.\d+),)`);
/** A stop that has a name, by Google, the longitude first. */
const NAMED_STOP = new RegExp(`!2m2!1d(${NUMBER})!2d(${NUMBER})`, "g");

/** The pairs of the place itself, and of the middle of the map. */
const OF_PLACE = ["q", "query", "coordinate", "sp", "pt", "whatshere[point]", "poi[point]"];
const OF_MAP = ["ll", "center", "cp", "map"];
/** What was searched for. */
const WORDS = ["q", "query", "text", "where1", "ss"];
/** These write the place next to its name. */
const HAS_NAMED_PIN = /(?:^|\.)(?:apple|waze)\./;
/** These write the longitude first. */
const IS_SWAPPED = /(?:^|\.)(?:yandex|2gis|mapy)\./;

const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|osm\.org|maps\.apple|binged\.it|her\.is|w3w\.co)$/i;

function pairOf(found: readonly (string | undefined)[] | null | undefined): Point | null {
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]) } : null;
}

const swapped = (point: Point | null): Point | null =>
  point && { latitude: point.longitude, longitude: point.latitude };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Link {
  query: URLSearchParams;
  pathname: string;
  hash: string;
  isSwapped: boolean;
}

const lastOf = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);

/** Where a route ends, as a parameter has it; null if the link has no such parameter. */
function endInQuery({ query }: Link): string | null {
  const end = query.get("destination") ?? query.get("daddr") ?? query.get("to");
  // Google adds further stops to the first.
  if (end !== null) return end.split(/\sto:/).at(-1)!;
  for (const [name, separator] of [
    ["rtp", "~"],
    ["rtext", "~"],
    ["route", ";"],
  ] as const) {
    const stops = query.get(name);
    if (stops !== null) return lastOf(stops, separator);
  }
  return null;
}

/** Of Google, HERE and 2GIS. */
const STOPS = [
  { pattern: /\/dir\/(.*?)(?:\/@|\/data=|\/?$)/, separator: "/" },
  { pattern: /\/directions\/points\/([^/]+)/, separator: "|" },
  { pattern: /\/directions\/[a-z]+\/(.+?)\/?$/, separator: "/" },
  { pattern: /^\/r\/(.+?)\/?$/, separator: "/" },
] as const;

/** Undefined if the link is no route; null if the end of the route is only named. */
function endOfRoute(link: Link): Point | null | undefined {
  const end = endInQuery(link);
  if (end !== null) return pairOf(IN_PARAMETER.exec(end.trim()));
  for (const { pattern, separator } of STOPS) {
    const stops = pattern.exec(link.pathname)?.[1];
    if (!stops) continue;
    const stop = pairOf(STOP.exec(lastOf(stops, separator)));
    if (stop) return separator === "|" ? swapped(stop) : stop;
    return swapped(pairOf([...link.pathname.matchAll(NAMED_STOP)].at(-1)));
  }
  return undefined;
}

const isSearch = ({ query, pathname }: Link): boolean =>
  WORDS.some((name) => (query.get(name) ?? "").trim() !== "") || /\/search\/[^@/]/.test(pathname);

function placeOf(link: Link, host: string): Point | Placeless | null {
  const { query, pathname, hash } = link;
  const named = (names: readonly string[]) =>
    names.map((name) => pairOf(IN_PARAMETER.exec(query.get(name)?.trim() ?? ""))).find((pair) => pair !== null);
  const inOrder = (point: Point | null) => (link.isSwapped ? swapped(point) : point);
  const end = endOfRoute(link);
  if (end !== undefined) return end ?? "route";
  // Google names the places that were found before first.
  const place = pairOf([...pathname.matchAll(PIN)].at(-1)) ?? named(OF_PLACE) ?? pairOf(SEGMENT.exec(pathname));
  if (place) return inOrder(place);
  // Yandex reads a searched pair with the latitude first.
  const searched = named(["text"]);
  if (searched) return searched;
  if (isSearch(link)) return (HAS_NAMED_PIN.test(host) && named(["ll"])) || "search";
  return inOrder(named(OF_MAP) ?? pairOf(CENTRE.exec(pathname)) ?? pairOf(HASH.exec(hash)));
}

function readLink(url: URL): Point | Placeless | null {
  const { searchParams: query, hash, hostname } = url;
  for (const [lat, lng] of [
    ["mlat", "mlon"],
    ["lat", "lon"],
    ["lat", "lng"],
  ] as const) {
    const pair = readNotation(`${query.get(lat) ?? ""}, ${query.get(lng) ?? ""}`);
    if (pair) return pair;
  }
  const link = { query, pathname: decoded(url.pathname), hash, isSwapped: IS_SWAPPED.test(hostname) };
  return placeOf(link, hostname) ?? (SHORT.test(hostname) ? "short" : null);
}

const BARE_HOST = /^(?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,24}[/?]/i;
const SENTENCE_END = ".,;:!?)]}'»”’";

/** A word of a text as a link, also without its scheme. */
function linkIn(word: string): URL | null {
  const at = word.search(/https?:\/\//i);
  let end = word.length;
  while (end > 0 && SENTENCE_END.includes(word[end - 1]!)) end--;
  const link = word.slice(Math.max(at, 0), end).replace(/^[("'«“‘[]{1,3}/, "");
  if (at >= 0) return URL.parse(link);
  return BARE_HOST.test(link) ? URL.parse(`https://${link}`) : null;
}

/** By the first link in the text that names a place, else why the first one does not; undefined without a link. */
export function readLinks(text: string): Point | Placeless | null | undefined {
  const trimmed = text.trim();
  const whole = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null;
  const links = [...(whole ? [whole] : []), ...trimmed.split(/[\s<>"]+/).flatMap((word) => linkIn(word) ?? [])];
  if (links.length === 0) return undefined;
  let why: Placeless | null = null;
  for (const link of links) {
    const found = readLink(link);
    if (found !== null && typeof found === "object") return found;
    why ??= found;
  }
  return why;
}
