import type { DayWords } from "../../insights/chart/drawing.ts";
import type { Trend } from "../../insights/chart/trend.ts";
import { type Language, tagOf } from "../../shared/languages.ts";
import type { NumbersWords } from "./words/index.ts";

const utc = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return (day: string): string => format.format(new Date(day));
};

function createFormats(language: Language) {
  const locale = language === "en" ? "en-GB" : tagOf(language);
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: "percent" });
  const regions = new Intl.DisplayNames([locale], { type: "region" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const day: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", timeZone: "UTC" };
  const ranges = new Intl.DateTimeFormat(locale, day);
  const rangesOfYears = new Intl.DateTimeFormat(locale, { ...day, year: "numeric" });
  const percent = (share: number): string =>
    share > 0 && share < 0.01 ? `<${percents.format(0.01)}` : percents.format(share);
  return {
    locale,
    number: (value: number): string => numbers.format(value),
    percent,
    share: (part: number, whole: number): string => percent(whole === 0 ? 0 : part / whole),
    country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
    utcDay: utc(locale, { month: "short", day: "numeric" }),
    utcDayOfYear: utc(locale, { dateStyle: "medium" }),
    utcShortWeekday: utc(locale, { weekday: "short", month: "short", day: "numeric" }),
    utcMonth: utc(locale, { month: "short" }),
    utcMonthOfYear: utc(locale, { month: "long", year: "numeric" }),
    /** Two days, with the year unless it is the present one. */
    range(from: string, to: string, today: string): string {
      const isThisYear = [from, to].every((each) => each.slice(0, 4) === today.slice(0, 4));
      return (isThisYear ? ranges : rangesOfYears).formatRange(new Date(from), new Date(to));
    },
    /** "Yesterday", "This month". */
    relative(count: number, unit: Intl.RelativeTimeFormatUnit): string {
      const text = relative.format(count, unit);
      return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
    },
  };
}

/** By language; created with the first page, because they take memory. */
const known = new Map<Language, ReturnType<typeof createFormats>>();

export type Formats = ReturnType<typeof createFormats> & DayWords;

/** How a language writes numbers, days, and times in a zone. */
export function formatsIn(language: Language, timeZone: string): Formats {
  const formats = known.get(language) ?? createFormats(language);
  known.set(language, formats);
  const times = new Intl.DateTimeFormat(formats.locale, { timeStyle: "short", timeZone });
  return { ...formats, time: (at) => times.format(at) };
}

/** "28%", "12×", "new", or nothing for zero against zero. */
export function changeInWords({ change, direction }: Trend, say: Formats, words: NumbersWords): string {
  if (change === null) return direction === "up" ? words.isNew : "";
  const size = Math.abs(change);
  return size > 9.99 ? `${say.number(Math.round(change + 1))}×` : say.percent(size);
}
