import { isTime } from "../shared/days.ts";

/** A link in another product's export. */
export interface Link {
  /** Its position in the file, for the report. */
  place: string;
  slug: string;
  url: string;
  title: string;
  tags: string[];
  createdAt: number | null;
  expiresAt: number | null;
  isPaused: boolean;
  /** Null if the file does not say. */
  visits: number | null;
  /** Why it cannot be imported at all. */
  obstacle: string | null;
  /** Features without a counterpart here. */
  losses: string[];
}

/** A record with normalised names: lower case without separators, such as `longurl`. */
export type Fields = Pick<ReadonlyMap<string, unknown>, "get" | "has">;

export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** A value with its original column head or property name. */
export type Cell = [label: string, value: unknown];

export const fieldsOf = (cells: readonly Cell[]): Fields =>
  new Map(cells.map(([label, value]) => [plainName(label), value]));

/** The first non-empty of these fields. */
export function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "number") return String(value);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

/** The first of the named fields as text, whatever its type, so that an invalid one can be named. */
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

/** JavaScript reads the 31st of February as a day in March. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return isTime(ms) && new Date(ms).toISOString().startsWith(day);
};

/**
 * Parses the date formats used in exports; UTC without a zone. Nothing is guessed: a wrong end date would end a
 * printed code.
 */
export function timeOf(text: string): number | null {
  if (SECONDS.test(text)) return Number(text) * 1000;
  const [, day, clock = "00:00", zone = "Z"] = ISO.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const ms = Date.parse(`${day}T${clock}${hours ? `${hours}:${minutes}` : "Z"}`);
  return isTime(ms) ? ms : null;
}

/** Unreadable dates and counts are dropped and reported. */
const lossOf = (what: string, text: string, kind: string, read: number | null): string[] =>
  text === "" || read !== null ? [] : [`${what}, because ${JSON.stringify(text.slice(0, 40))} is not a ${kind}`];

/** Reports unreadable values of a link. */
export const unreadLosses = (told: { made: string; ends: string; visits: string }): string[] => [
  ...lossOf("its creation date", told.made, "date", timeOf(told.made)),
  ...lossOf("its expiry date", told.ends, "date", timeOf(told.ends)),
  ...lossOf("its number of visits", told.visits, "number", countOf(told.visits)),
];

/** The last group has three digits: "1,5" means one and a half in some countries. */
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

/** The path after the host of a short URL, with or without a scheme. */
export function slugOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\//i, "").replace(/^[^/]*\/?/, "");
  const bare = path.replace(/[?#].*$/s, "").replace(/\/$/, "");
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
