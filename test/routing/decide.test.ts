import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checksOf, compileRouting, decide, type RoutingRules } from "../../src/routing/decide.ts";
import type { Visitor, When } from "../../src/routing/shape.ts";
import { modelled, ruleLists, visits, ZONES } from "./model.ts";

const NOBODY: Visitor = {
  device: "Unknown",
  os: "Unknown",
  browser: "Unknown",
  country: "Unknown",
  language: "",
  placement: "none",
  query: {},
};
const PLAIN: RoutingRules = { startsAt: null, rules: [], split: null };
const BERLIN = "Europe/Berlin";

const ruled = (...whens: When[]) =>
  compileRouting({
    ...PLAIN,
    rules: whens.map((when, i) => ({ id: `r${i}`, name: "", when, to: `https://example.com/${i}` })),
  });
const visiting = (visitor: Partial<Visitor> = {}) => ({
  visitor: { ...NOBODY, ...visitor },
  tag: null,
});
const ruleAt = (when: When, time: string): boolean =>
  decide(ruled(when), visiting(), Date.parse(time)).outcome === "rule";

describe("Decisions", () => {
  it("agree with a plain model for any rules and visits", () => {
    fc.assert(
      fc.property(ruleLists(ZONES, 6), fc.array(visits, { minLength: 5, maxLength: 5 }), (rules, some) => {
        const routing = compileRouting({ ...PLAIN, rules });
        for (const { visitor, at } of some) {
          const decision = decide(routing, visiting(visitor), at);
          const expected = rules[modelled(rules, visitor, at)]?.id ?? null;
          assert.equal(decision.outcome === "rule" ? decision.rule : null, expected);
          const matched = checksOf(routing, visitor, at).find((check) => check.matched);
          assert.equal(matched?.rule ?? null, expected, "explained otherwise than decided");
        }
      }),
      { numRuns: Number(process.env.ROUTING_RUNS ?? 1_000) },
    );
  });

  it("ask in order for the start, the rules and the split", () => {
    const routing = compileRouting({
      startsAt: "2026-12-01T00:00:00.000Z",
      rules: [{ id: "r", name: "", when: { device: ["mobile"] }, to: "https://example.com/r" }],
      split: { variants: [{ id: "v", name: "", to: "https://example.com/v", weight: 1 }] },
    });
    const start = Date.parse("2026-12-01T00:00:00.000Z");
    const mobile = { ...NOBODY, device: "mobile" };
    const onMobile = { visitor: mobile, tag: null };
    assert.equal(decide(routing, onMobile, start - 1).outcome, "not-started");
    assert.deepEqual(decide(routing, onMobile, start), {
      outcome: "rule",
      rule: "r",
      to: "https://example.com/r",
    });
    assert.deepEqual(decide(routing, { ...onMobile, visitor: NOBODY }, start), {
      outcome: "split",
      variant: "v",
      to: "https://example.com/v",
    });
    assert.equal(decide(compileRouting(PLAIN), onMobile, start).outcome, "content");
  });

  it("keep hours by the clock on the wall, also when it changes", () => {
    const lunch = { hours: { from: "11:00", to: "14:30" }, timezone: BERLIN };
    for (const [time, isOpen] of [
      ["2026-03-28T10:00:00Z", true],
      ["2026-03-29T09:00:00Z", true],
      ["2026-03-29T08:59:59Z", false],
      ["2026-03-29T12:29:59Z", true],
      ["2026-03-29T12:30:00Z", false],
      ["2026-10-25T10:00:00Z", true],
      ["2026-10-25T09:59:59Z", false],
    ] as const) {
      assert.equal(ruleAt(lunch, time), isOpen, time);
    }
    // 02:30 comes twice in autumn, and never in spring.
    const night = { hours: { from: "02:30", to: "02:45" }, timezone: BERLIN };
    for (const time of ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]) assert.equal(ruleAt(night, time), true, time);
    assert.equal(ruleAt(night, "2026-03-29T01:30:00Z"), false);
  });

  it("count hours after midnight to the day on which they began", () => {
    const friday = { weekdays: [5], hours: { from: "22:00", to: "02:00" }, timezone: BERLIN };
    assert.equal(ruleAt(friday, "2026-11-20T22:00:00Z"), true, "Friday 23:00");
    assert.equal(ruleAt(friday, "2026-11-21T00:59:00Z"), true, "Saturday 01:59");
    assert.equal(ruleAt(friday, "2026-11-21T01:00:00Z"), false, "Saturday 02:00");
    assert.equal(ruleAt(friday, "2026-11-19T23:30:00Z"), false, "Friday 00:30");
  });

  it("look languages up among those of all rules", () => {
    const routing = ruled({ language: ["de"] }, { language: ["pt-BR", "EN"] });
    const to = (language: string) => {
      const decision = decide(routing, visiting({ language }), 0);
      return decision.outcome === "rule" ? decision.rule : null;
    };
    assert.equal(to("de-AT, en;q=0.5"), "r0");
    assert.equal(to("en-US,en;q=0.9,de;q=0.8"), "r1", "German is not what they want most");
    assert.equal(to("pt-br"), "r1");
    assert.equal(to("pt, *;q=0.1"), null, "Portuguese of Portugal is not that of Brazil");
    assert.equal(to("de;q=0, fr"), null);
    assert.equal(to("de-x-bavaria, fr"), "r0");
    assert.equal(to("not a language;;;"), null);
  });

  it("explain why earlier rules do not match", () => {
    const routing = ruled(
      { country: ["FR"], device: ["tablet", "mobile"] },
      { hours: { from: "11:00", to: "14:30" }, weekdays: [1, 2], timezone: BERLIN },
      { query: { table: "7" } },
      {},
      { os: ["iOS"] },
    );
    const visitor = { ...NOBODY, country: "DE", device: "desktop", query: { table: "8" } };
    assert.deepEqual(checksOf(routing, visitor, Date.parse("2026-11-19T09:00:00Z")), [
      {
        rule: "r0",
        matched: false,
        because: "The device is desktop, not tablet or mobile. The country is DE, not FR.",
      },
      {
        rule: "r1",
        matched: false,
        because: "It is Thursday 10:00 in Europe/Berlin; the rule holds on Monday or Tuesday from 11:00 to 14:30.",
      },
      { rule: "r2", matched: false, because: "The parameter table is 8, not 7." },
      { rule: "r3", matched: true, because: "It has no conditions." },
    ]);
  });
});
