import { addDays, addMonths, dayIn, isDay, type Period, PRESETS, type Preset } from "../../insights/chart/period.ts";
import { sinceCreation } from "../../insights/chart/points.ts";
import type { SharedNumbers } from "../../insights/links.ts";
import type { Language } from "../../shared/languages.ts";
import type { VisitorBrand } from "../pages/view.ts";
import { type Formats, formatsIn } from "./formats.ts";
import { NUMBERS_WORDS, type NumbersWords } from "./words/index.ts";

/** Everything that the page, the chart and the PDF show. */
export interface NumbersView {
  /** The code's name, or "All codes". */
  title: string;
  /** Without comparisons from before anything existed. */
  numbers: SharedNumbers["numbers"];
  /** Whether it existed during all of the period before: a shorter time says nothing about a trend. */
  isWhole: boolean;
  /** The day it was created, if the period began before. */
  since: string | null;
  period: Period;
  today: string;
  now: number;
  brand: VisitorBrand;
  language: Language;
  words: NumbersWords;
  say: Formats;
}

interface ViewOptions {
  shared: SharedNumbers;
  period: Period;
  brand: VisitorBrand;
  language: Language;
  now: number;
}

export function viewNumbers({ shared, period, brand, language, now }: ViewOptions): NumbersView {
  const { name, numbers: found, firstAt } = shared;
  const zone = found.timezone;
  const created = dayIn(zone, firstAt ?? now);
  const numbers = sinceCreation(found, created);
  const words = NUMBERS_WORDS[language];
  return {
    title: name ?? words.allCodes,
    numbers,
    isWhole: numbers.previous !== null && numbers.previous.from >= created,
    since: firstAt !== null && created > numbers.from ? created : null,
    period,
    today: dayIn(zone, now),
    now,
    brand,
    language,
    words,
    say: formatsIn(language, zone),
  };
}

const USUAL: Preset = "28d";

/** The period of an address; null if it names none. Days are checked when the numbers are read. */
export function readPeriod({ period, from, to }: { period?: string; from?: string; to?: string }): Period | null {
  if (from !== undefined || to !== undefined) {
    return period === undefined && isDay(from ?? null) && isDay(to ?? null) ? { from: from!, to: to! } : null;
  }
  return PRESETS.find((preset) => preset === (period ?? USUAL)) ?? null;
}

export const searchFor = (period: Period): string =>
  typeof period === "string" ? `?period=${period}` : `?from=${period.from}&to=${period.to}`;

/** The periods to choose from, named as in the dashboard. */
export function periodNames({ today, words, say }: Pick<NumbersView, "today" | "words" | "say">): [string, Period][] {
  const { presets } = words;
  const names: Record<Preset, string> = {
    today: words.today,
    yesterday: say.relative(-1, "day"),
    month: say.relative(0, "month"),
    year: say.relative(0, "year"),
    ...presets,
  };
  const first = addMonths(today, -1);
  const lastMonth = { from: first, to: addDays(addMonths(first, 1), -1) };
  return PRESETS.flatMap((preset): [string, Period][] => [
    [names[preset], preset],
    ...(preset === "month" ? [[say.relative(-1, "month"), lastMonth] as [string, Period]] : []),
  ]);
}

export const daysInWords = ({ from, to }: { from: string; to: string }, { say, today }: NumbersView): string =>
  say.range(from, to, today);
