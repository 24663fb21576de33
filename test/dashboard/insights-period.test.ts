import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  daysOf,
  type Period,
  PRESETS,
  shifted,
  sinceChange,
} from "../../src/insights/chart/period.ts";
import { resolvePeriod } from "../../src/scans/periods.ts";
import { hourOfDays, hoursInWords, hoursOfDay } from "../../web/src/parts/insights/hours.ts";
import { NO_FILTERS, readQuery, searchOf, toggled, writeQuery } from "../../web/src/parts/insights/period.ts";

/** Like objects that were parsed. */
const PLAIN = { noNullPrototype: true };

const read = (search: string) => readQuery(new URLSearchParams(search));
const write = (search: string, change: Parameters<typeof writeQuery>[1]) =>
  writeQuery(new URLSearchParams(search), change).toString();

describe("the period in the address", () => {
  it("is a preset or a range of days, and four weeks otherwise", () => {
    assert.equal(read("").period, "28d");
    for (const preset of PRESETS) assert.equal(read(`period=${preset}`).period, preset);
    assert.deepEqual(read("from=2026-10-20&to=2026-11-16").period, { from: "2026-10-20", to: "2026-11-16" });
    for (const wrong of [
      "period=8d",
      "period=",
      "from=2026-10-20",
      "from=2026-11-16&to=2026-10-20",
      "from=2026-02-30&to=2026-03-01",
      "from=2026-2-1&to=2026-03-01",
      "from=x&to=y",
    ]) {
      assert.equal(read(wrong).period, "28d", wrong);
    }
  });

  it("keeps other parameters and leaves out defaults", () => {
    assert.equal(write("tab=scans", { period: "90d" }), "tab=scans&period=90d");
    assert.equal(write("tab=scans&period=90d&compare=year", { period: "28d", compare: "previous" }), "tab=scans");
    assert.equal(
      write("period=90d", { period: { from: "2026-01-01", to: "2026-01-31" } }),
      "from=2026-01-01&to=2026-01-31",
    );
    assert.equal(write("from=2026-01-01&to=2026-01-31", { period: "today" }), "period=today");
  });

  it("has several values for a filter, each once", () => {
    const query = read("country=DE&country=AT&country=DE&os=iOS&city=");
    assert.deepEqual(query.filters, { ...NO_FILTERS, country: ["DE", "AT"], os: ["iOS"] });
    assert.equal(searchOf(query), "period=28d&compare=previous&country=DE&country=AT&os=iOS");
    const without = toggled(query.filters, "country", ["DE"]);
    assert.equal(write("country=DE&country=AT", { filters: without }), "country=AT&os=iOS");
    assert.deepEqual(toggled(without, "device", ["mobile"]).device, ["mobile"]);
  });

  it("has hours of the week, those of a day together", () => {
    const { filters } = read("hour=0&hour=167&hour=168&hour=-1&hour=07&hour=1.5&hour=x");
    assert.deepEqual(filters.hour, ["0", "167"]);
    const added = toggled(filters, "hour", ["0", "1"]);
    assert.deepEqual(added.hour, ["0", "167", "1"]);
    assert.deepEqual(toggled(added, "hour", ["0", "1"]).hour, ["167"]);
  });

  it("names hours of the week", () => {
    assert.equal(hoursInWords([6 * 24 + 12]), "Sun 12:00");
    assert.equal(hoursInWords([11, 9, 10]), "Mon 09:00–12:00");
    assert.equal(hoursInWords([23, 24]), "Mon 23:00, Tue 00:00");
    assert.equal(hoursInWords([...hoursOfDay(5), ...hoursOfDay(6), 3]), "Sat, Sun, Mon 03:00");
    assert.equal(hoursInWords(hourOfDays(12)), "12:00 every day");
    assert.equal(hoursInWords([1, 3, 5, 7]), "4 hours");
  });

  it("is read as it was written", () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays("1990-01-01", n));
    const period: fc.Arbitrary<Period> = fc.oneof(
      fc.constantFrom(...PRESETS),
      fc.tuple(day, fc.nat(800)).map(([from, length]) => ({ from, to: addDays(from, length) })),
    );
    const values = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 });
    const hour = fc.uniqueArray(fc.nat(167).map(String), { maxLength: 3 });
    const fields = {
      country: values,
      city: values,
      device: values,
      browser: values,
      os: values,
      hour,
      placement: values,
    };
    const filters = fc.record(fields, PLAIN);
    const compare = fc.constantFrom("previous", "year", "none");
    const query = fc.record({ period, compare, filters }, PLAIN);
    fc.assert(
      fc.property(query, (query) => {
        assert.deepEqual(readQuery(writeQuery(new URLSearchParams("tab=scans"), query)), query);
        assert.deepEqual(read(searchOf(query)), query);
      }),
    );
  });
});

