/** Days as spreadsheets write them: 2030-12-31, 31.12.2030, 31/12/2030 or 12/31/2030. */
import { dayOf, endOf } from "../editor/expiry.ts";

const ORDERS = ["day first", "month first"] as const;
export type DayOrder = (typeof ORDERS)[number];

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(endOf(text)) === text;

/** Null when there is no such day. With dots, the day is first everywhere. */
function inOrder(text: string, order: DayOrder): string | null {
  const [, first, mark, second, year] = /^(\d\d?)([./])(\d\d?)\2(\d{4})$/.exec(text) ?? [];
  if (first === undefined) return null;
  const isFirst = mark === "." || order === "day first";
  const [day, month] = isFirst ? [first, second!] : [second!, first];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(written) ? written : null;
}

/** In which order a column writes its days; null when both would do, and mean other days. */
export function orderOf(cells: readonly string[]): DayOrder | null {
  const short = cells.filter((cell) => /^\d\d?[./]/.test(cell));
  const [fits, other] = ORDERS.filter((order) => short.every((cell) => inOrder(cell, order)));
  const isSame = short.every((cell) => inOrder(cell, "day first") === inOrder(cell, "month first"));
  return fits !== undefined && (other === undefined || isSame) ? fits : null;
}

export type Day = { day: string } | { problem: string };

/** A day as the service has it, or why not. */
export function readDay(text: string, order: DayOrder | null): Day {
  if (isDay(text)) return { day: text };
  const days = ORDERS.map((each) => inOrder(text, each));
  const day = order ? days[ORDERS.indexOf(order)] : null;
  if (day) return { day };
  return {
    problem: days.some(Boolean)
      ? "could be another day in this column; write it as 2030-12-31"
      : "is not a day; write it as 2030-12-31",
  };
}
