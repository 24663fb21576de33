/** Axis ticks: evenly spaced, on round numbers. */
const DAY_STEPS = [1, 2, 7, 14, 30, 60, 90];

/** From zero to the first tick at or above the largest value. */
export function countTicks(largest: number): number[] {
  const rough = Math.max(1, largest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough)! * power;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

/** At most `most` days, counted back from the last. */
export function dayTicks(dates: string[], most: number): string[] {
  const step = DAY_STEPS.find((days) => dates.length / days <= most) ?? DAY_STEPS.at(-1)!;
  return dates.filter((_, i) => (dates.length - 1 - i) % step === 0);
}

/** Leaves out days before the code was created. */
export function sinceCreation<Day extends { date: string; scans: number }>(days: Day[], createdAt: string): Day[] {
  const first = days.findIndex(({ date, scans }) => date >= createdAt.slice(0, 10) || scans > 0);
  return first < 0 ? days : days.slice(first);
}

/** When the UTC days begin, for a viewer elsewhere; null where it is midnight, or changes among them. */
export function utcDayStart(days: readonly { date: string }[]): number | null {
  const offsets = new Set(days.map(({ date }) => new Date(date).getTimezoneOffset()));
  // Daylight saving time begins or ends within the period.
  return offsets.size !== 1 || offsets.has(0) ? null : Date.parse(days[0]!.date);
}

/** Groups marks that are closer than `nearest`. */
export function groupNear<Mark extends { at: number }>(marks: Mark[], nearest: number): Mark[][] {
  const places: Mark[][] = [];
  for (const mark of marks) {
    const place = places.at(-1);
    if (place && mark.at - place[0]!.at < nearest) place.push(mark);
    else places.push([mark]);
  }
  return places;
}

/** The year is shown where a new one begins, and never if all days are in one year. */
export function hasYear(date: string, ticks: readonly string[]): boolean {
  const years = ticks.map((tick) => tick.slice(0, 4));
  if (years[0] === years.at(-1)) return false;
  const at = ticks.indexOf(date);
  return years[at] !== years[at - 1];
}

/** The width of the longest label at 12 pixels. */
export const labelWidth = (labels: string[]): number =>
  Math.ceil(Math.max(...labels.map((label) => label.length)) * 7.2);

export const PERIODS = [7, 30, 90, 365];
const USUAL = 30;

/** The period in the query string, or the default if it is not one of ours. */
export function periodOf(days: string | null): number {
  return PERIODS.find((period) => String(period) === days) ?? USUAL;
}
