import { rankedPlacements } from "../../insights/chart/placements.ts";
import { pairsOf } from "../../insights/chart/points.ts";
import { type Trend, trendOf } from "../../insights/chart/trend.ts";
import type { CountryShape } from "../../insights/chart/world.ts";
import { HEIGHT, shadeOf, WIDTH } from "../../insights/chart/world.ts";
import { html, type Markup } from "../../shared/html.ts";
import { changeInWords } from "./formats.ts";
import type { NumbersView } from "./view.ts";

const UNKNOWN = "Unknown";
/** Rows that are seen at once, and at most. */
const FIRST = 7;
const MOST = 100;
const FIRST_PLACEMENTS = 10;

export interface Row {
  name: string;
  scans: number;
  isUnknown: boolean;
}

export interface List {
  title: string;
  rows: Row[];
}

/** The rankings, the most scans first, unknown ones last. */
export function listsOf({
  numbers,
  words,
  say,
}: NumbersView): Record<"countries" | "cities" | "devices" | "browsers" | "systems", List> {
  const rowsOf = (rows: readonly (readonly [value: string, name: string, scans: number])[]): Row[] =>
    rows
      .map(([value, name, scans]) => ({
        name: value === UNKNOWN ? words.unknown : name,
        scans,
        isUnknown: value === UNKNOWN,
      }))
      .sort((a, b) => Number(a.isUnknown) - Number(b.isUnknown));
  const names: Record<string, string> = words.deviceNames;
  return {
    countries: {
      title: words.countries,
      rows: rowsOf(numbers.byCountry.map(({ country, scans }) => [country, say.country(country), scans])),
    },
    cities: {
      title: words.cities,
      rows: rowsOf(numbers.byCity.map(({ country, city, scans }) => ["", `${city}, ${say.country(country)}`, scans])),
    },
    devices: {
      title: words.devices,
      rows: rowsOf(numbers.byDevice.map(({ device, scans }) => [device, names[device] ?? device, scans])),
    },
    browsers: {
      title: words.browsers,
      rows: rowsOf(numbers.byBrowser.map(({ browser, scans }) => [browser, browser, scans])),
    },
    systems: { title: words.systems, rows: rowsOf(numbers.byOs.map(({ os, scans }) => [os, os, scans])) },
  };
}

/** Rows with what is beyond the first ones behind a button that says how many they are. */
function folded(
  rows: readonly Markup[],
  first: number,
  all: number,
  { words, say }: NumbersView,
  wrap: (rows: readonly Markup[]) => Markup,
): Markup {
  const shown = rows.slice(0, MOST);
  const left = all - shown.length;
  return html`${wrap(shown.slice(0, first))}${
    shown.length > first &&
    html`<details class="more"><summary>${words.more(say.number(shown.length - first))}</summary>${wrap(shown.slice(first))}${left > 0 && html`<p class="nothing">${words.more(say.number(left))}</p>`}</details>`
  }`;
}

export function bars({ rows }: List, view: NumbersView): Markup {
  const { words, say, numbers } = view;
  if (rows.length === 0) return html`<p class="nothing">${words.nothing}</p>`;
  const top = Math.max(1, ...rows.filter(({ isUnknown }) => !isUnknown).map(({ scans }) => scans));
  const drawn = rows.map(({ name, scans, isUnknown }) => {
    const bar = html`<svg aria-hidden="true"><rect width="${Math.max(1, (100 * scans) / top).toFixed(1)}%" height="100%" rx="5"/></svg>`;
    return html`<li class="${isUnknown && "rest"}">${!isUnknown && bar}<bdi>${name}</bdi> <b>${say.number(scans)}</b> <small>${say.share(scans, numbers.scans)}</small></li>`;
  });
  return folded(drawn, FIRST, rows.length, view, (some) => html`<ol class="bars">${some}</ol>`);
}

export const section = (list: List, view: NumbersView, look = ""): Markup =>
  html`<section class="box ${look}"><h2>${list.title}</h2>${bars(list, view)}</section>`;

/** Drawn, because not every font has a triangle; style.ts turns it for a fall. */
const MARK = html`<svg viewBox="0 0 8 7" aria-hidden="true"><path d="M4 0 8 7H0z"/></svg>`;

export function trendMark(trend: Trend, { words, say }: NumbersView): Markup {
  const { direction, change, isCertain } = trend;
  const isSure = change !== null && isCertain;
  return html`<span class="trend ${direction}${isSure && " sure"}"${!isCertain && html` title="${words.mayBeChance}"`}>${
    change !== null && html`${direction !== "same" && MARK}<span class="unseen">${words[direction]} </span>`
  }${changeInWords(trend, say, words)}</span>`;
}

