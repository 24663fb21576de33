/** The marks of a chart's axes: evenly spaced, on round numbers. */
const DAY_STEPS = [1, 2, 5, 7, 14, 30, 60, 90];

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

/** Wide enough for the longest label, in figures of 12 pixels. */
export const labelWidth = (labels: string[]): number =>
  Math.ceil(Math.max(...labels.map((label) => label.length)) * 7.2);

export const PERIODS = [7, 30, 90, 365];
const USUAL = 30;

/** The period that an address asks for; the usual one when it names none of ours. */
export function periodOf(days: string | null): number {
  return PERIODS.find((period) => String(period) === days) ?? USUAL;
}
