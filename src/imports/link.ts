import { isTime } from "../shared/days.ts";

/** A link of another product, as its export tells of it. */
export interface Link {
  /** Where it stands in the file, for the report. */
  place: string;
  slug: string;
  url: string;
  title: string;
  tags: string[];
  createdAt: number | null;
  expiresAt: number | null;
  isPaused: boolean;
  /** Null when the file does not say. */
  visits: number | null;
  /** Why it cannot be taken over at all. */
  obstacle: string | null;
  /** What of it has no counterpart here. */
  losses: string[];
}

/** A record of a file: names in small letters without anything between, such as `longurl`. */
export type Fields = Pick<ReadonlyMap<string, unknown>, "get" | "has">;

export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** A value under its name in the file: the head of a column, or a property. */
export type Cell = [label: string, value: unknown];

export const fieldsOf = (cells: readonly Cell[]): Fields =>
  new Map(cells.map(([label, value]) => [plainName(label), value]));

/** The first of these fields that says anything. */
export function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "number") return String(value);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

/** The same of any value, so that an odd one can be named. */
export function toldOf(fields: Fields, ...names: string[]): string {
  const text = textOf(fields, ...names);
  if (text !== "") return text;
  const odd = names.map((name) => fields.get(name)).find((value) => value ?? false);
  return odd === undefined || typeof odd === "string" ? "" : JSON.stringify(odd);
}

export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || /^(?:true|yes|1|t)$/i.test(String(value ?? "").trim());

const SECONDS = /^\d{9,10}$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/;

/** JavaScript takes the 31st of February for a day in March. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return isTime(ms) && new Date(ms).toISOString().startsWith(day);
};

/**
 * A time in any of the spellings that exports use; one without a zone is in UTC. Nothing else is guessed at: a
 * wrong end date would end a printed code.
 */
export function timeOf(text: string): number | null {
  if (SECONDS.test(text)) return Number(text) * 1000;
  const [, day, clock = "00:00", zone = "Z"] = ISO.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const ms = Date.parse(`${day}T${clock}${hours ? `${hours}:${minutes}` : "Z"}`);
  return isTime(ms) ? ms : null;
}

/** A date or a count that cannot be read is none; then whoever takes the link over should know. */
const lossOf = (what: string, text: string, kind: string, read: number | null): string[] =>
  text === "" || read !== null ? [] : [`${what}, since ${JSON.stringify(text.slice(0, 40))} is no ${kind}`];

/** Of what was told of a link. */
export const unreadLosses = (told: { made: string; ends: string; visits: string }): string[] => [
  ...lossOf("the day it was made", told.made, "date", timeOf(told.made)),
  ...lossOf("the day it ends", told.ends, "date", timeOf(told.ends)),
  ...lossOf("how often it was visited", told.visits, "count", countOf(told.visits)),
];

/** In groups the last has three digits: "1,5" is one and a half somewhere, and fifteen nowhere. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3}$/;

export function countOf(text: string): number | null {
  const plain = GROUPED.test(text) ? text.replaceAll(/[,\s]/g, "") : text;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null;
}

export const tagsOf = (value: unknown, separator: RegExp): string[] =>
  (Array.isArray(value) ? value.map(tagName) : String(value ?? "").split(separator))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

const tagName = (tag: unknown): string =>
  typeof tag === "object" && tag !== null ? String((tag as { name?: unknown }).name ?? "") : String(tag);

/** What stands behind the host of a short address, with or without its scheme. */
export function slugOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\//i, "").replace(/^[^/]*\/?/, "");
  const bare = path.replace(/[?#].*$/s, "").replace(/\/$/, "");
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
