import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Code } from "../../web/src/api/types.ts";
import { dayOf, endOf, expiryText } from "../../web/src/parts/expiry.ts";
import { showTimesIn } from "../../web/src/parts/formats.ts";

const DAY_MS = 86_400_000;
const said = (state: Code["state"], days: number, expiresFixed = false) =>
  expiryText({ state, expiresFixed, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } as Code);

describe("the last moment of a day", () => {
  it("is that of the shown zone, on every day", () => {
    for (const zone of ["UTC", "Asia/Kathmandu", "America/Havana", "Pacific/Kiritimati", "Australia/Lord_Howe"]) {
      showTimesIn(zone);
      for (let day = Temporal.PlainDate.from("2026-01-01"); day.year === 2026; day = day.add({ days: 1 })) {
        const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
        assert.equal(endOf(day.toString()).getTime(), end, `${day} in ${zone}`);
        assert.equal(dayOf(new Date(end)), day.toString());
      }
    }
    showTimesIn("UTC");
    assert.ok(Number.isNaN(endOf("").getTime()));
  });

  it("is in the year 9999 at the latest, the last that can be sent", () => {
    for (const [zone, end] of [
      ["UTC", "9999-12-31T23:59:59.999Z"],
      ["Pacific/Kiritimati", "9999-12-31T09:59:59.999Z"],
      ["America/Havana", "9999-12-31T23:59:59.999Z"],
    ] as const) {
      showTimesIn(zone);
      assert.equal(endOf("9999-12-31").toISOString(), end);
    }
    showTimesIn("UTC");
  });
});

describe("the text about a code's expiry", () => {
  it("is what the visitors of a paused code see, or that it has expired", () => {
    for (const isFixed of [false, true]) {
      assert.equal(said("paused", 40, isFixed), "Visitors cannot open it, scans are not counted");
    }
    assert.match(said("paused", -40), /^Expired on .*\d{4}$/);
  });

  it("is shown for active and expired codes", () => {
    assert.match(said("active", 40), /^Works until .*\d{4}, extended by each scan$/);
    assert.match(said("active", 40, true), /^Works until .*\d{4}$/);
    assert.match(said("expired", -40), /^Expired on .*\d{4}$/);
  });
});
