import { isDrawnAsLine, labelsOf, linesOf, middleOf } from "../../insights/chart/drawing.ts";
import { courseOf, labelOf } from "./chart.ts";
import { PAPER, type Paper } from "./paper.ts";
import { CHART_COLORS } from "./style.ts";
import { daysInWords, type NumbersView } from "./view.ts";

export const COLORS = CHART_COLORS.light;
export const DIM = COLORS["--text-2"];
export const LEFT = 40;
export const RIGHT = PAPER.width - LEFT;
export const INNER = RIGHT - LEFT;
export const GAP = 18;
/** Light lines of the chart on white. */
const GRID = "#ece7e1";

/** Bars or a line with axis, comparison and key, as on the page. */
export function drawChart(paper: Paper, view: NumbersView, top: number): void {
  const { numbers, words, say, now, since } = view;
  const { points, levels, running } = courseOf(view);
  const most = levels.at(-1)!;
  const [plotTop, bottom] = [top, top + 140];
  const left = LEFT + Math.max(...levels.map((level) => paper.widthOf(say.number(level), { size: 8 }))) + 8;
  const at = (percent: number) => left + (percent / 100) * (RIGHT - left);
  const y = (value: number) => bottom - (value / most) * (bottom - plotTop);
  const step = (RIGHT - left) / Math.max(1, points.length);
  const isLine = isDrawnAsLine(numbers.interval, points);
  paper.block(
    "Figure",
    () => {
      for (const level of levels) {
        const isZero = level === 0;
        paper.line(
          [
            [left, y(level)],
            [RIGHT, y(level)],
          ],
          isZero ? COLORS["--axis"] : GRID,
          0.6,
        );
        paper.text(say.number(level), left - 8, y(level) + 3, { size: 8, color: COLORS["--text-3"], align: "right" });
      }
      if (isLine) {
        const drawn = (of: "value" | "previous") =>
          linesOf(points, of).map((part) => part.map(([x, value]) => [at(x), y(value)] as const));
        for (const part of drawn("previous")) paper.line(part, COLORS["--compare"], 1, "3 2.5");
        for (const part of drawn("value")) paper.line(part, COLORS["--chart"], 1.4);
      }
      for (const [i, { value, previous, isRunning }] of points.entries()) {
        const middle = at(middleOf(i, points));
        const bar = Math.min(0.62 * step, 30);
        const mark = Math.min(0.86 * step, 38);
        if ((!isLine || isRunning) && value !== null && value > 0) {
          const box = [middle - bar / 2, y(value), bar, bottom - y(value)] as const;
          if (isRunning) paper.hatched(...box, COLORS["--chart"], COLORS["--chart-soft"]);
          else paper.rect(...box, COLORS["--chart"]);
        }
        if (!isLine && previous !== null)
          paper.rect(middle - mark / 2, y(previous) - 0.7, mark, 1.4, COLORS["--compare"]);
      }
      for (const { i, text } of labelsOf(numbers, points, 7, say)) {
        const x = middleOf(i, points);
        const align = x < 8 ? "left" : x > 92 ? "right" : "center";
        const edge = align === "left" ? left : align === "right" ? RIGHT : at(x);
        paper.text(text ?? words.today, edge, bottom + 13, { size: 8, color: DIM, align });
      }
    },
    labelOf(view),
  );
  let x = LEFT;
  const key = (text: string, mark: (x: number) => void) => {
    mark(x);
    paper.text(text, x + 13, bottom + 32, { size: 8, color: DIM });
    x += 13 + paper.widthOf(text, { size: 8 }) + GAP;
  };
  paper.block("P", () => {
    key(daysInWords(numbers, view), (left) => paper.rect(left, bottom + 25, 8, 8, COLORS["--chart"]));
    if (numbers.previous !== null && points.some(({ previous }) => previous !== null)) {
      key(daysInWords(numbers.previous, view), (left) => paper.rect(left, bottom + 28.5, 9, 1.4, COLORS["--compare"]));
    }
    if (running) {
      const until = words.until(say.time(now));
      const text = numbers.interval === "day" ? `${words.today}, ${until}` : until;
      key(text, (left) => paper.hatched(left, bottom + 25, 8, 8, COLORS["--chart"], COLORS["--chart-soft"]));
    }
    if (since !== null) paper.text(words.createdOn(say.utcDayOfYear(since)), x, bottom + 32, { size: 8, color: DIM });
  });
}
