import { DAY_MS, dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import type { Span } from "../insight-store.ts";

/** UTC days from which on things are kept. */
export interface Marks {
  /** Raw scans. */
  raw: number;
  /** Values by day; earlier ones by month. */
  values: number;
  /** Before this day, the codes have their values also by month. */
  folded: number;
}

/** Scans that are added or taken off. */
export type SignedSpan = Span & { sign: 1 | -1 };

/** Parts of a span: whole UTC days, and pieces of days that are added to them or taken off. */
export interface Parts {
  /** The first and the last whole day; none if the last is before the first. */
  fromDay: number;
  toDay: number;
  edges: SignedSpan[];
  /** Unix ms from which everything is exact; null if all is. */
  exactFrom: number | null;
}

/** `count`: the scans within a part. Of a day that the span divides, the side with fewer scans is read. */
export function partsOf(span: Span, count: (part: Span) => number, marks: Marks): Parts {
  const edges: Parts["edges"] = [];
  const inexact: number[] = [];
  let fromDay = dayOf(span.from);
  let toDay = dayOf(span.to - 1);

  /** Whether the whole day is used. The rest of it is read from raw scans, if there are any. */
  function takesWhole(inside: Span, outside: Span): boolean {
    const [within, without] = [count(inside), count(outside)];
    if (within === 0 || without === 0) return without === 0;
    const isWhole = within >= without;
    if (dayOf(inside.from) < marks.raw) inexact.push(inside.to);
    else edges.push(isWhole ? { ...outside, sign: -1 } : { ...inside, sign: 1 });
    return isWhole;
  }

  if (fromDay === toDay && span.from !== fromDay * DAY_MS && span.to !== (toDay + 1) * DAY_MS) {
    // Less than a day in the middle of one.
    if (count(span) > 0 && fromDay < marks.raw) inexact.push(span.to);
    if (count(span) > 0) edges.push({ ...span, sign: 1 });
    return { fromDay, toDay: fromDay - 1, edges, exactFrom: latest(inexact) };
  }
  const start = fromDay * DAY_MS;
  const end = (toDay + 1) * DAY_MS;
  if (span.from > start) {
    const inside = { from: span.from, to: Math.min(start + DAY_MS, span.to) };
    if (!takesWhole(inside, { from: start, to: span.from })) fromDay++;
  }
  if (span.to < end && fromDay <= toDay) {
    const inside = { from: Math.max(end - DAY_MS, span.from), to: span.to };
    if (!takesWhole(inside, { from: span.to, to: end })) toDay--;
  }
  return { ...withoutFolded({ fromDay, toDay, edges }, count, marks, inexact), exactFrom: latest(inexact) };
}

const latest = (moments: readonly number[]): number | null => (moments.length === 0 ? null : Math.max(...moments));

/** Values of long past days are kept by month, so parts of such months are read from raw scans. */
function withoutFolded(
  parts: Omit<Parts, "exactFrom">,
  count: (part: Span) => number,
  marks: Marks,
  inexact: number[],
): Omit<Parts, "exactFrom"> {
  const edges = [...parts.edges];
  let { fromDay, toDay } = parts;
  const spanOf = (from: number, to: number): Span => ({ from: from * DAY_MS, to: to * DAY_MS });
  const read = (from: number, to: number): void => {
    if (to <= from || count(spanOf(from, to)) === 0) return;
    if (from < marks.raw) inexact.push(to * DAY_MS);
    else edges.push({ ...spanOf(from, to), sign: 1 });
  };
  if (fromDay < marks.values && fromDay !== firstDayOf(monthOf(fromDay))) {
    const next = Math.min(firstDayOf(monthOf(fromDay) + 1), toDay + 1);
    read(fromDay, next);
    fromDay = next;
  }
  const lastMonth = firstDayOf(monthOf(toDay + 1));
  if (toDay + 1 < marks.values && toDay + 1 !== lastMonth && lastMonth >= fromDay) {
    read(lastMonth, toDay + 1);
    toDay = lastMonth - 1;
  }
  return { fromDay, toDay, edges };
}
