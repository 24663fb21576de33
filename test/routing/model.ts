/** A plain model of rules, which shares no code with them, and random rules and visits for both. */
import fc from "fast-check";
import type { Rule, Visitor, When } from "../../src/routing/shape.ts";

const NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const formats = new Map<string, Intl.DateTimeFormat>();
const walls = new Map<string, { weekday: number; minute: number }>();

/** By Intl, which has its own reading of the zones. */
function wall(zone: string, at: number): { weekday: number; minute: number } {
  const known = walls.get(`${zone} ${at}`);
  if (known) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const found = {
    weekday: NAMES.indexOf(parts.get("weekday")!) + 1,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
  walls.set(`${zone} ${at}`, found);
  return found;
}

function holdsAt(when: When, at: number): boolean {
  if (when.from && new Date(at) < new Date(when.from)) return false;
  if (when.until && new Date(at) >= new Date(when.until)) return false;
  if (!when.weekdays && !when.hours) return true;
  const { weekday, minute } = wall(when.timezone ?? "UTC", at);
  const [from, to] = [when.hours?.from ?? "00:00", when.hours?.to ?? "24:00"].map(
    (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  ) as [number, number];
  const yesterday = ((weekday + 5) % 7) + 1;
  const days = when.weekdays ?? [1, 2, 3, 4, 5, 6, 7];
  // Each minute belongs to the window that began today, or to one that began yesterday and passed midnight.
  const length = from < to ? to - from : 1440 - from + to;
  const began = (day: number, ago: number) => days.includes(day) && ago >= 0 && ago < length;
  return began(weekday, minute - from) || began(yesterday, minute + 1440 - from);
}

/** Of these tags the one that RFC 4647 finds, one range after the other. */
function bestOf(accepted: string, tags: string[]): string | undefined {
  const wanted = accepted
    .split(",")
    .map((part) => part.trim().split(";q="))
    .map(([range = "", q = "1"], i) => ({ range: range.toLowerCase(), q: Number(q), i }))
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q || a.i - b.i);
  for (const { range } of wanted) {
    const parts = range.split("-");
    for (let length = parts.length; length > 0; length--) {
      const cut = parts.slice(0, length).join("-");
      if (tags.includes(cut)) return cut;
    }
  }
  return undefined;
}

/** The index of the rule that a visit matches; -1: none. */
export function modelled(rules: readonly Rule[], visitor: Visitor, at: number): number {
  const tags = rules.flatMap(({ when }) => (when.language ?? []).map((tag) => tag.toLowerCase()));
  const best = bestOf(visitor.language, tags);
  return rules.findIndex(({ when }) => {
    const isIn = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value);
    return (
      isIn(when.device, visitor.device) &&
      isIn(when.os, visitor.os) &&
      isIn(when.browser, visitor.browser) &&
      isIn(when.country, visitor.country) &&
      isIn(when.placement, visitor.placement) &&
      (!when.language?.length || when.language.some((tag) => tag.toLowerCase() === best)) &&
      Object.entries(when.query ?? {}).every(([name, value]) => visitor.query[name] === value) &&
      holdsAt(when, at)
    );
  });
}

export const VALUES = {
  device: ["mobile", "tablet", "desktop"],
  os: ["iOS", "Android"],
  browser: ["Safari", "Chrome"],
  country: ["DE", "FR", "US"],
  placement: ["none", "a", "b"],
} as const;
export const TAGS = ["de", "en", "pt-BR", "zh-Hant"];
const RANGES = ["de-AT", "en-US", "en", "fr", "pt-BR", "pt", "zh-Hant-TW", "zh"];
export const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
const START = Date.UTC(2026, 2, 1);
const WEEKS = 40;

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});
const instant = fc.integer({ min: 0, max: WEEKS * 7 * 96 }).map((quarter) => START + quarter * 900_000);
const time = instant.map((ms) => new Date(ms).toISOString());

const hours = fc
  .record({ from: clock, to: fc.oneof(clock, fc.constant("24:00")) })
  .filter(({ from, to }) => from !== to);

export const whens = (zones: readonly string[]): fc.Arbitrary<When> =>
  fc
    .record(
      {
        device: some(VALUES.device),
        os: some(VALUES.os),
        browser: some(VALUES.browser),
        country: some(VALUES.country),
        placement: some(VALUES.placement),
        language: some(TAGS),
        weekdays: some([1, 2, 3, 4, 5, 6, 7]),
        hours,
        from: time,
        until: time,
        query: fc.dictionary(fc.constantFrom("t", "v"), fc.constantFrom("1", "2"), { minKeys: 1 }),
        timezone: fc.constantFrom(...zones),
      },
      { requiredKeys: ["timezone"] },
    )
    // Most rules have one or two conditions.
    .chain((when) => some(Object.keys(when)).map((kept) => pick(when, kept.slice(0, 3))))
    .filter(({ from, until }) => from === undefined || until === undefined || from < until);

const pick = (when: When, kept: readonly string[]): When => ({
  ...Object.fromEntries(Object.entries(when).filter(([name]) => kept.includes(name))),
  ...(when.timezone !== undefined && { timezone: when.timezone }),
});

export const ruleLists = (zones: readonly string[], maxLength: number): fc.Arbitrary<Rule[]> =>
  fc
    .array(whens(zones), { maxLength })
    .map((all) => all.map((when, i) => ({ id: `r${i}`, name: `Rule ${i}`, when, to: `https://example.com/${i}` })));

const header = fc
  .array(fc.tuple(fc.constantFrom(...RANGES), fc.constantFrom("", ";q=0.9", ";q=0.5", ";q=0")), { maxLength: 4 })
  .map((parts) => parts.map((part) => part.join("")).join(", "));

export const visits: fc.Arbitrary<{ visitor: Visitor; at: number }> = fc.record({
  visitor: fc.record({
    device: fc.constantFrom(...VALUES.device, "Unknown"),
    os: fc.constantFrom(...VALUES.os, "Windows"),
    browser: fc.constantFrom(...VALUES.browser, "Firefox"),
    country: fc.constantFrom(...VALUES.country, "Unknown"),
    placement: fc.constantFrom(...VALUES.placement, "c"),
    language: header,
    query: fc.dictionary(fc.constantFrom("t", "v"), fc.constantFrom("1", "2", "3")),
  }),
  at: instant.map((ms) => ms + 60_000),
});
