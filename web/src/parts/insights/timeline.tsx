import { type KeyboardEvent, useRef, useState } from "react";
import { countTicks, labelWidth } from "../../../../src/insights/chart/axis.ts";
import { isDrawnAsLine, labelsOf, linesOf, middleOf } from "../../../../src/insights/chart/drawing.ts";
import { dayIn, type Range } from "../../../../src/insights/chart/period.ts";
import { type Point, pointsOf, previousDay, type Series } from "../../../../src/insights/chart/points.ts";
import type { Insights } from "../../api/insights.ts";
import { inWords, inZone } from "../formats.ts";
import { Icon } from "../icon.tsx";
import { useIsNarrow } from "../narrow.ts";
import { Flags } from "./flags.tsx";
import { type Change, placeChanges } from "./marks.ts";
import classes from "./timeline.module.css";
import { chart as words } from "./words.ts";

interface TimelineProps {
  insights: Insights;
  series: Series;
  /** Shows some days alone. */
  showOnly: (range: Range) => void;
  /** The first day with data, if the period began before. */
  since?: string | undefined;
  changes?: Change[];
  /** What is below a flag when it is open. */
  openChange?: (changes: Change[]) => React.ReactNode;
}

const between = (points: Point[], top: number, of: "value" | "previous"): string[][] =>
  linesOf(points, of).map((part) => part.map(([x, value]) => `${x},${100 - (100 * value) / top}`));

/**
 * Scans or visitors over time. Positions are in per cent and labels in HTML, so that nothing is stretched. Each bar is a
 * button that shows its days alone; the arrow keys move between them.
 */
export function Timeline({ insights, series, showOnly, since, changes = [], openChange }: TimelineProps) {
  const isNarrow = useIsNarrow("small");
  const now = Date.now();
  const { interval, timezone } = insights;
  const points = pointsOf(insights, series, now);
  const largest = Math.max(0, ...points.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]));
  const levels = countTicks(largest);
  const top = levels.at(-1)!;
  const middle = (i: number) => middleOf(i, points);
  const isLine = isDrawnAsLine(interval, points);
  const placed = placeChanges(changes, points, middle);
  const axis = { "--axis-width": `${labelWidth(levels.map(inWords.number)) + 10}px` } as React.CSSProperties;
  const running = points.find(({ isRunning }) => isRunning);
  return (
    <>
      <div className={classes.chart} style={axis}>
        <div className={classes.plot} data-series={series} data-interval={interval}>
          {levels.map((level) => (
            <div key={level} className={classes.level} data-level style={{ bottom: `${(100 * level) / top}%` }}>
              <span>{inWords.number(level)}</span>
            </div>
          ))}
          {placed.map(({ at }, i) => (
            <i key={i} className={classes.upright} style={{ left: `${at}%` }} data-change />
          ))}
          {isLine && (
            <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
              {between(points, top, "value").map((part) => (
                <g key={part[0]}>
                  <polygon
                    points={`${part[0]!.split(",")[0]},100 ${part.join(" ")} ${part.at(-1)!.split(",")[0]},100`}
                  />
                  <polyline points={part.join(" ")} />
                </g>
              ))}
              {between(points, top, "previous").map((part) => (
                <polyline key={part[0]} points={part.join(" ")} data-previous />
              ))}
            </svg>
          )}
          <Columns {...{ insights, series, points, middle, top, isLine, showOnly }} />
        </div>
        <div className={classes.days} aria-hidden>
          <Labels insights={insights} points={points} middle={middle} most={isNarrow ? 4 : 8} />
        </div>
        {placed.length > 0 && openChange && <Flags changes={placed} nearest={isNarrow ? 26 : 9} open={openChange} />}
      </div>
      <div className={classes.key}>
        <span>
          <i className={classes.swatch} />
          {inWords.utcRange(insights.from, insights.to, dayIn(timezone, now))}
        </span>
        {insights.previous && series === "scans" && (
          <span>
            <i className={classes.mark} />
            {inWords.utcRange(insights.previous.from, insights.previous.to, dayIn(timezone, now))}
          </span>
        )}
        {running && (
          <span>
            <i className={classes.swatch} data-running />
            {(interval === "day" ? words.soFar : words.runningNow)(inZone(timezone).time(now))}
          </span>
        )}
        {placed.length > 0 && (
          <span>
            <Icon name="flag" size={12} />
            {words.change}
          </span>
        )}
        {since && <span>{words.since(inWords.utcDayOfYear(since))}</span>}
        <span className={classes.zone}>{timezone}</span>
      </div>
    </>
  );
}

/** "Thursday, 29 Oct", "Week of 26 Oct", "October 2026" or "29 Oct, 14:00". */
function nameOf({ interval, timezone }: Insights, { start, day }: Point): string {
  if (interval === "hour") return `${inWords.utcShortWeekday(day)}, ${inZone(timezone).time(Date.parse(start))}`;
  if (interval === "week") return words.weekOf(inWords.utcDay(day));
  return interval === "month" ? inWords.utcMonthOfYear(day) : inWords.utcWeekday(day);
}

