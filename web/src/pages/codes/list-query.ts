import { isDay, PRESETS } from "../../../../src/insights/chart/period.ts";
import { COMPARISONS, readQuery, searchOf } from "../../parts/insights/period.ts";
import { KIND_NAMES } from "../../parts/kinds.ts";
import { words } from "./words.ts";

export const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
export const STATES = choicesOf(words.states);
const { deleted, ...sorts } = words.sorts;
const SORTS = choicesOf(sorts);
const BIN_SORTS = [{ value: "deleted", label: deleted }, ...SORTS];
const TRENDS = ["rising", "falling"];

/** In the bin nothing is compared, and all time with nothing. The first is the default. */
export function sortsOf(params: URLSearchParams) {
  const { period, compare } = readQuery(params);
  const isBin = params.get("state") === "deleted";
  const isCompared = !isBin && period !== "all" && compare !== "none";
  return (isBin ? BIN_SORTS : SORTS).filter(({ value }) => isCompared || !TRENDS.includes(value));
}
export const PAGE_SIZES = ["20", "50", "100"];
/** The server's limit. */
const LAST_PAGE = 1_000_000;
export const MAX_SEARCH_LENGTH = 200;

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);
const valuesOf = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);
const upTo = (length: number) => (text: string) => [...text].length <= length;

/** Parameters of the list, and which values the server accepts. */
const UNDERSTOOD: Record<string, (text: string) => boolean> = {
  q: upTo(MAX_SEARCH_LENGTH),
  type: oneOf(KIND_NAMES),
  state: oneOf(valuesOf(STATES)),
  favorite: oneOf(["true", "false"]),
  sort: oneOf(valuesOf(BIN_SORTS)),
  limit: oneOf(PAGE_SIZES),
  period: oneOf(PRESETS),
  from: isDay,
  to: isDay,
  compare: oneOf(COMPARISONS),
  page: (text) => /^[1-9]\d*$/.test(text),
};
const FILTERS = ["q", "type", "tag", "favorite"];
const TAG_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The server's limit. */
export const MAX_TAGS = 5;

export interface ListQuery {
  /** The valid parameters. */
  understood: URLSearchParams;
  page: number;
  limit: number;
  /** True with any filter other than the bin. */
  isFiltered: boolean;
  isBin: boolean;
  /** Ignored parameters. */
  leftOut: string[];
}

/** As sent to the server, which without a period would count all scans. */
export const requestOf = (understood: URLSearchParams): string => {
  const request = new URLSearchParams(understood);
  const counted = new URLSearchParams(searchOf(readQuery(understood), ["period", "compare"]));
  for (const name of ["period", "from", "to", "compare"]) request.delete(name);
  if (request.get("state") !== "deleted") for (const [name, value] of counted) request.set(name, value);
  return request.toString();
};

/** Reads the query string, which may be an old bookmark or mistyped. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const asked = new URLSearchParams({ limit: PAGE_SIZES[0]! });
  const leftOut: string[] = [];
  for (const [name, isUnderstood] of Object.entries(UNDERSTOOD)) {
    // A pasted link often has a space before or after it.
    const text = params.get(name)?.trim();
    if (!text) continue;
    if (isUnderstood(text)) asked.set(name, text);
    else leftOut.push(name);
  }
  const tags = [...new Set(params.getAll("tag"))];
  if (tags.length > MAX_TAGS || !tags.every((id) => TAG_ID.test(id))) leftOut.push("tag");
  else for (const id of tags) asked.append("tag", id);
  const page = Math.min(Number(asked.get("page") ?? 1), LAST_PAGE);
  if (asked.has("page")) asked.set("page", String(page));
  const isBin = asked.get("state") === "deleted";
  // An order of the bin alone, or of lists with a comparison.
  const sort = asked.get("sort");
  if (sort !== null && !sortsOf(asked).some(({ value }) => value === sort)) asked.delete("sort");
  return {
    understood: asked,
    page,
    limit: Number(asked.get("limit")),
    isFiltered: FILTERS.some((name) => asked.has(name)) || (asked.has("state") && !isBin),
    isBin,
    leftOut,
  };
}