describe("the arrows of the period", () => {
  const today = "2026-11-16";
  const back = (period: Period) => shifted(period, -1, today);
  const forth = (from: string, to: string) => shifted({ from, to }, 1, today);

  it("move by as many days as are shown, and back to the preset", () => {
    assert.deepEqual(back("28d"), { from: "2026-09-22", to: "2026-10-19" });
    assert.equal(forth("2026-09-22", "2026-10-19"), "28d");
    assert.equal(back("today"), "yesterday");
    assert.deepEqual(back("yesterday"), { from: "2026-11-14", to: "2026-11-14" });
    assert.equal(forth("2026-11-14", "2026-11-14"), "yesterday");
    assert.equal(shifted("yesterday", 1, today), "today");
  });

  it("move by whole months and years where these are shown", () => {
    assert.deepEqual(back("month"), { from: "2026-10-01", to: "2026-10-31" });
    assert.deepEqual(back({ from: "2026-03-01", to: "2026-03-31" }), {
      from: "2026-02-01",
      to: "2026-02-28",
    });
    assert.equal(forth("2026-10-01", "2026-10-31"), "month");
    assert.deepEqual(back("year"), { from: "2025-01-01", to: "2025-12-31" });
    assert.equal(forth("2025-01-01", "2025-12-31"), "year");
  });

  it("end today, and do not leave all time", () => {
    assert.equal(shifted("28d", 1, today), null);
    assert.equal(shifted("all", -1, today), null);
    assert.deepEqual(forth("2026-11-01", "2026-11-10"), { from: "2026-11-07", to: today });
  });

  it("know the days of each preset as the server does", () => {
    const now = Date.parse("2028-02-29T12:00:00Z");
    for (const at of [now, Date.parse("2026-03-01T00:00:00Z"), Date.parse("2026-12-31T23:59:59Z")]) {
      const day = dayIn("Asia/Kathmandu", at);
      for (const period of PRESETS.filter((preset) => preset !== "all")) {
        const { from, to } = resolvePeriod({ period, timezone: "Asia/Kathmandu", compare: "none" }, at, 0);
        assert.deepEqual(daysOf(period, day), { from, to }, `${period} on ${day}`);
      }
    }
    assert.equal(daysOf("all", today), null);
  });

  it("compare equally many days before and after a change", () => {
    assert.deepEqual(sinceChange("2026-11-09", today), { from: "2026-11-09", to: today });
    assert.deepEqual(sinceChange("2026-01-05", today), { from: "2026-01-05", to: "2026-02-01" });
    assert.equal(sinceChange(today, today), "today");
  });
});

describe("days", () => {
  it("are those of the time zone", () => {
    const at = Date.parse("2026-11-15T23:30:00Z");
    assert.equal(dayIn("Europe/Berlin", at), "2026-11-16");
    assert.equal(dayIn("UTC", at), "2026-11-15");
    assert.equal(dayIn("America/New_York", at), "2026-11-15");
    assert.equal(dayIn("Pacific/Kiritimati", at), "2026-11-16");
  });

  it("are added across months and leap days", () => {
    assert.equal(addDays("2028-02-28", 1), "2028-02-29");
    assert.equal(addMonths("2026-12-31", 1), "2027-01-01");
    assert.equal(addMonths("2026-01-15", -1), "2025-12-01");
    assert.equal(daysBetween("2026-03-01", "2026-04-01"), 31);
  });
});
