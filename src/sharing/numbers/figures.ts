import { pairsOf } from "../../insights/chart/points.ts";
import { type Trend, trendOf } from "../../insights/chart/trend.ts";
import { listsOf } from "./lists.ts";
import { daysInWords, type NumbersView } from "./view.ts";

/** The main figures, each with what is below it. */
export interface Figure {
  label: string;
  value: string;
  trend: Trend | null;
  below: string;
}

export function figuresOf(view: NumbersView): Figure[] {
  const { numbers, words, say, isWhole, now } = view;
  const { scans, visitors, previous } = numbers;
  const before = (count: number) =>
    previous === null || count === 0 ? "" : words.from(say.number(count), daysInWords(previous, view));
  const top = (rows: readonly { name: string; scans: number; isUnknown: boolean }[]) => {
    const first = rows.find(({ isUnknown }) => !isUnknown);
    return first ? `${first.name} ${say.share(first.scans, scans)}` : "–";
  };
  const { countries, cities } = listsOf(view);
  const visitorsBefore = visitors === null ? null : (previous?.visitors ?? null);
  return [
    {
      label: words.scans,
      value: say.number(scans),
      trend: previous && isWhole ? trendOf(scans, previous.scans, pairsOf(numbers, now)) : null,
      below: previous ? before(previous.scans) : "",
    },
    {
      label: words.visitors,
      value: visitors === null ? "–" : say.number(visitors),
      trend: visitorsBefore !== null && isWhole ? trendOf(visitors!, visitorsBefore) : null,
      below: visitors === null ? words.notEveryDay : before(visitorsBefore ?? 0) || words.perDay,
    },
    { label: words.countries, value: say.number(numbers.countries), trend: null, below: top(countries.rows) },
    { label: words.cities, value: say.number(numbers.cities), trend: null, below: top(cities.rows) },
  ];
}