/** Which placement works best: equal ranks where the intervals of 90 % overlap. */
export function placements(view: NumbersView): Markup | null {
  const { numbers, words, say, now } = view;
  if (numbers.byPlacement.length === 0) return null;
  const { rows, own, widest } = rankedPlacements(numbers, pairsOf(numbers, now));
  const isRanked = numbers.scans > 0;
  const width = (value: number) => ((100 * value) / widest).toFixed(2);
  const drawn = rows.map(({ name, scans, previousScans, low, high, best, worst }) => {
    const interval = html`<svg aria-hidden="true"><rect class="range" x="${width(low)}%" width="${width(high - low)}%" y="3" height="6" rx="3"/><circle class="at" cx="${width(scans)}%" cy="6" r="3.5"/></svg>`;
    return html`<tr><td class="pale rank">${isRanked && rankInWords(best, worst, view)}</td><td><bdi>${name ?? words.blank}</bdi></td><td class="n">${say.number(scans)}</td><td class="n pale roomy">${isRanked && say.share(scans, numbers.scans)}</td><td class="n pale roomy">${isRanked && intervalInWords(low, high, view)}</td><td class="roomy drawn">${isRanked && interval}</td><td class="n">${previousScans !== null && trendMark(trendOf(scans, previousScans), view)}</td></tr>`;
  });
  const ownRow = html`<tr class="own"><td></td><td>${words.ownLink}</td><td class="n">${say.number(own)}</td><td class="n roomy">${say.share(own, numbers.scans)}</td><td class="roomy"></td><td class="roomy"></td><td></td></tr>`;
  const heads = html`<thead><tr><th scope="col">${words.rank}</th><th scope="col">${words.placement}</th><th scope="col" class="n">${words.scans}</th><th scope="col" class="n roomy">${words.share}</th><th scope="col" class="n roomy">${words.interval}</th><td class="roomy"></td><th scope="col" class="n">${words.trend}</th></tr></thead>`;
  const table = (some: readonly Markup[]): Markup =>
    html`<table class="ranks">${heads}<tbody>${some}${some.length > 0 && some[0] === drawn[0] && own > 0 && ownRow}</tbody></table>`;
  return html`<section class="box all"><div class="head"><h2>${words.placements}</h2><p>${words.tie}</p></div>${folded(drawn, FIRST_PLACEMENTS, rows.length, view, table)}</section>`;
}

export const rankInWords = (best: number, worst: number, { say }: NumbersView): string =>
  best === worst ? say.number(best) : `${say.number(best)}–${say.number(worst)}`;
export const intervalInWords = (low: number, high: number, { say }: NumbersView): string =>
  `${say.number(Math.round(low))}–${say.number(Math.round(high))}`;

export interface MapShade {
  path: string;
  /** 0: no scans. */
  shade: number;
  letters: string | undefined;
  scans: number;
}

/** Countries with scans one by one, all others as one path, which comes first. */
export function shadesOf(shapes: readonly CountryShape[], { numbers }: NumbersView): MapShade[] {
  const counts = new Map(numbers.byCountry.map(({ country, scans }) => [country, scans]));
  const top = Math.max(1, ...numbers.byCountry.filter(({ country }) => country !== UNKNOWN).map(({ scans }) => scans));
  const countOf = ({ letters }: CountryShape) => (letters === undefined ? 0 : (counts.get(letters) ?? 0));
  const blank = shapes.filter((shape) => countOf(shape) === 0);
  return [
    { path: blank.map(({ path }) => path).join(""), shade: 0, letters: undefined, scans: 0 },
    ...shapes
      .filter((shape) => countOf(shape) > 0)
      .map((shape) => ({
        path: shape.path,
        letters: shape.letters,
        scans: countOf(shape),
        shade: shadeOf(countOf(shape), top),
      })),
  ];
}

export function worldMap(shapes: readonly CountryShape[], view: NumbersView): Markup {
  const { words, say } = view;
  return html`<svg class="map-of" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.map}">${shadesOf(
    shapes,
    view,
  ).map(
    ({ path, shade, letters, scans }) =>
      html`<path class="h${shade}" d="${path}">${letters !== undefined && html`<title>${say.country(letters)}: ${say.number(scans)}</title>`}</path>`,
  )}</svg>`;
}
