/** The marks of a chart's axes: evenly spaced, on round numbers. */
const DAY_STEPS = [1, 2, 7, 14, 30, 60, 90];

/** From zero to the first mark that is no smaller than the largest value. */
export function countTicks(largest: number): number[] {
  const rough = Math.max(1, largest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough)! * power;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

/** At most so many days, counted back from the last. */
export function dayTicks(dates: string[], most: number): string[] {
  const step = DAY_STEPS.find((days) => dates.length / days <= most) ?? DAY_STEPS.at(-1)!;
  return dates.filter((_, i) => (dates.length - 1 - i) % step === 0);
}

/** Without the days on which the code was not there yet. */
export function sinceMade<Day extends { date: string; scans: number }>(days: Day[], createdAt: string): Day[] {
  const first = days.findIndex(({ date, scans }) => date >= createdAt.slice(0, 10) || scans > 0);
  return first < 0 ? days : days.slice(first);
}

/** When the UTC days begin, for a viewer elsewhere; null where it is midnight, or changes among them. */
export function utcDayStart(days: readonly { date: string }[]): number | null {
  const offsets = new Set(days.map(({ date }) => new Date(date).getTimezoneOffset()));
  // Daylight saving begins or ends among them.
  return offsets.size !== 1 || offsets.has(0) ? null : Date.parse(days[0]!.date);
}

/** What stands at least `nearest` apart keeps a place of its own; the rest shares the one before it. */
export function gathered<Mark extends { at: number }>(marks: Mark[], nearest: number): Mark[][] {
  const places: Mark[][] = [];
  for (const mark of marks) {
    const place = places.at(-1);
    if (place && mark.at - place[0]!.at < nearest) place.push(mark);
    else places.push([mark]);
  }
  return places;
}

/** The year stands where a new one begins, and nowhere when all days are of one. */
export function hasYear(date: string, ticks: readonly string[]): boolean {
  const years = ticks.map((tick) => tick.slice(0, 4));
  if (years[0] === years.at(-1)) return false;
  const at = ticks.indexOf(date);
  return years[at] !== years[at - 1];
}

/** Wide enough for the longest label, in figures of 12 pixels. */
export const labelWidth = (labels: string[]): number =>
  Math.ceil(Math.max(...labels.map((label) => label.length)) * 7.2);

export const PERIODS = [7, 30, 90, 365];
const USUAL = 30;

/** The period that an address asks for; the usual one when it names none of ours. */
export function periodOf(days: string | null): number {
  return PERIODS.find((period) => String(period) === days) ?? USUAL;
}
