/**
 * A journal row is text: one line per scan or sum of uncounted visits. Fields are separated by tabs; agent and place
 * are JSON, which contains no raw tabs or line breaks.
 */
import { createHash } from "node:crypto";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { isUuid } from "../shared/ids.ts";

/** Values in the order of their columns. */
export type AgentColumns = [device: string, browser: string, os: string];
export type RouteColumns = [kind: "rule" | "variant", target: string];
export type PlaceColumns = [country: string, city: string | null, latitude: number | null, longitude: number | null];

/** An agent or place: the JSON it is stored as, and its values. One object is shared by many scans. */
export interface Named<T> {
  readonly key: string;
  readonly parts: Readonly<T>;
}

export interface ScanLine {
  line: string;
  id: string;
  /** The code's id. */
  code: string;
  /** Set when the code is looked up. */
  codeNum: number;
  at: number;
  agent: Named<AgentColumns>;
  place: Named<PlaceColumns>;
  /** The id of the placement it was scanned through; null: through the code's own link. */
  placement: string | null;
  /** Set when the placement is looked up; null if it does not belong to the code. */
  placementNum: number | null;
  /** The rule or variant that led it; null: to the code's own content. */
  route: Named<RouteColumns> | null;
  /** Null if visitors are not counted. */
  visitor: VisitorTag | null;
}

/** A visitor under the salt of a day. */
export interface VisitorTag {
  salt: number;
  tag: string;
}

export interface UncountedLine {
  line: string;
  id: string;
  /** As in a scan, or NO_CODE. */
  code: string;
  codeNum: number;
  day: number;
  reason: string;
  count: number;
}

/** A line that was not assigned to a code, and why. */
export interface AsideLine {
  id: string;
  line: string;
  reason: string;
}

export interface Lines {
  scans: ScanLine[];
  uncounted: UncountedLine[];
  unreadable: AsideLine[];
}

/** The code of a visit to an unknown token. */
export const NO_CODE = "0";

/** No valid clock shows 2200; a later time would also fold months endlessly. */
const LATEST_MS = Date.UTC(2200, 0);
const LATEST_DAY = LATEST_MS / 86_400_000;
const MAX_VISITS = 1e9;
const REASON_SHAPE = /^[a-z-]{1,40}$/;

/** The number of a salt, and 66 bits of a hash. */
const TAG_SHAPE = /^[1-9]\d{0,8}\.[\w-]{11}$/;
/** Whole, or cut off. */
const TAG_AT_END = /\t\d{1,21}\.?[\w-]{0,11}$/;

/** Mark the fields of a placement and of a route. The visitor's tag stays the last field. */
const PLACEMENT = "@";
const ROUTE = ">";
const ROUTE_SHAPE = /^(rule|variant):([a-z0-9-]{1,40})$/;

/**
 * `placement`: its id. `tag`: as written by `tagText`. `route`: `rule:` or `variant:` and its id. Each is omitted if there
 * is none.
 */
export const scanLine = (
  id: string,
  code: string,
  at: number,
  agent: string,
  place: string,
  tag: string | null = null,
  placement: string | null = null,
  route: string | null = null,
) =>
  `${id}\t${code}\t${at}\t${agent}\t${place}${placement === null ? "" : `\t${PLACEMENT}${placement}`}${route === null ? "" : `\t${ROUTE}${route}`}${tag === null ? "" : `\t${tag}`}\n`;

export const tagText = (salt: number, tag: string): string => `${salt}.${tag}`;

/** In place of a tag that was removed from a journal. */
const BLANK = /^0+$/;

/** A line of the same length with zeros for its visitor: a row that keeps its size is overwritten where it is. */
export const blankTag = (line: string): string =>
  line[0] === "!" ? line : line.replace(TAG_AT_END, (tag) => `\t${"0".repeat(tag.length - 1)}`);

/** A line without its visitor. A sum of uncounted visits has none. */
const withoutTag = (line: string): string => (line[0] === "!" ? line : line.replace(TAG_AT_END, ""));

export const uncountedLine = (sum: Pick<UncountedLine, "id" | "code" | "day" | "reason" | "count">): string =>
  `!${sum.id}\t${sum.code}\t${sum.day}\t${sum.reason}\t${sum.count}\n`;

export const linesOf = (batches: readonly string[]): string[] =>
  batches.flatMap((batch) => batch.split("\n")).filter((line) => line !== "");

