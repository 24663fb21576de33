import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { DaySpan, SaltedDay } from "../../src/scans/visitor-days.ts";
import { createVisitorTags, type TaggedVisit } from "../../src/scans/visitor-tags.ts";
import { DAY_MS, localDay, QUARTER_MS } from "../../src/shared/days.ts";
import { createTestClock } from "../support/stores.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;

/** The salts of a database that several nodes share. */
function createSalts() {
  const days = new Map<string, SaltedDay>();
  const asked: DaySpan[][] = [];
  const state = { isAway: false };
  return {
    state,
    asked,
    store: {
      visitors: {
        async salts(spans: readonly DaySpan[]) {
          if (state.isAway) throw new Error("away");
          asked.push([...spans]);
          return spans.map((span) => {
            const key = `${span.from} ${span.quarters}`;
            const day = days.get(key) ?? { ...span, id: days.size + 1, salt: `salt ${days.size}`.padEnd(43, "x") };
            days.set(key, day);
            return day;
          });
        },
      },
    },
  };
}

function createNode({ store }: ReturnType<typeof createSalts>, isOn = true) {
  const clock = createTestClock(NOON);
  const errors: unknown[] = [];
  const tags = createVisitorTags({ store, clock, isOn, onError: (error) => errors.push(error) });
  const tagOf = async (visit: Partial<TaggedVisit> = {}) => {
    const whole = { zone: "UTC", codeId: "a code", at: clock.now(), address: "1.2.3.4", userAgent: "A", ...visit };
    await tags.ready(whole.zone, whole.at);
    return tags.tagOf(whole);
  };
  return { clock, errors, tags, tagOf };
}

describe("A visitor's tag", () => {
  it("is the same on every node for the same network, user agent, code and day", async () => {
    const salts = createSalts();
    const [one, other] = [createNode(salts), createNode(salts)];
    const tag = await one.tagOf();
    assert.match(tag!, /^1\.[\w-]{11}$/);
    assert.equal(await other.tagOf(), tag);
    assert.equal(await other.tagOf({ at: NOON + 11 * HOUR_MS }), tag);
    assert.equal(await one.tagOf({ address: "::ffff:1.2.3.4" }), tag, "the same address in another spelling");
    for (const visit of [{ address: "1.2.3.5" }, { userAgent: "B" }, { codeId: "another" }, { at: NOON + DAY_MS }]) {
      assert.notEqual(await one.tagOf(visit), tag, JSON.stringify(visit));
    }
    const v6 = await one.tagOf({ address: "2001:db8:1:2::1" });
    assert.equal(await one.tagOf({ address: "2001:db8:1:2:ffff::9" }), v6, "the same /64");
    assert.notEqual(await one.tagOf({ address: "2001:db8:1:3::1" }), v6);
  });

  it("cannot be confused with that of other parts that read the same when joined", async () => {
    const { tagOf } = createNode(createSalts());
    assert.notEqual(await tagOf({ address: "1.2.3.4", codeId: "5" }), await tagOf({ address: "1.2.3.45", codeId: "" }));
  });

  it("changes at midnight of the zone, without the database if it was there within two hours before", async () => {
    const salts = createSalts();
    const { clock, tags, tagOf } = createNode(salts);
    const zone = "Asia/Kathmandu";
    // 15:30 UTC is 21:15 there, 18:15 UTC is midnight.
    clock.move(3.5 * HOUR_MS);
    const before = await tagOf({ zone });
    assert.equal(salts.asked.length, 1);
    assert.equal(salts.asked[0]!.length, 1, "tomorrow's salt is not made that early");
    clock.move(HOUR_MS);
    const fresh = createNode(salts);
    await fresh.tagOf({ zone, at: clock.now() });
    assert.equal(salts.asked[1]!.length, 2);
    salts.state.isAway = true;
    const midnight = NOON + 6.25 * HOUR_MS;
    assert.equal(await fresh.tagOf({ zone, at: midnight - 1 }), before);
    const after = await fresh.tagOf({ zone, at: midnight });
    assert.ok(after !== null);
    assert.notEqual(after, before);
    assert.equal(await fresh.tagOf({ zone, at: midnight + DAY_MS - 1 }), after);
    assert.deepEqual(fresh.errors, []);
    tags.close();
  });

  it("needs no salts of a zone that was not visited for a day", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const salts = createSalts();
    const { clock, tags, tagOf } = createNode(salts);
    await tagOf({ zone: "Asia/Kathmandu" });
    await tagOf({ zone: "Europe/Berlin" });
    const refresh = async () => {
      mock.timers.tick(300_000);
      await new Promise(setImmediate);
      return salts.asked.at(-1)!.length;
    };
    assert.equal(await refresh(), 2);
    clock.move(23 * HOUR_MS);
    await tagOf({ zone: "Europe/Berlin" });
    clock.move(2 * HOUR_MS);
    assert.equal(await refresh(), 1);
    assert.ok((await tagOf({ zone: "Asia/Kathmandu" })) !== null, "visited again");
    tags.close();
  });

  it("is missing while its salt cannot be read, and no visit waits again at once", async () => {
    const salts = createSalts();
    const { clock, errors, tags, tagOf } = createNode(salts);
    salts.state.isAway = true;
    assert.equal(await tagOf(), null);
    assert.equal(errors.length, 1);
    assert.equal(tags.ready("UTC", clock.now()), null);
    assert.equal(await tagOf(), null);
    assert.equal(errors.length, 1);
    salts.state.isAway = false;
    clock.move(60_000);
    assert.ok((await tagOf()) !== null);
  });

  it("is missing if visitors are not counted, or the zone is unknown here", async () => {
    const salts = createSalts();
    const off = createNode(salts, false);
    assert.equal(off.tags.ready("UTC", NOON), null);
    assert.equal(await off.tagOf(), null);
    assert.deepEqual(salts.asked, []);
    const { tagOf, errors } = createNode(salts);
    assert.equal(await tagOf({ zone: "Mars/Base" }), null);
    assert.deepEqual(errors, []);
  });
});

describe("A local day", () => {
  const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Eucla", "Africa/Cairo", "America/Santiago"];
  it("has the moment, begins with a new date, and is followed by the next, in every zone", () => {
    const dateOf = (zone: string, ms: number) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(ms);
    const moment = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones, "Pacific/Apia", "America/Havana"), moment, (zone, ms) => {
        const { from, quarters } = localDay(zone, ms);
        const [begin, end] = [from * QUARTER_MS, (from + quarters) * QUARTER_MS];
        assert.ok(begin <= ms && ms < end);
        assert.ok([92, 94, 96, 98, 100].includes(quarters), `${zone} ${quarters}`);
        const date = dateOf(zone, ms);
        assert.equal(dateOf(zone, begin), date);
        assert.equal(dateOf(zone, end - 1), date);
        assert.notEqual(dateOf(zone, begin - 1), date);
        assert.notEqual(dateOf(zone, end), date);
        assert.equal(localDay(zone, end).from, from + quarters);
      }),
      { numRuns: 500 },
    );
  });
});
