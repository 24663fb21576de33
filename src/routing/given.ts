/** Routing as a caller sends it, and as it is kept. */
import type { Static } from "typebox";
import { readTime, timestamp } from "../shared/days.ts";
import { createToken } from "../shared/ids.ts";
import { zoneName } from "../shared/zones.ts";
import { afterwardsOf, type GivenAfterwards } from "./afterwards.ts";
import type { Routing } from "./routing.ts";
import type { Example, GivenVisit, givenRule, givenVariant, When } from "./shape.ts";

export interface GivenRouting {
  startsAt: string | null;
  rules: Static<typeof givenRule>[];
  split: { variants: Static<typeof givenVariant>[] } | null;
  afterwards: GivenAfterwards | null;
  passQuery: boolean;
  passScanId: boolean;
  examples: Example[];
}

const timeOf = (text: string): string => timestamp(readTime(text));
const hasValues = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value !== "object" || value === null || Object.keys(value).length > 0;

/** Without empty conditions. Weekdays and hours keep the zone that they were set in, by its usual name. */
function whenOf(given: When, zone: string): When {
  const { timezone, from, until, country, ...rest } = given;
  const isLocal = (given.weekdays ?? []).length > 0 || given.hours !== undefined;
  const when: When = {
    ...rest,
    ...(country && { country: country.map((code) => (code.length === 2 ? code.toUpperCase() : code)) }),
    ...(from !== undefined && { from: timeOf(from) }),
    ...(until !== undefined && { until: timeOf(until) }),
  };
  const set = Object.entries(when).filter(([, value]) => value !== undefined && hasValues(value));
  return { ...Object.fromEntries(set), ...(isLocal && { timezone: zoneName(timezone ?? zone) ?? zone }) };
}

const visitOf = ({ at, ...visit }: GivenVisit): GivenVisit => ({
  ...visit,
  ...(at !== undefined && { at: timeOf(at) }),
});

/** Of a valid one; `zone`: the workspace's. */
export function keptRouting(given: GivenRouting, zone: string): Routing {
  const { startsAt, rules, split, afterwards, examples, passQuery, passScanId } = given;
  return {
    startsAt: startsAt === null ? null : timeOf(startsAt),
    rules: rules.map(({ id = createToken(), name, when, to }) => ({ id, name, when: whenOf(when, zone), to })),
    split: split && {
      variants: split.variants.map(({ id = createToken(), name, to, weight }) => ({ id, name, to, weight })),
    },
    afterwards: afterwardsOf(afterwards),
    passQuery,
    passScanId,
    examples: examples.map(({ visit, to }) => ({ visit: visitOf(visit), to })),
  };
}
