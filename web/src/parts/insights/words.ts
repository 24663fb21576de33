/** The texts of insights: period picker, figures, charts, filters. */

import type { Preset, Range } from "../../../../src/insights/chart/period.ts";
import type { Series } from "../../../../src/insights/chart/points.ts";
import type { Trend } from "../../../../src/insights/chart/trend.ts";
import type { Interval } from "../../api/insights.ts";
import type { ChangeKind } from "../../api/types.ts";
import { inWords } from "../formats.ts";
import type { Comparison, Dimension } from "./period.ts";

export const UNKNOWN = "Unknown";

export const period = {
  label: "Period",
  presets: {
    today: "Today",
    yesterday: "Yesterday",
    "7d": "Last 7 days",
    "28d": "Last 4 weeks",
    "30d": "Last 30 days",
    "90d": "Last 90 days",
    month: "This month",
    year: "This year",
    "12mo": "Last 12 months",
    all: "All time",
  } satisfies Record<Preset, string>,
  lastMonth: "Last month",
  /** For the button, which says what is chosen. */
  button: (chosen: string) => `Period: ${chosen}`,
  earlier: "Earlier",
  later: "Later",
  calendar: "First and last day",
  loadingCalendar: "Loading the calendar",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  compare: "Compare with",
  comparisons: {
    previous: "Previous period",
    year: "Same days last year",
    none: "Nothing",
  } satisfies Record<Comparison, string>,
  zone: (zone: string) => `Days in ${zone}`,
  changeZone: "Change",
};

const PER: Record<Interval, string> = { hour: "hour", day: "day", week: "week", month: "month" };
const SERIES: Record<Series, string> = { scans: "Scans", visitors: "Visitors" };

export const chart = {
  series: SERIES,
  label: (series: Series, interval: Interval) => `${SERIES[series]} per ${PER[interval]}`,
  value: (series: Series, count: number | null) =>
    count === null ? "not counted" : inWords.times(count, series === "scans" ? "scan" : "visitor"),
  said: (when: string, value: string, isRunning: boolean, before: string | null) =>
    `${when}: ${value}${isRunning ? " so far" : ""}${before === null ? "" : `; ${before}`}`,
  before: (when: string, count: number) => `${inWords.number(count)} on ${when}`,
  noneYet: "–",
  today: "Today",
  soFar: (until: string) => `Today, until ${until}`,
  runningNow: (until: string) => `Until ${until}`,
  weekOf: (day: string) => `Week of ${day}`,
  since: (day: string) => `Created on ${day}`,
  change: "A change; select it to compare before and after",
  changedTo: (line: string) => `Changed to ${line}`,
  kinds: {
    look: { flag: "Look", line: "Look changed" },
    paused: { flag: "Paused", line: "Paused" },
    resumed: { flag: "Active", line: "Activated" },
    expiry: { flag: "Expiry", line: "Expiry changed" },
    expired: { flag: "Expired", line: "Expired" },
    deleted: { flag: "Deleted", line: "Moved to the bin" },
    restored: { flag: "Restored", line: "Restored from the bin" },
    moved: { flag: "Moved", line: "Moved from another workspace" },
  } satisfies Record<ChangeKind | "expired", { flag: string; line: string }>,
  changes: (count: number) => inWords.times(count, "change"),
  flag: (from: number, to: number) => (from === to ? `v${from}` : `v${from}–v${to}`),
  flagLabel: (flag: string, days: string[]) => `${flag}: changed on ${days.join(", ")}`,
  compareChange: "Compare before and after",
  openHistory: "Open history",
};

export const trends = {
  /** Nothing is compared with none: the code may not have been counted yet. */
  from: (count: number) => (count === 0 ? "" : `from ${inWords.number(count)}`),
  change: ({ change, direction }: Pick<Trend, "change" | "direction">) => {
    if (change === null) return direction === "up" ? "new" : "";
    const percent = Math.abs(change) * 100;
    if (percent > 999) return `${inWords.number(Math.round(change + 1))}×`;
    return percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
  },
  /** "1,200 against 1,000: +20% (between +8% and +33%)". */
  title: (now: number, before: number, { change, low, high, isCertain }: Trend) => {
    const figures = `${inWords.number(now)} against ${inWords.number(before)}`;
    if (change === null) return `${figures}${isCertain ? "" : "; may be chance"}`;
    const range = `${signed(change)}, between ${signed(low)} and ${signed(high)}`;
    return `${figures}: ${range}${isCertain ? "" : "; may be chance"}`;
  },
  spoken: { up: "up", down: "down", same: "unchanged" } satisfies Record<Trend["direction"], string>,
};

