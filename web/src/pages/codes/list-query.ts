import { KIND_NAMES } from "../../parts/kinds.ts";
import { words } from "./words.ts";

export const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
export const STATES = choicesOf(words.states);
const { deleted, ...sorts } = words.sorts;
const SORTS = choicesOf(sorts);
const BIN_SORTS = [{ value: "deleted", label: deleted }, ...SORTS];
/** The first is what a list has by itself. */
export const sortsOf = (params: URLSearchParams) => (params.get("state") === "deleted" ? BIN_SORTS : SORTS);
export const PAGE_SIZES = ["20", "50", "100"];
/** As the server has it. */
const LAST_PAGE = 1_000_000;
export const LONGEST_SEARCH = 200;

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);
const valuesOf = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);
const upTo = (length: number) => (text: string) => [...text].length <= length;

/** What may stand in the address of the list, and which of it the server understands. */
const UNDERSTOOD: Record<string, (text: string) => boolean> = {
  q: upTo(LONGEST_SEARCH),
  type: oneOf(KIND_NAMES),
  state: oneOf(valuesOf(STATES)),
  category: upTo(100),
  favorite: oneOf(["true", "false"]),
  sort: oneOf(valuesOf(BIN_SORTS)),
  limit: oneOf(PAGE_SIZES),
  page: (text) => /^[1-9]\d*$/.test(text),
};
const FILTERS = ["q", "type", "category", "favorite"];

export interface ListQuery {
  /** What was understood, as the server is asked. */
  understood: URLSearchParams;
  page: number;
  limit: number;
  /** By more than the bin being a list of its own. */
  isFiltered: boolean;
  isBin: boolean;
  /** Names of what stands in the address and was left out. */
  leftOut: string[];
}

/** The address of a list, which may be an old bookmark or typed by hand. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const asked = new URLSearchParams({ limit: PAGE_SIZES[0]! });
  const leftOut: string[] = [];
  for (const [name, isUnderstood] of Object.entries(UNDERSTOOD)) {
    const text = params.get(name);
    if (text === null || text === "") continue;
    if (isUnderstood(text)) asked.set(name, text);
    else leftOut.push(name);
  }
  const page = Math.min(Number(asked.get("page") ?? 1), LAST_PAGE);
  if (asked.has("page")) asked.set("page", String(page));
  const isBin = asked.get("state") === "deleted";
  // An order of the bin that was kept in an address of another list says nothing there.
  if (!isBin && asked.get("sort") === "deleted") asked.delete("sort");
  return {
    understood: asked,
    page,
    limit: Number(asked.get("limit")),
    isFiltered: FILTERS.some((name) => asked.has(name)) || (asked.has("state") && !isBin),
    isBin,
    leftOut,
  };
}
