export const PERIODS = [7, 30, 90, 365];
const USUAL = 30;

/** The period that an address asks for; the usual one when it names none of ours. */
export function periodOf(days: string | null): number {
  return PERIODS.find((period) => String(period) === days) ?? USUAL;
}
