/**
 * Rules that no visit can reach, because every visit that they match matches an earlier one. Values that no rule names are
 * one more value, "others". Times are told apart by which rules hold at them.
 */
import { DAY_MS } from "../shared/days.ts";
import { DAY_MINUTES, isInTime, languagesOf, minuteOf, NAMED_FIELDS, type TimeConditions } from "./conditions.ts";
import { stretchOf } from "./local-time.ts";
import type { Rule, When } from "./shape.ts";

/** Of each dimension the values that a rule admits, as bits. */
type Box = readonly bigint[];

/** Beyond these a rule counts as reachable: none is refused by mistake. */
const MAX_STEPS = 200_000;
const MAX_TIMES = 20_000;

const YEAR_DAYS = 372;
const WEEKS_DAYS = 15;

const setOf = <T>(values: readonly T[], isIn: (value: T) => boolean): bigint =>
  values.reduce((bits, value, i) => (isIn(value) ? bits | (1n << BigInt(i)) : bits), 0n);

/** One bit for each value that some rule names, and one for all others. */
function valuesDimension(rules: readonly Rule[], valuesOf: (when: When) => readonly string[] | undefined): bigint[] {
  const values: (string | null)[] = [...new Set(rules.flatMap(({ when }) => valuesOf(when) ?? [])), null];
  return rules.map(({ when }) => {
    const own = valuesOf(when);
    return own === undefined || own.length === 0
      ? setOf(values, () => true)
      : setOf(values, (value) => value !== null && own.includes(value));
  });
}

/** The minutes of the day at which a condition may change. */
const minutesOf = ({ hours }: TimeConditions): number[] =>
  hours === undefined ? [0] : [0, minuteOf(hours.from), minuteOf(hours.to) % DAY_MINUTES];

/** Moments at which the conditions may change between two times; null: too many. */
function changesBetween(whens: readonly TimeConditions[], from: number, to: number): number[] | null {
  const zones = Map.groupBy(
    whens.filter(({ weekdays, hours }) => weekdays !== undefined || hours !== undefined),
    ({ timezone = "UTC" }) => timezone,
  );
  const times = [from];
  for (const [zone, own] of zones) {
    const minutes = new Set(own.flatMap(minutesOf));
    for (let at = from; at < to; ) {
      const { until, offset } = stretchOf(zone, at);
      const end = Math.min(until, to);
      for (let day = Math.floor((at + offset) / DAY_MS); day * DAY_MS - offset < end; day++) {
        for (const minute of minutes) {
          const time = day * DAY_MS + minute * 60_000 - offset;
          if (time > at && time < end) times.push(time);
        }
      }
      if (times.length > MAX_TIMES) return null;
      times.push(at);
      at = end;
    }
  }
  return times;
}

/** For each rule the distinct times at which it holds; null: too many to tell. */
function timesDimension(rules: readonly Rule[]): bigint[] | null {
  const whens = rules.map(({ when }) => when);
  const bounds = whens.flatMap(({ from, until }) => [from, until]).filter((time) => time !== undefined);
  const zones = new Set(
    whens.flatMap(({ hours, weekdays, timezone = "UTC" }) => (hours || weekdays ? [timezone] : [])),
  );
  // Two zones differ by other hours in summer; in one, every hour of the week comes again within two weeks.
  const days = zones.size > 1 ? YEAR_DAYS : WEEKS_DAYS;
  const sorted = [...new Set(bounds.map((time) => Date.parse(time)))].sort((a, b) => a - b);
  const first = sorted[0] ?? Date.UTC(2026, 0);
  const starts = [first - days * DAY_MS, ...sorted];
  const found = new Map<string, bigint>();
  let count = 0;
  for (const [i, start] of starts.entries()) {
    const end = Math.min(starts[i + 1] ?? Number.POSITIVE_INFINITY, start + days * DAY_MS);
    const changes = changesBetween(whens, start, end);
    count += changes?.length ?? 0;
    if (changes === null || count > MAX_TIMES) return null;
    for (const at of changes) {
      const held = setOf(whens, (when) => isInTime(when, at));
      found.set(String(held), held);
    }
  }
  const times = [...found.values()];
  return rules.map((_, rule) => setOf(times, (held) => ((held >> BigInt(rule)) & 1n) === 1n));
}

/** For each rule what it admits; null if there are too many times to tell. */
function boxesOf(rules: readonly Rule[]): Box[] | null {
  const times = timesDimension(rules);
  if (times === null) return null;
  const parameters = new Set(rules.flatMap(({ when }) => Object.keys(when.query ?? {})));
  const tags = languagesOf(rules);
  const lower = (when: When) => when.language?.map((tag) => tag.toLowerCase());
  const dimensions = [
    times,
    ...NAMED_FIELDS.map((field) => valuesDimension(rules, (when) => when[field])),
    ...(tags.size > 0 ? [valuesDimension(rules, lower)] : []),
    ...[...parameters].map((name) =>
      valuesDimension(rules, ({ query = {} }) => (Object.hasOwn(query, name) ? [query[name]!] : undefined)),
    ),
  ];
  return rules.map((_, rule) => dimensions.map((dimension) => dimension[rule]!));
}

/** Rules in their order that nobody reaches: `isEmpty` without any rule before them. */
export function unreachableRules(rules: readonly Rule[]): { index: number; isEmpty: boolean }[] {
  const boxes = boxesOf(rules);
  if (boxes === null) return [];
  let steps = 0;

  /** Whether each visit in the box is in one of the earlier ones. */
  function isCovered(box: Box, before: readonly Box[]): boolean {
    if (++steps > MAX_STEPS) return false;
    if (box.some((values) => values === 0n)) return true;
    const at = before.findIndex((other) => other.every((values, i) => (values & box[i]!) !== 0n));
    const other = before[at];
    if (other === undefined) return false;
    const rest = before.slice(at + 1);
    const inside = [...box];
    for (const [i, values] of other.entries()) {
      const outside = inside[i]! & ~values;
      if (outside !== 0n && !isCovered(inside.with(i, outside), rest)) return false;
      inside[i] = inside[i]! & values;
    }
    return true;
  }

  return boxes.flatMap((box, index) => {
    steps = 0;
    const isEmpty = box.includes(0n);
    return isEmpty || isCovered(box, boxes.slice(0, index)) ? [{ index, isEmpty }] : [];
  });
}
