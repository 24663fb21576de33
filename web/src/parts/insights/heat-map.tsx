import { Card } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { inWords } from "../formats.ts";
import classes from "./heat-map.module.css";
import { hourOfDays, hoursOfDay } from "./hours.ts";
import { heat as words } from "./words.ts";

const HOURS = 24;
const DAYS = 7;
const STEPS = 5;
/** Days down, hours to the right. The names of the days are before the first hour, those of the hours below the last day. */
const KEYS: Record<string, readonly [days: number, hours: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** 0 for nothing, 5 for most. */
const shadeOf = (count: number, top: number): number => Math.ceil((STEPS * count) / top);

/** The hour of the week with most scans, from Monday 00:00; null without scans. */
export function busiestHour(byHour: readonly number[]): number | null {
  const top = Math.max(...byHour);
  return top === 0 ? null : byHour.indexOf(top);
}

/** A cell, or the name of a day (hour -1) or of an hour (day 7). */
interface Place {
  day: number;
  hour: number;
}

const isSame = (one: Place, other: Place): boolean => one.day === other.day && one.hour === other.hour;

/** The hours of the week that it selects. */
function hoursOf({ day, hour }: Place): number[] {
  if (hour < 0) return hoursOfDay(day);
  return day === DAYS ? hourOfDays(hour) : [day * HOURS + hour];
}

function said(place: Place, byHour: readonly number[]): string {
  const count = hoursOf(place).reduce((sum, hour) => sum + byHour[hour]!, 0);
  const { day, hour } = place;
  if (hour < 0) return words.wholeDay(day, count);
  return day === DAYS ? words.everyDay(hour, count) : words.cell(day, hour, count);
}

interface HeatMapProps {
  byHour: readonly number[];
  /** The hours of the week that are filtered by. */
  chosen: readonly string[];
  /** Adds or removes a filter. */
  toggle: (hours: string[]) => void;
}

/** Scans by hour and day of the week. Each cell, day and hour is a button that filters; the arrow keys move between them. */
export function HeatMap({ byHour, chosen, toggle }: HeatMapProps) {
  const top = Math.max(1, ...byHour);
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Place>(() => {
    const busiest = busiestHour(byHour) ?? 0;
    return { day: Math.floor(busiest / HOURS), hour: busiest % HOURS };
  });
  const [isShown, show] = useState(false);
  // Where a finger is: the first tap shows the number, the second one filters.
  const tapped = useRef(false);
  function move(event: KeyboardEvent): void {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = { day: at.day + step[0], hour: at.hour + step[1] };
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.day} ${next.hour}"]`)?.focus();
  }
  const enter = (place: Place) => {
    setAt(place);
    show(true);
  };
  const button = (place: Place) => {
    const hours = hoursOf(place).map(String);
    return {
      type: "button" as const,
      tabIndex: isSame(place, at) ? 0 : -1,
      "data-place": `${place.day} ${place.hour}`,
      "aria-label": said(place, byHour),
      "aria-pressed": hours.every((hour) => chosen.includes(hour)),
      onFocus: () => enter(place),
      onBlur: () => show(false),
      onPointerEnter: () => enter(place),
      onPointerDown: ({ pointerType }: React.PointerEvent) => {
        tapped.current = pointerType === "touch" && !(isShown && isSame(place, at));
      },
      onClick: () => {
        if (tapped.current) tapped.current = false;
        else toggle(hours);
      },
    };
  };
  return (
    <Card component="section" aria-label={words.title} className={classes.card}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <span className={classes.scale} aria-hidden>
          {isShown ? (
            said(at, byHour)
          ) : (
            <>
              0
              {Array.from({ length: STEPS + 1 }, (_, i) => (
                <i key={i} data-shade={i} />
              ))}
              {words.scale(Math.max(...byHour))}
            </>
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div
        ref={grid}
        role="group"
        aria-label={words.group}
        className={classes.grid}
        onKeyDown={move}
        onPointerLeave={() => show(false)}
      >
        {byHour.map((count, i) => {
          const [day, hour] = [Math.floor(i / HOURS), i % HOURS];
          return [
            hour === 0 && (
              <button key={`day ${day}`} className={classes.day} {...button({ day, hour: -1 })}>
                {inWords.weekday(day)}
              </button>
            ),
            <button
              key={i}
              className={classes.cell}
              data-hour={i}
              data-shade={shadeOf(count, top)}
              {...button({ day, hour })}
            />,
          ];
        })}
        <span />
        {Array.from({ length: HOURS }, (_, hour) => (
          <button key={hour} className={classes.hour} {...button({ day: DAYS, hour })}>
            {hour % 3 === 0 && hour}
          </button>
        ))}
      </div>
    </Card>
  );
}
