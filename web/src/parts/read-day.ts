/** Days as people type them. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** "2026-01-31", "31 Jan 2026" or "January 31, 2026" as 2026-01-31; null for anything else. */
export function readDay(text: string): string | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, first, month, second, year] =
    /^\s*(\d{1,2})?\.?\s*([a-z]{3,})\.?\s*(\d{1,2})?,?\s+(\d{4})\s*$/i.exec(text) ?? [];
  if (month === undefined || (first === undefined) === (second === undefined)) return null;
  return dayOf(Number(year), 1 + MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(first ?? second));
}

/** Null for days that no calendar has. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  const at = Date.parse(`${text}T00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text;
}
