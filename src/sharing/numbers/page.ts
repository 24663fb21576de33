import { daysOf, type Period, shifted } from "../../insights/chart/period.ts";
import { FIRST_DAY } from "../../scans/periods.ts";
import { html, type Markup, raw } from "../../shared/html.ts";
import { brandHeader, frame, madeWith } from "../pages/layout.ts";
import type { VisitorView } from "../pages/view.ts";
import { chart } from "./chart.ts";
import { figuresOf } from "./figures.ts";
import { bars, listsOf, placements, section, trendMark, worldMap } from "./lists.ts";
import { NUMBERS_STYLE } from "./style.ts";
import { daysInWords, type NumbersView, periodNames, searchFor } from "./view.ts";
import { NUMBERS_WORDS } from "./words/index.ts";
import { loadWorld } from "./world.ts";

const ROBOTS = "noindex, nofollow";

type FrameView = Pick<VisitorView, "brand" | "language">;

const framed = (title: string, content: Markup, view: FrameView): string =>
  frame({ title, robots: ROBOTS, style: NUMBERS_STYLE, content }, view);

const figures = (view: NumbersView): Markup =>
  html`<dl class="figures">${figuresOf(view).map(
    ({ label, value, trend, below }) =>
      html`<div><dt>${label}</dt><dd class="value">${value}</dd><dd class="below">${trend && trendMark(trend, view)} ${below}</dd></div>`,
  )}</dl>`;

function periodPicker(view: NumbersView): Markup {
  const { period, today, numbers, words } = view;
  const names = periodNames(view);
  const isSame = (other: Period) => searchFor(other) === searchFor(period);
  const name = names.find(([, other]) => isSame(other))?.[0] ?? daysInWords(numbers, view);
  const step = (by: -1 | 1, label: string, sign: string): Markup => {
    const isFirst = by === -1 && view.since !== null;
    const to = isFirst ? null : shifted(period, by, today);
    return to === null
      ? html`<span class="step" aria-hidden="true"><span>${sign}</span></span>`
      : html`<a class="step" href="${searchFor(to)}" aria-label="${label}"><span>${sign}</span></a>`;
  };
  const days = daysOf(period, today) ?? numbers;
  return html`${step(-1, words.earlier, "‹")}<details class="period"><summary class="name">${name}</summary>
<div class="choices"><ul aria-label="${words.period}">${names.map(
    ([label, each]) =>
      html`<li><a href="${searchFor(each)}"${isSame(each) && raw(' aria-current="true"')}>${label}</a></li>`,
  )}</ul>
<form method="get"><b>${words.otherDays}</b><label>${words.first}<input type="date" name="from" required min="${FIRST_DAY}" max="${today}" value="${days.from}"></label><label>${words.last}<input type="date" name="to" required min="${FIRST_DAY}" max="${today}" value="${days.to}"></label><button class="show">${words.show}</button></form></div></details>${step(1, words.later, "›")}`;
}

/** The page, which needs no script. `pdf`: where its PDF is. */
export function numbersPage(view: NumbersView, pdf: string): string {
  const { title, words } = view;
  const { countries, cities, devices, browsers, systems } = listsOf(view);
  return framed(
    title,
    html`${brandHeader(view.brand)}
<main>
<div class="top"><div><h1><bdi>${title}</bdi></h1><p>${daysInWords(view.numbers, view)}</p></div>
<div class="tools">${periodPicker(view)}<a class="pdf" href="${pdf}${searchFor(view.period)}">${words.download}</a></div></div>
<section class="box flush" aria-label="${words.scans}">
${figures(view)}
${chart(view)}
</section>
<div class="grid">
${placements(view)}
<section class="box wide"><h2>${countries.title}</h2><div class="places">${worldMap(loadWorld(), view)}<div>${bars(countries, view)}</div></div></section>
${section(devices, view)}
${section(cities, view)}
${section(browsers, view)}
${section(systems, view)}
</div>
</main>
${madeWith(view)}`,
    view,
  );
}

/** Figures and chart alone, for a frame in another page. */
export function embeddedPage(view: NumbersView): string {
  const { title, brand, numbers } = view;
  const content = html`<main class="box flush"><div class="title"><h1><bdi>${title}</bdi></h1><p>${brand.name !== null && html`<bdi>${brand.name}</bdi> · `}${daysInWords(numbers, view)}</p></div>
${figures(view)}
${chart(view)}
</main>`;
  return framed(title, html`<div class="embed">${content}</div>`, view);
}

const notice = (title: string, text: string, view: FrameView, more: Markup | null = null): string =>
  framed(
    title,
    html`${brandHeader(view.brand)}
<main><h1>${title}</h1><p class="nothing">${text}</p>${more}</main>
${madeWith(view)}`,
    view,
  );

/** For a wrong secret, and one that has ended, alike. */
export const noNumbersPage = (view: FrameView): string => {
  const { noLink, noLinkText } = NUMBERS_WORDS[view.language];
  return notice(noLink, noLinkText, view);
};

/** For days that do not exist or are in the wrong order. */
export const badDaysPage = (view: FrameView): string => {
  const { otherDays, badDays, presets } = NUMBERS_WORDS[view.language];
  const usual = html`<p class="old-way"><a class="name" href="${searchFor("28d")}">${presets["28d"]}</a></p>`;
  return notice(otherDays, badDays, view, usual);
};
