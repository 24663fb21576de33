/** From zero to the first tick at or above the largest value, in even steps of round numbers. */
export function countTicks(largest: number): number[] {
  const rough = Math.max(1, largest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough)! * power;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
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

/** The width of the longest label at 12 pixels. */
export const labelWidth = (labels: string[]): number =>
  Math.ceil(Math.max(...labels.map((label) => label.length)) * 7.2);