const signed = (change: number): string => {
  if (!Number.isFinite(change)) return "any increase";
  const percent = Math.round(change * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${inWords.number(Math.abs(percent))}%`;
};

export const visitors = {
  title: "Visitors",
  none: "–",
  noneKnown: "Not counted in this period",
  /** Some are known. */
  some: "At least: not known for all scans",
  someHelp:
    "The visitors of some scans in this period are not known: they were imported or moved, or came in another time zone or while counting was off.",
  filtered: "Not counted with a filter",
};

export const bars = {
  nothing: "No scans in this period.",
  unknown: UNKNOWN,
  fewer: "Show fewer",
  all: (count: number) => `Show all ${inWords.number(count)}`,
  cut: (count: number, total: number) => `The first ${inWords.number(count)} of ${inWords.number(total)}.`,
  only: "Show only these",
  remove: "Remove the filter",
  /** After the number, for screen readers. */
  scans: (count: number) => (count === 1 ? " scan " : " scans "),
};

export const cards = {
  countries: "Countries",
  cities: "Cities",
  devices: "Devices",
  agents: { device: "Device", browser: "Browser", os: "System" },
  noCities: (scans: number) => (scans === 0 ? bars.nothing : "No city is known for these scans."),
  noCountries: (scans: number) => (scans === 0 ? bars.nothing : "Scans from your own network have no location."),
};

export const exports = {
  label: "Export",
  csv: "CSV",
  json: "JSON",
  everything: "Everything",
  tables: {
    timeline: "Scans over time",
    code: "Codes",
    country: "Countries",
    city: "Cities",
    device: "Devices",
    browser: "Browsers",
    os: "Operating systems",
    hour: "Hours of the week",
  },
  file: (name: string, days: Range | undefined) => `${name} insights${days ? ` ${days.from} ${days.to}` : ""}.json`,
};

export const answer = { loading: "Loading the scans" };

export const heat = {
  title: "When people scan",
  group: "Scans by hour and day of the week",
  cell: (day: number, hour: number, count: number) =>
    `${inWords.weekday(day, "long")} ${clock(hour)}–${clock(hour + 1)}: ${inWords.times(count, "scan")}`,
  busiest: (at: number) => `${inWords.weekday(Math.floor(at / 24))} ${clock(at % 24)}`,
  /** Hours of a day that follow each other. */
  run: (first: number, last: number) =>
    `${inWords.weekday(Math.floor(first / 24))} ${clock(first % 24)}${first === last ? "" : `–${clock((last % 24) + 1)}`}`,
  /** With the visible name, as speech control needs it. */
  wholeDay: (day: number, count: number) => `${inWords.weekday(day)}: ${inWords.times(count, "scan")}`,
  everyDay: (hour: number, count: number) =>
    `${hour} to ${hour + 1} o’clock every day: ${inWords.times(count, "scan")}`,
  scale: (count: number) => inWords.times(count, "scan"),
};

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export const map = {
  label: "World map of scans by country. The list of countries has the same numbers.",
  country: (name: string, count: number) => `${name}: ${inWords.times(count, "scan")}`,
};

export const filter = {
  add: "Filter",
  names: {
    country: "Country",
    city: "City",
    device: "Device",
    browser: "Browser",
    os: "Operating system",
    hour: "Hour of the week",
    placement: "Placement",
  } satisfies Record<Dimension, string>,
  blank: "Blank copy",
  ownLink: "The code’s own link, and deleted placements",
  /** While its name is not known, or if it has no scans. */
  onePlacement: "One placement",
  chip: (name: string, values: string) => `${name}: ${values}`,
  hours: (count: number) => inWords.times(count, "hour"),
  everyDay: (hour: number) => `${clock(hour)} every day`,
  remove: (name: string) => `Remove the filter ${name}`,
  find: "Find",
  none: "Nothing matches.",
  loading: "Loading…",
};
