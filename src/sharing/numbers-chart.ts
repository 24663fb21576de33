import type { SharedNumbers } from "../insights/links.ts";
import { html, type Markup, raw } from "../shared/html.ts";

type Timeline = SharedNumbers["numbers"]["timeline"];

/** The narrow one is for phones, so that its texts can be read. */
const WIDTHS = { wide: 720, narrow: 340 };
const HEIGHT = 260;
const PLOT = { left: 48, top: 16, bottom: 220 };
const STEPS = 4;
const BAR_SHARE = 0.62;
const WIDEST_BAR = 32;
/** For a date under the axis. */
const DATE_WIDTH = 110;

/** Used in the page and in the chart alone. */
export const CHART_STYLE = `.chart text{fill:#72675c;font:12px/1 system-ui,sans-serif}.chart .card{fill:#fffefc}\
.chart .grid{stroke:#eee8df}.chart .bar{fill:#1f7a6e}.chart .before{stroke:#bd7a1e;stroke-width:2}\
@media (prefers-color-scheme:dark){.chart text{fill:#a1968a}.chart .card{fill:#1c1916}.chart .grid{stroke:#2a2521}\
.chart .bar{fill:#4fab9d}.chart .before{stroke:#e0a458}}`;

export const number = (value: number): string => value.toLocaleString("en-GB");

/** The smallest of 1, 2 and 5 times a power of ten, times the number of steps, that is not below the value. */
export function scaleFor(most: number): number {
  const step = Math.max(1, most / STEPS);
  const power = 10 ** Math.floor(Math.log10(step));
  return STEPS * [1, 2, 5, 10].map((times) => times * power).find((size) => size >= step)!;
}

/** Created with the first page, because it takes memory. */
let dayFormat: Intl.DateTimeFormat | undefined;
function dayInWords(date: string): string {
  dayFormat ??= new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return dayFormat.format(new Date(`${date}T00:00Z`));
}

/** Of a day, or the hour in its own zone. */
export const startInWords = (start: string): string => (start.length > 10 ? start.slice(11, 16) : dayInWords(start));

const round = (value: number): number => Math.round(value * 10) / 10;

function datesOf(timeline: Timeline, width: number): number[] {
  const every = Math.ceil(timeline.length / Math.floor(width / DATE_WIDTH));
  return timeline.flatMap((_, i) => (i % every === 0 ? [i] : []));
}

interface ChartLook {
  label: string;
  width?: keyof typeof WIDTHS;
  /** Brings its style, size and background. */
  isAlone?: boolean;
}

/** Whether anything existed in the period before: the timeline does not start before the first code. */
export const isCompared = ({ previous, timeline, from }: SharedNumbers["numbers"]): boolean =>
  previous !== null && timeline.length > 0 && timeline[0]!.start.slice(0, 10) <= from;

/** Scans per step as bars, the period before as a mark on each. */
export function chart(
  numbers: SharedNumbers["numbers"],
  { label, width = "wide", isAlone = false }: ChartLook,
): Markup {
  const { timeline } = numbers;
  const hasMarks = isCompared(numbers);
  const most = scaleFor(
    Math.max(0, ...timeline.flatMap(({ scans, previousScans }) => [scans, (hasMarks && previousScans) || 0])),
  );
  const all = WIDTHS[width];
  const right = all - 8;
  const step = (right - PLOT.left) / Math.max(1, timeline.length);
  const x = (i: number) => round(PLOT.left + i * step);
  const y = (scans: number) => round(PLOT.bottom - (scans / most) * (PLOT.bottom - PLOT.top));
  const grid = Array.from({ length: STEPS + 1 }, (_, i) => (i * most) / STEPS);
  const barWidth = Math.min(BAR_SHARE * step, WIDEST_BAR);
  const inset = (step - barWidth) / 2;
  const beyond = Math.min(inset / 2, 6);
  return html`<svg class="chart ${width}" xmlns="http://www.w3.org/2000/svg"${isAlone && html` width="${all}" height="${HEIGHT}"`} viewBox="0 0 ${all} ${HEIGHT}" role="img" aria-label="${label}">
${isAlone && html`<title>${label}</title><style>${raw(CHART_STYLE)}</style><rect class="card" width="${all}" height="${HEIGHT}"/>`}
${grid.map(
  (scans) =>
    html`<path class="grid" d="M${PLOT.left} ${y(scans)}H${right}"/><text x="${PLOT.left - 8}" y="${y(scans) + 4}" text-anchor="end">${number(scans)}</text>`,
)}
${timeline.map(
  ({ start, scans, previousScans }, i) =>
    html`<rect class="bar" x="${round(x(i) + inset)}" y="${y(scans)}" width="${round(barWidth)}" height="${round(PLOT.bottom - y(scans))}" rx="1.5"><title>${startInWords(start)}: ${number(scans)}</title></rect>${hasMarks && previousScans !== null && html`<path class="before" d="M${round(x(i) + inset - beyond)} ${y(previousScans)}H${round(x(i + 1) - inset + beyond)}"/>`}`,
)}
${datesOf(timeline, all).map((i) => html`<text x="${round(x(i) + inset)}" y="${PLOT.bottom + 22}">${startInWords(timeline[i]!.start)}</text>`)}
</svg>`;
}
