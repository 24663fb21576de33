import { SHARED_PERIODS, type SharedNumbers, type SharedPeriod } from "../insights/links.ts";
import { html, type Markup, raw } from "../shared/html.ts";
import { withoutDirections } from "../shared/text.ts";
import { CHART_STYLE, chart, isCompared, number, startInWords } from "./numbers-chart.ts";
import { sourceOf } from "./pages/skin.ts";

type Numbers = SharedNumbers["numbers"];

const PERIOD_NAMES: Record<SharedPeriod, string> = {
  "7d": "7 days",
  "28d": "4 weeks",
  "90d": "90 days",
  "12mo": "12 months",
};
const ROWS = 8;

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;background:#f7f4ef;color:#1a1410;\
font:15px/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}main{max-width:960px;margin:0 auto;padding:32px 16px}\
h1{font-size:24px;line-height:30px;margin:0;overflow-wrap:anywhere}h2{font-size:15px;margin:0 0 8px}p,dl,dd,table{margin:0}\
.soft{color:#5c5249}a{color:#0e5a54}nav{display:flex;flex-wrap:wrap;gap:8px;margin:16px 0}nav a{padding:10px 14px;\
border:1px solid #cfc5b9;border-radius:8px;background:#fffefc;text-decoration:none}nav a[aria-current]{background:#e3f1ee;\
border-color:#0e5a54;font-weight:600}section{background:#fffefc;border:1px solid #e4dcd2;border-radius:12px;padding:20px}\
dl{display:flex;flex-wrap:wrap;gap:16px 40px;margin-bottom:16px}dt{font-size:13px;color:#5c5249}dd{font-size:28px;\
line-height:34px;font-weight:600}dd small{display:block;font-size:13px;line-height:18px;font-weight:400;color:#5c5249}\
.chart{display:block;width:100%;height:auto}.narrow{display:none}@media (max-width:600px){.wide{display:none}.narrow{display:block}}.lists{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));\
gap:16px;margin-top:16px}table{width:100%;border-collapse:collapse}td,th{padding:5px 0;text-align:left;font-weight:400;\
overflow-wrap:anywhere}td{text-align:right;white-space:nowrap;padding-left:12px}footer{margin-top:24px;font-size:13px}\
.key{font-size:13px;margin-top:8px}@media (prefers-color-scheme:dark){body{background:#14110f;color:#f4eee7}a{color:#86d6cb}\
.soft,dt,dd small{color:#bfb4a8}section,nav a{background:#1c1916;border-color:#332d28}nav a[aria-current]{\
background:#1e3531;border-color:#86d6cb}}`;

/** Nothing but our own style; the charts can be shown on other sites, the page cannot be framed. */
export const PAGE_POLICY = `default-src 'none'; style-src ${sourceOf(STYLE)} ${sourceOf(CHART_STYLE)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
export const CHART_POLICY = `default-src 'none'; style-src ${sourceOf(CHART_STYLE)}; sandbox`;

/** Created with the first page, because it takes memory. */
let regions: Intl.DisplayNames | undefined;

function countryName(code: string): string {
  regions ??= new Intl.DisplayNames(["en"], { type: "region" });
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function list(title: string, rows: readonly { label: string; scans: number }[], all: number): Markup | null {
  if (rows.length === 0) return null;
  return html`<section><h2>${title}</h2><table>${rows
    .slice(0, ROWS)
    .map(
      ({ label, scans }) =>
        html`<tr><th scope="row" dir="auto">${label}</th><td>${number(scans)}</td><td class="soft">${share(scans, all)}</td></tr>`,
    )}</table></section>`;
}

function share(scans: number, all: number): string {
  const percent = (100 * scans) / Math.max(1, all);
  return percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}

const figure = (label: string, value: number, before: number | null | undefined): Markup =>
  html`<div><dt>${label}</dt><dd>${number(value)}${before != null && html`<small>from ${number(before)}</small>`}</dd></div>`;

/** With years, unless it is the present one. */
function dates(from: string, to: string, year: string): string {
  const isThisYear = [from, to].every((day) => day.startsWith(year));
  return [from, to].map((day) => startInWords(day) + (isThisYear ? "" : ` ${day.slice(0, 4)}`)).join(" to ");
}

const daysOf = ({ from, to }: { from: string; to: string }, numbers: Numbers): string =>
  dates(from, to, numbers.to.slice(0, 4));

export const labelOf = (numbers: Numbers): string => `${number(numbers.scans)} scans, ${daysOf(numbers, numbers)}`;

const frame = (title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${withoutDirections(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style><style>${raw(CHART_STYLE)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;

const NO_LINK = "This link does not work";
/** For a wrong secret, and one that has ended, alike. */
export const noNumbersPage = (): string =>
  frame(
    NO_LINK,
    html`<h1>${NO_LINK}</h1>
<p class="soft">It may have ended or been revoked. Ask the person who sent it to you for a new one.</p>`,
  );

export interface NumbersPage {
  /** Null: all codes. */
  name: string | null;
  numbers: Numbers;
  period: SharedPeriod;
  brand: { name: string | null; showFooter: boolean };
}

/** A page that needs no script. */
export function numbersPage({ name, numbers, period, brand }: NumbersPage): string {
  const { scans, visitors, countries, cities } = numbers;
  const previous = isCompared(numbers) ? numbers.previous : null;
  const title = name ?? "All codes";
  return frame(
    [title, brand.name].filter(Boolean).join(" · "),
    html`${brand.name !== null && html`<p class="soft" dir="auto">${brand.name}</p>`}
<h1 dir="auto">${title}</h1>
<p class="soft">Scans, ${daysOf(numbers, numbers)}, ${numbers.timezone}</p>
<nav aria-label="Period">${SHARED_PERIODS.map(
      (each) =>
        html`<a href="?period=${each}"${each === period && raw(' aria-current="true"')}>${PERIOD_NAMES[each]}</a>`,
    )}</nav>
<section aria-label="Scans">
<dl>
${figure("Scans", scans, previous?.scans)}
${visitors !== null && figure("Visitors", visitors, previous?.visitors)}
${figure("Countries", countries, null)}
${figure("Cities", cities, null)}
</dl>
${chart(numbers, { label: labelOf(numbers) })}
${chart(numbers, { label: labelOf(numbers), width: "narrow" })}
${previous && html`<p class="key soft">The line on each bar is ${daysOf(previous, numbers)}.</p>`}
</section>
<div class="lists">
${[
  list(
    "Countries",
    numbers.byCountry.map((row) => ({ label: countryName(row.country), scans: row.scans })),
    scans,
  ),
  list(
    "Cities",
    numbers.byCity.map((row) => ({ label: `${row.city}, ${countryName(row.country)}`, scans: row.scans })),
    scans,
  ),
  list(
    "Devices",
    numbers.byDevice.map((row) => ({ label: capital(row.device), scans: row.scans })),
    scans,
  ),
  list(
    "Browsers",
    numbers.byBrowser.map((row) => ({ label: row.browser, scans: row.scans })),
    scans,
  ),
  list(
    "Operating systems",
    numbers.byOs.map((row) => ({ label: row.os, scans: row.scans })),
    scans,
  ),
].filter((each) => each !== null)}
</div>
${brand.showFooter && html`<footer class="soft">Made with Tessera</footer>`}`,
  );
}
