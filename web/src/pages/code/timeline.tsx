import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { countTicks, dayTicks, groupNear, hasYear, labelWidth, utcDayStart } from "./axes.ts";
import type { Change } from "./history.tsx";
import classes from "./timeline.module.css";
import { chart as words } from "./words.ts";

interface Day {
  date: string;
  scans: number;
}

interface TimelineProps {
  days: Day[];
  changes: Change[];
  /** The code is newer than the start of the period. */
  isCut: boolean;
}

/** Longer periods are drawn as a line. */
const MOST_BARS = 31;
const MOST_LINES = 3;

/**
 * Scans per UTC day. Positions are in per cent and labels in HTML, so that nothing is stretched. Today is incomplete:
 * its bar is hatched, and the line ends before it.
 */
export function Timeline({ days, changes, isCut }: TimelineProps) {
  const isNarrow = useIsNarrow("small");
  const last = days.length - 1;
  const ticks = countTicks(Math.max(...days.map(({ scans }) => scans)));
  const top = ticks.at(-1)!;
  const dates = days.map(({ date }) => date);
  const named = dayTicks(dates, isNarrow ? 4 : 8);
  const middle = (i: number) => (100 * (i + 0.5)) / days.length;
  const dayName = (date: string) => (hasYear(date, named) ? inWords.utcDayOfYear(date) : inWords.utcDay(date));
  const axis = { "--axis-width": `${labelWidth(ticks.map(inWords.number)) + 10}px` } as React.CSSProperties;
  const placed = changes.flatMap((change) => {
    const i = dates.indexOf(change.date);
    return i < 0 ? [] : [{ ...change, at: middle(i) }];
  });
  return (
    <>
      <div className={classes.chart} style={axis}>
        <div className={classes.plot}>
          {ticks.map((tick) => (
            <div key={tick} className={classes.level} data-level style={{ bottom: `${(100 * tick) / top}%` }}>
              <span>{inWords.number(tick)}</span>
            </div>
          ))}
          {placed.map(({ date, at }) => (
            <i key={date} className={classes.upright} style={{ left: `${at}%` }} data-change={date} />
          ))}
          <Explored {...{ days, changes, middle }}>
            {(chosen) => {
              const bars = days.length <= MOST_BARS ? days.keys() : [last];
              return (
                <>
                  {days.length > MOST_BARS && <Line values={days.slice(0, -1)} of={days.length} top={top} />}
                  {[...bars].map((i) => (
                    <i
                      key={i}
                      className={classes.bar}
                      style={{
                        left: `${middle(i)}%`,
                        width: `${62 / days.length}%`,
                        height: `${(100 * days[i]!.scans) / top}%`,
                      }}
                      data-day={days[i]!.date}
                      data-today={i === last || undefined}
                      data-chosen={i === chosen || undefined}
                    />
                  ))}
                </>
              );
            }}
          </Explored>
        </div>
        <div className={classes.days} aria-hidden>
          {named.map((date) => {
            const i = dates.indexOf(date);
            return (
              <span key={date} style={{ left: `${middle(i)}%` }} data-now={i === last || undefined}>
                {i === last ? words.today : dayName(date)}
              </span>
            );
          })}
        </div>
        {placed.length > 0 && <Flags changes={placed} nearest={isNarrow ? 26 : 9} />}
      </div>
      <div className={classes.key}>
        <span>
          <i className={classes.swatch} />
          {words.perDay}
        </span>
        <span>
          <i className={classes.swatch} data-today />
          {words.soFar(days[last]!.scans)}
        </span>
        {placed.length > 0 && (
          <span>
            <Icon name="flag" size={12} />
            {words.changed}
          </span>
        )}
        {isCut && <span>{words.sinceCreated(dates[0]!)}</span>}
        <span className={classes.zone}>{words.utc(utcDayStart(days))}</span>
      </div>
    </>
  );
}

function Line({ values, of, top }: { values: Day[]; of: number; top: number }) {
  const points = values.map(({ scans }, i) => `${((i + 0.5) / of) * 100},${100 - (100 * scans) / top}`).join(" ");
  const from = 50 / of;
  const to = (100 * (values.length - 0.5)) / of;
  return (
    <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polygon points={`${from},100 ${points} ${to},100`} />
      <polyline points={points} />
    </svg>
  );
}

interface ExploredProps {
  days: Day[];
  changes: Change[];
  middle: (i: number) => number;
  children: (chosen: number | null) => React.ReactNode;
}

/** Shows a day's number for the pointer, touch or arrow keys. */
function Explored({ days, changes, middle, children }: ExploredProps) {
  const [chosen, choose] = useState<number | null>(null);
  const last = days.length - 1;
  // The period may have become shorter.
  const at = Math.min(chosen ?? last, last);
  const day = days[at]!;
  const said = words.day(day.date, day.scans, at === last);
  function point({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * days.length))));
  }
  function step(event: KeyboardEvent): void {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") choose(null);
    if (to === undefined) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(last, to)));
  }
  return (
    <div
      className={classes.explored}
      role="slider"
      tabIndex={0}
      aria-label={words.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={said}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => choose(null)}
      onFocus={() => choose(at)}
      onBlur={() => choose(null)}
      onKeyDown={step}
    >
      {chosen !== null && (
        <i className={classes.column} style={{ left: `${middle(at)}%`, width: `${100 / days.length}%` }} />
      )}
      {children(chosen === null ? null : at)}
      {chosen !== null && (
        // Moves with the day, so that it stays inside the plot.
        <div
          className={classes.tip}
          data-tip
          style={{ left: `${middle(at)}%`, transform: `translate(-${middle(at)}%, -8px)` }}
        >
          <b>{said}</b>
          {changes
            .find(({ date }) => date === day.date)
            ?.lines.slice(-MOST_LINES)
            .map((line, i) => (
              <span key={i}>{words.changedTo(line)}</span>
            ))}
        </div>
      )}
    </div>
  );
}

/** Marks below the axis for changes of the destination, which link to the history. Close ones share a mark. */
function Flags({ changes, nearest }: { changes: (Change & { at: number })[]; nearest: number }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("tab", "history");
  return (
    <div className={classes.flags}>
      {groupNear(changes, nearest).map((some) => {
        const versions = some.flatMap(({ versions }) => versions);
        const days = some.map(({ date }) => date);
        const flag = words.flag(versions[0]!, versions.at(-1)!);
        const label = words.flagLabel(
          flag,
          days,
          some.map(({ lines }) => lines.at(-1)!),
        );
        const at = some[0]!.at;
        return (
          <Link
            key={at}
            to={`?${params}`}
            className={classes.flag}
            style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
            aria-label={label}
            title={label}
          >
            <Icon name="flag" size={11} />
            {flag}
          </Link>
        );
      })}
    </div>
  );
}
