import { countTicks, labelWidth } from "../../insights/chart/axis.ts";
import { isDrawnAsLine, labelsOf, linesOf, middleOf } from "../../insights/chart/drawing.ts";
import { type Point, pointsOf, previousDay } from "../../insights/chart/points.ts";
import { html, type Markup, raw } from "../../shared/html.ts";
import { CHART_STYLE } from "./style.ts";
import { daysInWords, type NumbersView } from "./view.ts";

const PLOT = { top: 8, bottom: 184 };
const HEIGHT = 212;
/** Of labels and of pixels, for screens and phones. */
const LABELS = { wide: 8, narrow: 4 };
const IMAGE_WIDTH = 720;
const GAP = 20;

const round = (value: number): number => Math.round(value * 100) / 100;

export interface Course {
  points: Point[];
  levels: number[];
  isLine: boolean;
  running: Point | undefined;
}

/** What the chart draws, on the page and in the PDF. */
export function courseOf({ numbers, now }: Pick<NumbersView, "numbers" | "now">): Course {
  const points = pointsOf(numbers, "scans", now);
  const largest = Math.max(0, ...points.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]));
  return {
    points,
    levels: countTicks(largest),
    isLine: isDrawnAsLine(numbers.interval, points),
    running: points.find(({ isRunning }) => isRunning),
  };
}

/** "Thu 29 Oct", "26 Oct – 1 Nov", "October 2026" or "29 Oct, 14:00". */
function pointInWords({ numbers: { interval }, say, today }: NumbersView, { start, day, range }: Point): string {
  if (interval === "hour") return `${say.utcShortWeekday(day)}, ${say.time(Date.parse(start))}`;
  if (interval === "week") return say.range(range?.from ?? day, range?.to ?? day, today);
  return interval === "month" ? say.utcMonthOfYear(day) : say.utcShortWeekday(day);
}

function tipOf(view: NumbersView, point: Point): string {
  const { numbers, words, say } = view;
  const before = previousDay(numbers, point.day);
  const scans = `${pointInWords(view, point)}: ${say.number(point.value ?? 0)}`;
  if (before === null || point.previous === null) return scans;
  return `${scans}; ${words.from(say.number(point.previous), say.utcDayOfYear(before))}`;
}

const anchorAt = (x: number): "start" | "middle" | "end" => (x < 8 ? "start" : x > 92 ? "end" : "middle");

function labels(view: NumbersView, { points }: Course, size: keyof typeof LABELS): Markup {
  const isMirrored = view.language === "ar";
  const drawn = labelsOf(view.numbers, points, LABELS[size], view.say).map(({ i, text }) => {
    const x = middleOf(i, points);
    const anchor = anchorAt(x);
    // In a text from right to left, its start is on the right.
    const written = !isMirrored || anchor === "middle" ? anchor : anchor === "start" ? "end" : "start";
    const edge = anchor === "start" ? 0 : anchor === "end" ? 100 : x;
    return html`<text class="${text === null && "now"}" x="${round(edge)}%" y="${PLOT.bottom + 20}" text-anchor="${written}">${text ?? view.words.today}</text>`;
  });
  return html`<g class="${size === "wide" ? "wide-only" : "narrow"}"${isMirrored && raw(' direction="rtl"')}>${drawn}</g>`;
}

function line(points: readonly Point[], top: number): Markup {
  const drawn = (of: "value" | "previous") =>
    linesOf(points, of).map((part) => part.map(([x, value]) => `${round(x)},${round(100 - (100 * value) / top)}`));
  return html`<svg x="0" y="${PLOT.top}" width="100%" height="${PLOT.bottom - PLOT.top}" viewBox="0 0 100 100" preserveAspectRatio="none">${drawn(
    "value",
  ).map(
    (part) =>
      html`<polygon class="area" points="${part[0]!.split(",")[0]!},100 ${part.join(" ")} ${part.at(-1)!.split(",")[0]!},100"/><polyline class="course" points="${part.join(" ")}"/>`,
  )}${drawn("previous").map((part) => html`<polyline class="course earlier" points="${part.join(" ")}"/>`)}</svg>`;
}

