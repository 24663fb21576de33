import type { VisitCounts, VisitField } from "./filter.ts";

/** Scans by the values of each field; the value of a city is `<country>/<city>`. */
export type ValueSums = Record<VisitField, Map<string, number>>;

export const emptySums = (): ValueSums => ({
  country: new Map(),
  city: new Map(),
  device: new Map(),
  browser: new Map(),
  os: new Map(),
});

export const addTo = (sums: Map<string, number>, value: string, count: number): void =>
  void sums.set(value, (sums.get(value) ?? 0) + count);

/** What was taken off completely is left out. */
export function countsOf({ country, city, device, browser, os }: ValueSums): VisitCounts {
  const counted = (sums: Map<string, number>) =>
    Array.from(sums, ([value, count]) => ({ value, count })).filter(({ count }) => count > 0);
  return {
    country: counted(country),
    device: counted(device),
    browser: counted(browser),
    os: counted(os),
    city: counted(city).map(({ value, count }) => {
      const slash = value.indexOf("/");
      return { country: value.slice(0, slash), city: value.slice(slash + 1), count };
    }),
  };
}
