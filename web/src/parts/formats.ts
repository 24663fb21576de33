/** Times, numbers and places as people say them. `utc…` formats a day. */

import { presentName } from "./zones.ts";

const OTHERWISE = "en-GB";
const DAY_S = 86_400;
const HOUR_MS = 3_600_000;
const MONTH_S = 30.44 * DAY_S;
/** Each unit is used until it has come to so many. */
const UNITS: [Intl.RelativeTimeFormatUnit, seconds: number, until: number][] = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", DAY_S, 30],
  ["month", MONTH_S, 24],
  ["year", 12 * MONTH_S, Number.POSITIVE_INFINITY],
];

/** The texts are English, so everything beside them is too, in the viewer's own kind of it. */
export function localeFor(language: string): string {
  try {
    const [locale = ""] = Intl.getCanonicalLocales(language);
    return /^en(?:-|$)/.test(locale) ? locale : OTHERWISE;
  } catch {
    // Some systems call theirs "en-US@posix", which is no locale.
    return OTHERWISE;
  }
}

/** The browser's time zone, such as Europe/Berlin: a proposal for new workspaces. */
export const ownZone = (): string => presentName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Nothing for what is no time: a chart asks for labels of nothing at all. */
function say(format: Intl.DateTimeFormat, at: string | number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : format.format(date);
}

export function createFormats(locale: string, timeZone: string) {
  const dateTime = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const utcDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });
  const utcWeekday = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const utcShortWeekday = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const utcMonth = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
  const utcMonthOfYear = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const weekdays = {
    long: new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }),
    short: new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }),
  };
  const utcDayOfYear = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const now = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const regions = new Intl.DisplayNames([locale], { type: "region" });
  const numbers = new Intl.NumberFormat(locale);
  return {
    number: (value: number): string => numbers.format(value),
    /** With the name of the zone. */
    dateTime: (at: string | number): string => say(dateTime, at),
    day: (iso: string): string => say(day, iso),
    time: (at: number): string => say(time, at),

    /** A UTC day as the timeline names it. */
    utcDay: (date: string): string => say(utcDay, `${date}T00:00:00Z`),
    utcWeekday: (date: string): string => say(utcWeekday, `${date}T00:00:00Z`),
    utcDayOfYear: (date: string): string => say(utcDayOfYear, `${date}T00:00:00Z`),

    utcShortWeekday: (date: string): string => say(utcShortWeekday, `${date}T00:00:00Z`),
    utcMonth: (date: string): string => say(utcMonth, `${date}T00:00:00Z`),
    utcMonthOfYear: (date: string): string => say(utcMonthOfYear, `${date}T00:00:00Z`),
    /** Two days, with the year unless it is the present one. */
    utcRange(from: string, to: string, today: string): string {
      const isThisYear = from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4);
      const format = isThisYear ? utcDay : utcDayOfYear;
      return format.formatRange(new Date(from), new Date(to));
    },
    /** 0 is Monday. */
    weekday: (day: number, length: "long" | "short" = "short"): string =>
      weekdays[length].format(Date.UTC(2024, 0, 1 + day)),

    /** "3 minutes ago". */
    ago(iso: string, at = Date.now()): string {
      const seconds = (Date.parse(iso) - at) / 1000;
      const [unit, size] = UNITS.find(([, size, until]) => Math.round(Math.abs(seconds) / size) < until)!;
      const count = Math.round(seconds / size);
      if (unit === "second" && seconds < 0) return "just now";
      return count === 0 ? now.format(0, "second") : relative.format(count, unit);
    },

    /** For times that are noted once an hour. */
    agoByHour(iso: string, at = Date.now()): string {
      return at - Date.parse(iso) < HOUR_MS ? "within the last hour" : this.ago(iso, at);
    },

    country(code: string): string {
      if (!/^[A-Z]{2}$/.test(code)) return code;
      try {
        return regions.of(code) ?? code;
      } catch {
        return code;
      }
    },

    share(part: number, whole: number): string {
      if (whole === 0) return "0%";
      const percent = (100 * part) / whole;
      return percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
    },

    times: (count: number, one: string, many = `${one}s`): string =>
      `${numbers.format(count)} ${count === 1 ? one : many}`,
  };
}

const OWN = localeFor(navigator.language);
type Formats = ReturnType<typeof createFormats>;

const zones = new Map<string, Formats>();
/** The formats with times in another zone, such as that of a report. */
export function inZone(zone: string): Formats {
  const formats = zones.get(zone) ?? createFormats(OWN, zone);
  zones.set(zone, formats);
  return formats;
}

let zone = "UTC";
/** The zone of all times and days on the page: that of the open workspace, or UTC where none is open. */
export const shownZone = (): string => zone;
export let inWords = inZone(zone);

export function showTimesIn(wanted: string): void {
  zone = wanted;
  inWords = inZone(zone);
}

/** What the server says of a field, such as "must be an https URL", as a sentence. */
export const sentence = (text: string): string => capital(text) + (/[.?!]$/.test(text) ? "" : ".");

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
