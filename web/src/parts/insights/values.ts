import { scansElsewhere } from "../../../../src/insights/chart/placements.ts";
import type { Insights } from "../../api/insights.ts";
import { capital, inWords } from "../formats.ts";
import { hoursInWords } from "./hours.ts";
import type { Dimension } from "./period.ts";
import { filter as words } from "./words.ts";

/** A value in words. */
export function valueName(dimension: Dimension, value: string): string {
  if (dimension === "country") return inWords.country(value);
  if (dimension === "hour") return hoursInWords([Number(value)]);
  if (dimension === "placement") return value === NO_PLACEMENT ? words.ownLink : words.onePlacement;
  return dimension === "device" ? capital(value) : value;
}

interface Counted {
  value: string;
  scans: number;
  /** If the value is no name. */
  name?: string;
}

/** The value of scans through the code's own link. */
export const NO_PLACEMENT = "none";

/** The values of a dimension and their scans. */
export function valuesOf(insights: Insights, dimension: Dimension): Counted[] {
  const { byCountry, byCity, byDevice, byBrowser, byOs, byHour, byPlacement, scans } = insights;
  const own = scansElsewhere(byPlacement, scans);
  const rows: Record<Dimension, Counted[]> = {
    country: byCountry.map(({ country, scans }) => ({ value: country, scans })),
    city: citiesByName(byCity),
    device: byDevice.map(({ device, scans }) => ({ value: device, scans })),
    browser: byBrowser.map(({ browser, scans }) => ({ value: browser, scans })),
    os: byOs.map(({ os, scans }) => ({ value: os, scans })),
    hour: byHour.flatMap((scans, hour) => (scans === 0 ? [] : [{ value: String(hour), scans }])),
    placement: [
      ...byPlacement.map(({ placement, name, scans }) => ({ value: placement, scans, name: name ?? words.blank })),
      ...(own > 0 ? [{ value: NO_PLACEMENT, scans: own, name: words.ownLink }] : []),
    ],
  };
  return rows[dimension];
}

/** A filter by city has no country, so cities of one name are one value. */
function citiesByName(byCity: Insights["byCity"]): Counted[] {
  const sums = new Map<string, number>();
  for (const { city, scans } of byCity) sums.set(city, (sums.get(city) ?? 0) + scans);
  return Array.from(sums, ([value, scans]) => ({ value, scans })).toSorted((a, b) => b.scans - a.scans);
}
