import "@mantine/dates/styles.css";
import type { TextInputProps } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import classes from "./insights/calendar.module.css";
import { readDay } from "./read-day.ts";
import { dayField as words } from "./words.ts";

type Given = "label" | "description" | "error" | "required" | "withAsterisk" | "w" | "maw" | "ml" | "onBlur";

export interface DayFieldProps extends Pick<TextInputProps, Given> {
  /** YYYY-MM-DD, or "" for none. */
  value?: string;
  onChange: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string;
}

/** See `day-field.tsx`, which loads it. */
export default function DayInput({ value, onChange, min, ...props }: DayFieldProps) {
  return (
    <DateInput
      {...props}
      value={value || null}
      onChange={(day) => onChange(day ?? "")}
      // One before is refused with a message, not taken back.
      getDayProps={(day) => ({ disabled: min !== undefined && day < min })}
      dateParser={readDay}
      valueFormat="D MMM YYYY"
      placeholder={words.none}
      firstDayOfWeek={1}
      hideOutsideDates
      highlightToday
      clearable={!props.required}
      clearButtonProps={{ "aria-label": words.clear }}
      ariaLabels={{ previousMonth: words.previousMonth, nextMonth: words.nextMonth }}
      popoverProps={{ classNames: { dropdown: classes.calendar } }}
      // Escape closes the calendar, not the window around the field.
      data-mantine-stop-propagation
    />
  );
}