function plot(view: NumbersView, course: Course): Markup {
  const { points, levels, isLine } = course;
  const top = levels.at(-1)!;
  const y = (value: number) => round(PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top));
  const step = 100 / Math.max(1, points.length);
  return html`${levels.map((level) => html`<line class="level${level === 0 && " zero"}" x1="0" x2="100%" y1="${y(level)}" y2="${y(level)}"/>`)}
${isLine && line(points, top)}
<g class="n${points.length}">${points.map((point, i) => {
    const { value, previous, isRunning } = point;
    const at = round(middleOf(i, points));
    return html`<g class="col"><title>${tipOf(view, point)}</title><rect class="hit" x="${round(i * step)}%" width="${round(step)}%" y="${PLOT.top}" height="${PLOT.bottom - PLOT.top}"/>${
      (!isLine || isRunning) &&
      value !== null &&
      html`<rect class="bar${isRunning && " running"}" x="${at}%" y="${y(value)}" width="${round(0.62 * step)}%" height="${round(PLOT.bottom - y(value))}" rx="1.5"/>`
    }${!isLine && previous !== null && html`<rect class="before" x="${at}%" y="${y(previous) - 1}" width="${round(0.86 * step)}%" height="2" rx="1"/>`}</g>`;
  })}</g>`;
}

const HATCH = raw(
  '<defs><pattern id="hatch" width="4.5" height="4.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="4.5" height="4.5"/><path class="hatch-line" d="M.75 0V4.5"/></pattern></defs>',
);

const axis = ({ levels }: Course, { say }: NumbersView, width: number): Markup[] => {
  const top = levels.at(-1)!;
  const y = (value: number) => round(PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top));
  return levels.map(
    (level) => html`<text x="${width - 10}" y="${y(level) + 4}" text-anchor="end">${say.number(level)}</text>`,
  );
};

const axisWidth = ({ levels }: Course, { say }: NumbersView): number => labelWidth(levels.map(say.number)) + 12;

/** Scans over time: positions in per cent, so that nothing is stretched. The table has the same for screen readers. */
export function chart(view: NumbersView): Markup {
  const course = courseOf(view);
  const width = axisWidth(course, view);
  return html`<div class="drawing" aria-hidden="true"><svg class="chart axis" width="${width}" height="${HEIGHT}">${axis(course, view, width)}</svg>
<svg class="chart plot" width="100%" height="${HEIGHT}">${HATCH}${plot(view, course)}${labels(view, course, "wide")}${labels(view, course, "narrow")}</svg></div>
${key(view, course)}
<div class="unseen"><table><caption>${labelOf(view)}</caption><tbody>${course.points.map(
    (point) =>
      html`<tr><th scope="row">${pointInWords(view, point)}</th><td>${view.say.number(point.value ?? 0)}</td></tr>`,
  )}</tbody></table></div>`;
}

const swatch = (shape: string): Markup => raw(`<svg class="chart" width="12" height="10">${shape}</svg>`);

function key(view: NumbersView, { points, running }: Course): Markup {
  const { numbers, words, say, since, now } = view;
  const until = running && words.until(say.time(now));
  const hasMarks = points.some(({ previous }) => previous !== null);
  return html`<div class="key"><span>${swatch('<rect class="bar" x="50%" width="10" height="10" rx="2"/>')}${daysInWords(numbers, view)}</span>
${numbers.previous !== null && hasMarks && html`<span>${swatch('<rect class="before" x="50%" y="4" width="12" height="2" rx="1"/>')}${daysInWords(numbers.previous, view)}</span>`}
${until !== undefined && html`<span>${swatch('<rect class="bar running" x="50%" width="10" height="10" rx="2"/>')}${numbers.interval === "day" ? `${words.today}, ${until}` : until}</span>`}
${since !== null && html`<span>${words.createdOn(say.utcDayOfYear(since))}</span>`}
<span class="zone">${numbers.timezone}</span></div>`;
}

/** "5,185 scans" in the reader's words: "Scans: 5,185, 22 Oct – 18 Nov". */
export const labelOf = (view: NumbersView): string =>
  `${view.words.scans}: ${view.say.number(view.numbers.scans)}, ${daysInWords(view.numbers, view)}`;

/** The chart alone, as an image for other sites. */
export function chartImage(view: NumbersView): string {
  const course = courseOf(view);
  const width = axisWidth(course, view);
  const label = labelOf(view);
  return html`<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="${IMAGE_WIDTH}" height="${HEIGHT + 2 * GAP}" viewBox="0 0 ${IMAGE_WIDTH} ${HEIGHT + 2 * GAP}" role="img" aria-label="${label}">
<title>${label}</title><style>${raw(CHART_STYLE)}</style>${HATCH}<rect class="ground" width="100%" height="100%"/>
<svg x="0" y="${GAP}" width="${width}" height="${HEIGHT}">${axis(course, view, width)}</svg>
<svg x="${width}" y="${GAP}" width="${IMAGE_WIDTH - width - GAP}" height="${HEIGHT}">${plot(view, course)}${labels(view, course, "wide")}</svg></svg>
`.markup;
}