export function readLines(lines: readonly string[]): Lines {
  const read: Lines = { scans: [], uncounted: [], unreadable: [] };
  for (const line of lines) {
    const fields = line.split("\t");
    const [id = "", code = "", third = "", fourth = "", fifth = ""] = fields;
    let next = 5;
    const marked = (mark: string) => (fields[next]?.[0] === mark ? fields[next++]!.slice(1) : null);
    const placement = marked(PLACEMENT);
    const routed = marked(ROUTE);
    const tag = fields[next];
    const most = line[0] === "!" ? 5 : next + 1;
    const time = third === "" ? Number.NaN : Number(third);
    let problem: string | null = null;
    if (fields.length < 5 || fields.length > most) problem = "it does not have five fields";
    else if (!isUuid(line[0] === "!" ? id.slice(1) : id)) problem = "its id is not a UUID";
    else if (!isUuid(code) && !(code === NO_CODE && line[0] === "!")) problem = "its code is not an id";
    else if (line[0] === "!") {
      const count = Number(fifth);
      if (!isWithin(time, LATEST_DAY)) problem = "its day is not a day";
      else if (!REASON_SHAPE.test(fourth)) problem = "its reason is not a word";
      else if (fifth === "" || !isWithin(count, MAX_VISITS)) problem = "its count is not a number";
      else {
        const sum = { code, codeNum: 0, day: time, reason: fourth, count };
        read.uncounted.push({ line, id: id.slice(1), ...sum });
      }
    } else {
      const agent = agentOf(fourth);
      const place = placeOf(fifth);
      const route = routed === null ? null : routeOf(routed);
      if (!isWithin(time, LATEST_MS)) problem = "its time is not a time";
      else if (agent === null) problem = "its agent cannot be read";
      else if (place === null) problem = "its place cannot be read";
      else if (tag !== undefined && !TAG_SHAPE.test(tag) && !BLANK.test(tag)) problem = "its visitor cannot be read";
      else if (placement !== null && !isUuid(placement)) problem = "its placement is not an id";
      else if (routed !== null && route === null) problem = "its rule or variant is not an id";
      else {
        const visitor = visitorOf(tag);
        const scan = { line, id, code, codeNum: 0, at: time, agent, place, placement, placementNum: null };
        read.scans.push({ ...scan, route, visitor });
      }
    }
    if (problem !== null) read.unreadable.push(asideOf(line, problem));
  }
  return read;
}

/** Null if it is none. */
export function routeOf(key: string): Named<RouteColumns> | null {
  const [, kind, target] = ROUTE_SHAPE.exec(key) ?? [];
  return target === undefined ? null : { key, parts: [kind as RouteColumns[0], target] };
}

function visitorOf(tag: string | undefined): VisitorTag | null {
  if (tag === undefined || tag[0] === "0") return null;
  const point = tag.indexOf(".");
  return { salt: Number(tag.slice(0, point)), tag: tag.slice(point + 1) };
}

/** Identified by its own id if it has one, else by a hash of its text. Its visitor must not outlive the day. */
export function asideOf(whole: string, reason: string): AsideLine {
  const line = withoutTag(whole);
  const own = line.slice(line[0] === "!" ? 1 : 0, line.indexOf("\t"));
  const id = isUuid(own) ? own : createHash("sha256").update(line).digest("hex");
  // PostgreSQL's text does not allow NUL.
  return { id, line: line.replaceAll("\0", "\\0"), reason };
}

const isWithin = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 0 && value < most;

/** Agents and places repeat: each text is parsed once while it is cached. */
function createReader<T>(isRight: (value: unknown) => value is T) {
  const known = createBoundedMap<Named<T>>(NAMES_KEPT);
  return (key: string): Named<T> | null => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const parts = parsed(key);
    return isRight(parts) ? known.set(key, { key, parts }) : null;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isAgent = (value: unknown): value is AgentColumns =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === "string");

const isPlace = (value: unknown): value is PlaceColumns =>
  Array.isArray(value) &&
  value.length === 4 &&
  typeof value[0] === "string" &&
  (value[1] === null || typeof value[1] === "string") &&
  value.slice(2).every((part) => part === null || Number.isFinite(part));

const NAMES_KEPT = 50_000;
const agentOf = createReader(isAgent);
const placeOf = createReader(isPlace);
