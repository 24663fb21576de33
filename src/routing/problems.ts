/** What a valid shape does not say about routing. */
import type { Code } from "../codes/code.ts";
import { leadsOn } from "../codes/own-share.ts";
import { NO_PLACEMENT } from "../scans/filter.ts";
import { isTime, readTime } from "../shared/days.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { isZone } from "../shared/zones.ts";
import { isBrowserName, isSystemName } from "../visits/agent-names.ts";
import { minuteOf } from "./conditions.ts";
import { unreachableRules } from "./coverage.ts";
import { compileRouting } from "./decide.ts";
import { explain, webAddressOf } from "./explain.ts";
import type { GivenRouting } from "./given.ts";
import type { Routing } from "./routing.ts";
import type { When } from "./shape.ts";

const COUNTRY = /^(?:[a-z]{2}|Unknown)$/i;
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;

type Rules = Record<string, readonly [isRight: (value: string) => boolean, message: string]>;

/** Of the values of conditions. */
const VALUES: Rules = {
  os: [isSystemName, "is not an operating system as in byOs, such as iOS, Android, Windows or macOS"],
  browser: [isBrowserName, "is not a browser as in byBrowser, such as Safari, Chrome or Firefox"],
  country: [(value) => COUNTRY.test(value), "is not a country code such as DE, or Unknown"],
  language: [(value) => LANGUAGE.test(value), "is not a language tag such as de or pt-BR"],
  placement: [(value) => value === NO_PLACEMENT || isUuid(value), "is not the ID of a placement, or none"],
};

function* whenProblems(when: When, field: string): Generator<FieldProblem> {
  for (const [name, [isRight, message]] of Object.entries(VALUES)) {
    const values = when[name as "os"] ?? [];
    for (const [i, value] of values.entries())
      if (!isRight(value)) yield { field: `${field}.${name}.${i}`, message: `${value} ${message}` };
  }
  const { hours, from, until, timezone } = when;
  if (timezone != null && !isZone(timezone))
    yield { field: `${field}.timezone`, message: "must be a time zone such as Europe/Berlin" };
  if (hours !== undefined && minuteOf(hours.from) === minuteOf(hours.to))
    yield { field: `${field}.hours`, message: "must not be empty; 00:00 to 24:00 is the whole day" };
  for (const name of ["from", "until"] as const)
    if (when[name] !== undefined) yield* timeProblems(`${field}.${name}`, when[name]);
  if (from !== undefined && until !== undefined && readTime(until) <= readTime(from))
    yield { field: `${field}.until`, message: "must be later than from" };
}

function* timeProblems(field: string, text: string): Generator<FieldProblem> {
  if (!isTime(readTime(text))) yield { field, message: "must be a time such as 2026-12-24T18:00:00Z" };
}

/** Of each rule and variant by itself. */
export function* partProblems({ startsAt, rules, split, examples }: GivenRouting): Generator<FieldProblem> {
  if (startsAt !== null) yield* timeProblems("startsAt", startsAt);
  const variants = split?.variants ?? [];
  for (const [i, { when }] of rules.entries()) yield* whenProblems(when, `rules.${i}.when`);
  for (const [name, ids] of [
    ["rules", rules.map(({ id }) => id)],
    ["split.variants", variants.map(({ id }) => id)],
  ] as const) {
    for (const [i, id] of ids.entries())
      if (id !== undefined && ids.indexOf(id) < i)
        yield { field: `${name}.${i}.id`, message: "must not be that of another one" };
  }
  const isTimed = rules.some(({ when }) => when.hours || when.weekdays?.length || when.from || when.until);
  for (const [i, { visit }] of examples.entries()) {
    if (visit.at !== undefined) yield* timeProblems(`examples.${i}.visit.at`, visit.at);
    else if (isTimed)
      yield { field: `examples.${i}.visit.at`, message: "must be given, because a rule depends on the time" };
  }
}

/** Rules and variants lead elsewhere than a web address does. */
export const typeProblem = ({ type }: Pick<Code, "type">, given: GivenRouting): FieldProblem[] =>
  leadsOn(type)
    ? []
    : (["rules", "split"] as const).flatMap((field) => {
        const isUsed = field === "rules" ? given.rules.length > 0 : given.split !== null;
        return isUsed ? [{ field, message: `is for codes of type url and social; this one is of type ${type}` }] : [];
      });

/** Of all rules together, whose parts are valid. */
export function* wholeProblems(code: Pick<Code, "type" | "content">, routing: Routing, now: number) {
  const { rules, split, examples } = routing;
  for (const { index, isEmpty } of unreachableRules(rules)) {
    const { name } = rules[index]!;
    const why = isEmpty
      ? "its conditions never hold together"
      : "the rules before it match every visit that it matches";
    yield { field: `rules.${index}`, message: `“${name}” can never be reached: ${why}` };
  }
  const compiled = compileRouting({ ...routing, startsAt: null });
  for (const [i, { visit, to }] of examples.entries()) {
    const found = explain(code, compiled, visit, now);
    const variants = split?.variants.map((variant) => webAddressOf(variant.to)) ?? [];
    if ((found.outcome === "split" ? variants : [found.to]).includes(webAddressOf(to))) continue;
    const where = found.outcome === "split" ? "to a variant of the split" : `to ${found.to ?? "a page"}`;
    const by = rules.find(({ id }) => id === found.rule);
    yield {
      field: `examples.${i}`,
      message: `does not hold: this visit leads ${where}${by ? ` by “${by.name}”` : ""}`,
    };
  }
}

/** The web addresses that it leads to, by their fields. */
export const addressesOf = ({ rules, split }: GivenRouting): { field: string; to: string }[] => [
  ...rules.map(({ to }, i) => ({ field: `rules.${i}.to`, to })),
  ...(split?.variants ?? []).map(({ to }, i) => ({ field: `split.variants.${i}.to`, to })),
];
