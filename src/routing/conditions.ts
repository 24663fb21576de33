/** The conditions of rules: prepared once, then tested for each visit. */
import { NO_PLACEMENT } from "../scans/filter.ts";
import { lookUpLanguage } from "./language.ts";
import { localTime } from "./local-time.ts";
import type { Visitor, When } from "./shape.ts";

export const NAMED_FIELDS = ["device", "os", "browser", "country", "placement"] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

export const DAY_MINUTES = 24 * 60;

export type TimeConditions = Pick<When, "weekdays" | "hours" | "timezone" | "from" | "until">;

/** A visit as conditions see it. */
export interface Moment {
  visitor: Visitor;
  at: number;
  /** The language that suits best among those of all rules; null: none. */
  language: string | null;
}

export interface Condition {
  field: keyof When;
  holds: (moment: Moment) => boolean;
  /** Why it does not hold. */
  because: (moment: Moment) => string;
}

export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The tags of all rules, in lower case. */
export const languagesOf = (rules: readonly { when: When }[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ when }) => (when.language ?? []).map((tag) => tag.toLowerCase())));

export const languageOf = (accepted: string, tags: ReadonlySet<string>): string | null =>
  tags.size === 0 ? null : lookUpLanguage(accepted, tags);

/** Weekdays and hours. */
function isInHours({ weekdays, hours, timezone = "UTC" }: TimeConditions, at: number): boolean {
  if (weekdays === undefined && hours === undefined) return true;
  const { weekday, minute } = localTime(timezone, at);
  const from = hours === undefined ? 0 : minuteOf(hours.from);
  const to = hours === undefined ? DAY_MINUTES : minuteOf(hours.to);
  const isOn = (day: number) => weekdays === undefined || weekdays.includes(day);
  if (from < to) return minute >= from && minute < to && isOn(weekday);
  return (minute >= from && isOn(weekday)) || (minute < to && isOn(weekday === 1 ? 7 : weekday - 1));
}

export const isInTime = (when: TimeConditions, at: number): boolean =>
  (when.from === undefined || at >= Date.parse(when.from)) &&
  (when.until === undefined || at < Date.parse(when.until)) &&
  isInHours(when, at);

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const list = (values: readonly string[]): string =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;

/** `Wednesday 14:05 in Europe/Berlin` */
function timeText(zone: string, at: number): string {
  const { weekday, minute } = localTime(zone, at);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return `${DAYS[weekday - 1]} ${two(minute / 60)}:${two(minute % 60)} in ${zone}`;
}

function named(field: NamedField, values: readonly string[]): Condition {
  const wanted = new Set(values);
  const shown = (value: string) => (value === NO_PLACEMENT ? "the code's own link" : value);
  return {
    field,
    holds: ({ visitor }) => wanted.has(visitor[field]),
    because: ({ visitor }) => `The ${field} is ${shown(visitor[field])}, not ${list(values.map(shown))}.`,
  };
}

function language(values: readonly string[]): Condition {
  const wanted = new Set(values.map((tag) => tag.toLowerCase()));
  return {
    field: "language",
    holds: (moment) => moment.language !== null && wanted.has(moment.language),
    because: (moment) =>
      moment.language === null
        ? `None of the visitor's languages is ${list(values)}.`
        : `The language that suits best is ${moment.language}, not ${list(values)}.`,
  };
}

function hours(when: TimeConditions): Condition {
  const { weekdays, timezone = "UTC" } = when;
  const days = weekdays === undefined ? [] : [`on ${list(weekdays.map((day) => DAYS[day - 1]!))}`];
  const times = when.hours === undefined ? [] : [`from ${when.hours.from} to ${when.hours.to}`];
  return {
    field: when.hours === undefined ? "weekdays" : "hours",
    holds: ({ at }) => isInHours(when, at),
    because: ({ at }) => `It is ${timeText(timezone, at)}; the rule holds ${[...days, ...times].join(" ")}.`,
  };
}

function parameter(name: string, value: string): Condition {
  const own = (visitor: Visitor) => (Object.hasOwn(visitor.query, name) ? visitor.query[name] : undefined);
  return {
    field: "query",
    holds: ({ visitor }) => own(visitor) === value,
    because: ({ visitor }) =>
      own(visitor) === undefined
        ? `The address has no parameter ${name}=${value}.`
        : `The parameter ${name} is ${own(visitor)}, not ${value}.`,
  };
}

export function conditionsOf(when: When): Condition[] {
  const { from, until } = when;
  const conditions: Condition[] = [];
  for (const field of NAMED_FIELDS) {
    const values = when[field];
    if (values !== undefined && values.length > 0) conditions.push(named(field, values));
  }
  if (when.language !== undefined && when.language.length > 0) conditions.push(language(when.language));
  if (when.weekdays !== undefined || when.hours !== undefined) conditions.push(hours(when));
  if (from !== undefined) {
    const start = Date.parse(from);
    conditions.push({ field: "from", holds: ({ at }) => at >= start, because: () => `The rule begins ${from}.` });
  }
  if (until !== undefined) {
    const end = Date.parse(until);
    conditions.push({ field: "until", holds: ({ at }) => at < end, because: () => `The rule ended ${until}.` });
  }
  for (const [name, value] of Object.entries(when.query ?? {})) conditions.push(parameter(name, value));
  return conditions;
}
