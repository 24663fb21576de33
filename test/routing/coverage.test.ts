import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { unreachableRules } from "../../src/routing/coverage.ts";
import type { Rule, Visitor, When } from "../../src/routing/shape.ts";
import { modelled, ruleLists, TAGS, VALUES, ZONES } from "./model.ts";

const rule = (when: When, i: number): Rule => ({ id: `r${i}`, name: "", when, to: "https://example.com/" });
const unreachable = (...whens: When[]) => unreachableRules(whens.map(rule));

/** Every visit that differs for the rules: all values that a rule names, and another. */
function* everyVisit(rules: readonly Rule[], times: readonly number[]): Generator<{ visitor: Visitor; at: number }> {
  const named = (field: keyof typeof VALUES) =>
    rules.some(({ when }) => when[field]) ? [...VALUES[field], "other"] : ["other"];
  const languages = rules.some(({ when }) => when.language) ? [...TAGS, ""] : [""];
  const parameter = (name: string) => (rules.some(({ when }) => when.query?.[name]) ? ["1", "2", "3"] : ["3"]);
  for (const device of named("device"))
    for (const os of named("os"))
      for (const browser of named("browser"))
        for (const country of named("country"))
          for (const placement of named("placement"))
            for (const language of languages)
              for (const t of parameter("t"))
                for (const v of parameter("v"))
                  for (const at of times)
                    yield { visitor: { device, os, browser, country, placement, language, query: { t, v } }, at };
}

/** Eight days by the hours at which alone these conditions change. */
const WEEK = Array.from({ length: 8 * 3 }, (_, i) => Date.UTC(2026, 5, 1) + i * 8 * 3_600_000);
const HOURS = ["00:00", "08:00", "16:00", "24:00"];

/** Few values, so that rules often cover each other. */
const dense: fc.Arbitrary<Rule[]> = fc
  .array(
    fc
      .record(
        {
          device: fc.subarray([...VALUES.device], { minLength: 1 }),
          country: fc.subarray(["DE", "FR"], { minLength: 1 }),
          language: fc.subarray(["de", "en"], { minLength: 1 }),
          weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 3 }),
          hours: fc
            .record({ from: fc.constantFrom(...HOURS.slice(0, 3)), to: fc.constantFrom(...HOURS) })
            .filter(({ from, to }) => from !== to),
          query: fc.record({ t: fc.constantFrom("1", "2") }),
        },
        { requiredKeys: [] },
      )
      .filter((when) => Object.keys(when).length <= 2),
    { minLength: 3, maxLength: 7 },
  )
  .map((all) => all.map(rule));

function bruteForce(rules: readonly Rule[]): number[] {
  const reached = new Set<number>();
  const isTimed = rules.some(({ when }) => when.hours || when.weekdays);
  for (const { visitor, at } of everyVisit(rules, isTimed ? WEEK : [WEEK[0]!])) {
    reached.add(modelled(rules, visitor, at));
    if (reached.size === rules.length + 1) break;
  }
  return rules
    .keys()
    .filter((i) => !reached.has(i))
    .toArray();
}

describe("Unreachable rules", () => {
  it("are found exactly, by brute force over the values of their conditions", () => {
    let found = 0;
    fc.assert(
      fc.property(dense, (rules) => {
        const expected = bruteForce(rules);
        found += expected.length;
        assert.deepEqual(
          unreachableRules(rules).map(({ index }) => index),
          expected,
        );
      }),
      { numRuns: Number(process.env.ROUTING_COVERAGE_RUNS ?? 60) },
    );
    assert.ok(found > 10, `only ${found} rules are unreachable`);
  });

  it("never include one that a visit reaches, in any zones", () => {
    const lists = ruleLists(ZONES, 5);
    const quarter = fc.integer({ min: 0, max: 40 * 7 * 96 }).map((n) => Date.UTC(2026, 2, 1) + n * 900_000);
    const visitor = {
      ...{ device: "mobile", os: "iOS", browser: "Safari", country: "DE" },
      ...{ language: "de", placement: "a", query: { t: "1", v: "1" } },
    };
    fc.assert(
      fc.property(lists, fc.array(quarter, { minLength: 20, maxLength: 20 }), (rules, times) => {
        const never = new Set(unreachableRules(rules).map(({ index }) => index));
        for (const at of times) assert.equal(never.has(modelled(rules, visitor, at)), false);
      }),
      { numRuns: 100 },
    );
  });

  it("are those that earlier ones cover together, and that can never hold", () => {
    assert.deepEqual(unreachable({ device: ["mobile"] }, { device: ["mobile"], country: ["DE"] }), [
      { index: 1, isEmpty: false },
    ]);
    assert.deepEqual(unreachable({ device: ["mobile"] }, { device: ["mobile", "tablet"] }), []);
    assert.deepEqual(unreachable({}, { os: ["iOS"] }), [{ index: 1, isEmpty: false }]);
    const [morning, evening] = [{ hours: { from: "06:00", to: "14:00" } }, { hours: { from: "14:00", to: "06:00" } }];
    assert.deepEqual(unreachable(morning, evening, { country: ["DE"] }), [{ index: 2, isEmpty: false }]);
    const weekdays = { weekdays: [1, 2, 3, 4, 5], timezone: "Europe/Berlin" };
    const weekend = { weekdays: [6, 7], timezone: "Europe/Berlin" };
    assert.deepEqual(unreachable(weekdays, weekend, {}), [{ index: 2, isEmpty: false }]);
    // Berlin's weekend is not New York's.
    assert.deepEqual(unreachable(weekdays, { ...weekend, timezone: "America/New_York" }, {}), []);
    const never = { from: "2026-05-01T00:00:00.000Z", until: "2026-05-01T00:00:00.000Z" };
    assert.deepEqual(unreachable(never), [{ index: 0, isEmpty: true }]);
    const day = { from: "2026-11-21T00:00:00.000Z", until: "2026-11-22T00:00:00.000Z" };
    assert.deepEqual(unreachable({ ...day, weekdays: [1] }), [{ index: 0, isEmpty: true }], "that day is a Saturday");
    assert.deepEqual(unreachable({ ...day, weekdays: [6] }), []);
  });

  it("take so long at most, and are not looked for beyond", () => {
    const zones = Intl.supportedValuesOf("timeZone").slice(0, 60);
    const many = zones.map((timezone, i) => ({
      hours: { from: `0${i % 9}:${10 + (i % 50)}`, to: `1${i % 9}:${59 - (i % 40)}` },
      timezone,
    }));
    assert.deepEqual(unreachable(...many, { device: ["mobile"] }), []);
  });
});
