/** The period, comparison and filters of insights, as they are in the address bar. Days are text: 2026-11-16. */

import { isDay, type Period, PRESETS, type Preset } from "../../../../src/insights/chart/period.ts";

export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** Hours are those of the week, from 0 for Monday 00:00 on. */
export const DIMENSIONS = ["country", "city", "device", "browser", "os", "hour", "placement"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export type Filters = Readonly<Record<Dimension, readonly string[]>>;

export interface InsightsQuery {
  period: Period;
  compare: Comparison;
  filters: Filters;
}

/** Whole weeks, so that each day is compared with the same day of the week. */
const USUAL: Preset = "28d";
const USUAL_COMPARISON: Comparison = "previous";
const oneOf = <T extends string>(known: readonly T[], text: string | null, usual: T): T =>
  known.find((value) => value === text) ?? usual;

const isHour = (text: string): boolean => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) < 168;

/** Reads the address, which may be an old bookmark or mistyped: what is not valid counts as absent. */
export function readQuery(params: URLSearchParams): InsightsQuery {
  const from = params.get("from");
  const to = params.get("to");
  const isRange = isDay(from) && isDay(to) && from <= to;
  return {
    period: isRange ? { from, to } : oneOf(PRESETS, params.get("period"), USUAL),
    compare: oneOf(COMPARISONS, params.get("compare"), USUAL_COMPARISON),
    filters: Object.fromEntries(
      DIMENSIONS.map((name) => [name, [...new Set(params.getAll(name).filter(name === "hour" ? isHour : Boolean))]]),
    ) as unknown as Filters,
  };
}

const periodEntries = (period: Period): [string, string][] =>
  typeof period === "string" ? [["period", period]] : Object.entries(period);
const filterEntries = (filters: Filters): [string, string][] =>
  DIMENSIONS.flatMap((name) => filters[name].map((value): [string, string] => [name, value]));

/** The address with a change; other parameters stay. Defaults are left out. */
export function writeQuery(params: URLSearchParams, change: Partial<InsightsQuery>): URLSearchParams {
  const { period, compare, filters } = { ...readQuery(params), ...change };
  const own: string[] = ["period", "from", "to", "compare", ...DIMENSIONS];
  const others = [...params].filter(([name]) => !own.includes(name));
  return new URLSearchParams([
    ...others,
    ...(period === USUAL ? [] : periodEntries(period)),
    ...(compare === USUAL_COMPARISON ? [] : [["compare", compare]]),
    ...filterEntries(filters),
  ]);
}

/** The query string of a request, or of parts of it. */
export function searchOf(
  { period, compare, filters }: InsightsQuery,
  parts: readonly (keyof InsightsQuery)[] = ["period", "compare", "filters"],
): string {
  const entries: Record<keyof InsightsQuery, [string, string][]> = {
    period: periodEntries(period),
    compare: [["compare", compare]],
    filters: filterEntries(filters),
  };
  return new URLSearchParams(parts.flatMap((part) => entries[part])).toString();
}

export const NO_FILTERS = Object.fromEntries(DIMENSIONS.map((name) => [name, []])) as unknown as Filters;

export const isFiltered = (filters: Filters): boolean => DIMENSIONS.some((name) => filters[name].length > 0);

/** The period and comparison as other pages of the same address have them; defaults are left out. */
export const keptPeriod = (params: URLSearchParams): string => {
  const { period, compare } = readQuery(params);
  return writeQuery(new URLSearchParams(), { period, compare }).toString();
};

/** Adds values to a filter, or removes them if it has all of them. */
export function toggled(filters: Filters, dimension: Dimension, values: readonly string[]): Filters {
  const before = filters[dimension];
  const added = values.filter((value) => !before.includes(value));
  const next = added.length > 0 ? [...before, ...added] : before.filter((value) => !values.includes(value));
  return { ...filters, [dimension]: next };
}
