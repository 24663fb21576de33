import { inWords } from "../formats.ts";
import { heat, filter as words } from "./words.ts";

/** More parts are not listed. */
const MAX_PARTS = 3;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 7 }, (_, day) => day);

export const hoursOfDay = (day: number): number[] => HOURS.map((hour) => day * 24 + hour);
/** The same hour of each day. */
export const hourOfDays = (hour: number): number[] => DAYS.map((day) => day * 24 + hour);

/** Hours of the week in words: "Mon, Tue", "12:00 every day" or "Sat 10:00–14:00". */
export function hoursInWords(hours: readonly number[]): string {
  const chosen = new Set(hours);
  const take = (some: number[]): boolean => {
    const isWhole = some.every((hour) => chosen.has(hour));
    if (isWhole) for (const hour of some) chosen.delete(hour);
    return isWhole;
  };
  const days = DAYS.filter((day) => take(hoursOfDay(day)));
  const times = HOURS.filter((hour) => take(hourOfDays(hour)));
  const runs: [number, number][] = [];
  for (const hour of [...chosen].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === hour - 1 && hour % 24 !== 0) last[1] = hour;
    else runs.push([hour, hour]);
  }
  const parts = [
    ...days.map((day) => inWords.weekday(day)),
    ...times.map(words.everyDay),
    ...runs.map(([first, last]) => heat.run(first, last)),
  ];
  return parts.length > MAX_PARTS ? words.hours(hours.length) : parts.join(", ");
}