function shortNameOf({ interval, timezone }: Insights, { start }: Point, day: string): string {
  if (interval === "hour") return `${inWords.utcShortWeekday(day)}, ${inZone(timezone).time(Date.parse(start))}`;
  return interval === "month" ? inWords.utcMonthOfYear(day) : inWords.utcShortWeekday(day);
}

interface LabelsProps {
  insights: Insights;
  points: Point[];
  middle: (i: number) => number;
  most: number;
}

/** Centred below its point, but inside the plot at both ends. */
const inside = (x: number): number => Math.max(0, Math.min(x * 5, 50)) + Math.max(0, (x - 90) * 5);

function Labels({ insights, points, middle, most }: LabelsProps) {
  return labelsOf(insights, points, most, inZone(insights.timezone)).map(({ i, text }) => {
    const x = middle(i);
    const now = text === null || undefined;
    return (
      <span key={i} style={{ left: `${x}%`, transform: `translateX(-${inside(x)}%)` }} data-now={now}>
        {text ?? words.today}
      </span>
    );
  });
}

interface ColumnsProps {
  insights: Insights;
  series: Series;
  points: Point[];
  middle: (i: number) => number;
  top: number;
  isLine: boolean;
  showOnly: (range: Range) => void;
}

/** A button for each point, with its bar and the mark of the period before. One is in the tab order. */
function Columns({ insights, series, points, middle, top, isLine, showOnly }: ColumnsProps) {
  const group = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<number | null>(null);
  // Where a finger is: the first tap shows the figures, the second one only these days.
  const tapped = useRef<number | null>(null);
  const last = points.length - 1;
  // The period may have become shorter.
  const at = chosen === null ? null : Math.min(chosen, last);
  const said = (point: Point): string => {
    const day = previousDay(insights, point.day);
    const before =
      day === null || point.previous === null ? null : words.before(shortNameOf(insights, point, day), point.previous);
    return words.said(nameOf(insights, point), words.value(series, point.value), point.isRunning, before);
  };
  function move(event: KeyboardEvent): void {
    const from = at ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") choose(null);
    if (to === undefined) return;
    event.preventDefault();
    group.current?.querySelectorAll<HTMLElement>("button")[Math.max(0, Math.min(last, to))]?.focus();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid over the plot
    <div
      ref={group}
      role="group"
      aria-label={words.label(series, insights.interval)}
      className={classes.columns}
      onKeyDown={move}
      onPointerLeave={() => choose(null)}
    >
      {points.map((point, i) => (
        <button
          key={point.start}
          type="button"
          className={classes.column}
          style={{ left: `${(100 * i) / points.length}%`, width: `${100 / points.length}%` }}
          tabIndex={i === (at ?? last) ? 0 : -1}
          aria-label={said(point)}
          data-start={point.start}
          data-running={point.isRunning || undefined}
          data-chosen={i === at || undefined}
          data-inert={point.range === null || undefined}
          onFocus={() => choose(i)}
          onBlur={() => choose(null)}
          onPointerMove={() => choose(i)}
          onPointerDown={({ pointerType }) => {
            tapped.current = pointerType === "touch" && i !== at ? i : null;
          }}
          onClick={() => {
            if (tapped.current === i) choose(i);
            else if (point.range) showOnly(point.range);
          }}
        >
          {(!isLine || point.isRunning) && point.value !== null && (
            <i className={classes.bar} style={{ height: `${(100 * point.value) / top}%` }} data-bar />
          )}
          {!isLine && point.previous !== null && (
            <i className={classes.before} style={{ bottom: `${(100 * point.previous) / top}%` }} data-before />
          )}
        </button>
      ))}
      {at !== null && <Tip {...{ insights, series }} point={points[at]!} at={middle(at)} />}
    </div>
  );
}

/** Moves with the point, so that it stays inside the plot. */
function Tip({ insights, series, point, at }: { insights: Insights; series: Series; point: Point; at: number }) {
  const before = previousDay(insights, point.day);
  return (
    <div className={classes.tip} data-tip aria-hidden style={{ left: `${at}%`, transform: `translate(-${at}%, -8px)` }}>
      <span>{nameOf(insights, point)}</span>
      <dl>
        <dt>
          <i className={classes.swatch} data-running={point.isRunning || undefined} />
          {words.series[series]}
        </dt>
        <dd>{point.value === null ? words.noneYet : inWords.number(point.value)}</dd>
        {before !== null && point.previous !== null && (
          <>
            <dt>
              <i className={classes.mark} />
              {shortNameOf(insights, point, before)}
            </dt>
            <dd data-before>{inWords.number(point.previous)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
