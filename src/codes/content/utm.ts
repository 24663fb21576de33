/** The campaign parameters of a web address. They are part of the destination and stored nowhere else. */
import { decode, encode } from "./uri.ts";

export const UTM_FIELDS = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmField = (typeof UTM_FIELDS)[number];
export type Utm = Record<UtmField, string>;

export const NO_UTM: Utm = { source: "", medium: "", campaign: "", term: "", content: "" };

/** Placements fill it in, so it stays readable. */
const keepTemplate = (text: string): string => encode(text).replaceAll("%7Bplacement%7D", "{placement}");

interface Parts {
  start: string;
  /** Without the question mark; null if there is none. */
  query: string | null;
  hash: string;
}

function partsOf(address: string): Parts {
  const [, start = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#[\s\S]*)?$/.exec(address)!;
  return { start, query: query ?? null, hash };
}

const nameOf = (pair: string): string => decode(pair.split("=", 1)[0]!);

const wordsOf = (pair: string): string => {
  const cut = pair.indexOf("=");
  return cut < 0 ? "" : decode(pair.slice(cut + 1).replaceAll("+", " "));
};

/** Empty for parameters that the address does not have; the first one counts. */
export function readUtm(address: string): Utm {
  const pairs = partsOf(address).query?.split("&") ?? [];
  const utm = { ...NO_UTM };
  for (const field of UTM_FIELDS) {
    const pair = pairs.find((each) => nameOf(each) === `utm_${field}`);
    if (pair !== undefined) utm[field] = wordsOf(pair);
  }
  return utm;
}

/** Sets, changes and removes (empty) the given parameters; everything else keeps its place and spelling. */
export function writeUtm(address: string, utm: Partial<Utm>): string {
  const { start, query, hash } = partsOf(address);
  const before = readUtm(address);
  let pairs = query === null || query === "" ? [] : query.split("&");
  for (const field of UTM_FIELDS) {
    const value = utm[field];
    if (value === undefined || value === before[field]) continue;
    const name = `utm_${field}`;
    const at = pairs.findIndex((pair) => nameOf(pair) === name);
    const others = pairs.filter((pair, index) => index === at || nameOf(pair) !== name);
    const written = value === "" ? [] : [`${name}=${keepTemplate(value)}`];
    pairs = at < 0 ? [...others, ...written] : others.toSpliced(at, 1, ...written);
  }
  // An unchanged query stays as it is, even an empty one.
  const joined = pairs.join("&");
  if (joined === (query ?? "")) return address;
  return joined === "" ? start + hash : `${start}?${joined}${hash}`;
}
