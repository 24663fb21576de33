import { Card } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { inWords } from "../formats.ts";
import classes from "./heat-map.module.css";
import { heat as words } from "./words.ts";

const HOURS = 24;
const STEPS = 5;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -HOURS, ArrowDown: HOURS };

/** 0 for nothing, 5 for most. */
const shadeOf = (count: number, top: number): number => Math.ceil((STEPS * count) / top);

/** The hour of the week with most scans, from Monday 00:00; null without scans. */
export function busiestHour(byHour: readonly number[]): number | null {
  const top = Math.max(...byHour);
  return top === 0 ? null : byHour.indexOf(top);
}

/** Scans by hour and day of the week. The arrow keys move through the cells. */
export function HeatMap({ byHour }: { byHour: readonly number[] }) {
  const top = Math.max(1, ...byHour);
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() => busiestHour(byHour) ?? 0);
  const [isShown, show] = useState(false);
  function move(event: KeyboardEvent): void {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = at + step;
    if (next < 0 || next >= byHour.length) return;
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus();
  }
  const sayAt = words.cell(Math.floor(at / HOURS), at % HOURS, byHour[at] ?? 0);
  return (
    <Card component="section" aria-label={words.title} className={classes.card}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <span className={classes.scale} aria-hidden>
          {isShown ? (
            sayAt
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cells take the focus, this only moves it */}
      <div ref={grid} className={classes.grid} onKeyDown={move} onPointerLeave={() => show(false)}>
        {byHour.map((count, i) => {
          const [day, hour] = [Math.floor(i / HOURS), i % HOURS];
          return [
            hour === 0 && (
              <span key={`day ${day}`} className={classes.day} aria-hidden>
                {inWords.weekday(day)}
              </span>
            ),
            <span
              key={i}
              role="img"
              tabIndex={i === at ? 0 : -1}
              className={classes.cell}
              data-hour={i}
              data-shade={shadeOf(count, top)}
              aria-label={words.cell(day, hour, count)}
              onFocus={() => {
                setAt(i);
                show(true);
              }}
              onBlur={() => show(false)}
              onPointerEnter={() => {
                setAt(i);
                show(true);
              }}
            />,
          ];
        })}
        <span />
        {Array.from({ length: HOURS }, (_, hour) => (
          <span key={hour} className={classes.hour} aria-hidden>
            {hour % 3 === 0 && hour}
          </span>
        ))}
      </div>
    </Card>
  );
}
