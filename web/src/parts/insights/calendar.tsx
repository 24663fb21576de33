import "@mantine/dates/styles.css";
import { DatePicker } from "@mantine/dates";
import { useState } from "react";
import type { Range } from "../../../../src/insights/chart/period.ts";
import classes from "./calendar.module.css";
import { period as words } from "./words.ts";

interface CalendarProps {
  range: Range;
  today: string;
  months: number;
  choose: (range: Range) => void;
}

/** Chooses the first and the last day. Loaded when needed: see `period-picker.tsx`. */
export default function Calendar({ range, today, months, choose }: CalendarProps) {
  const [days, setDays] = useState<[string | null, string | null]>([range.from, range.to]);
  // The last months up to the range's end, so that both of its ends can be seen.
  const [shown, show] = useState(() => {
    const [year, month] = range.to.split("-").map(Number) as [number, number];
    return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10);
  });
  return (
    <DatePicker
      type="range"
      className={classes.calendar}
      aria-label={words.calendar}
      value={days}
      date={shown}
      onDateChange={show}
      maxDate={today}
      numberOfColumns={months}
      firstDayOfWeek={1}
      allowSingleDateInRange
      hideOutsideDates
      highlightToday
      ariaLabels={{ previousMonth: words.previousMonth, nextMonth: words.nextMonth }}
      onChange={([from, to]) => {
        setDays([from, to]);
        if (from && to) choose({ from, to });
      }}
    />
  );
}
