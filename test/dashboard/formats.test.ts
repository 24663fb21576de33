import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createFormats, inWords, localeFor, showTimesIn } from "../../web/src/parts/formats.ts";
import { zoneChoices } from "../../web/src/parts/zones.ts";

const NOON = Date.parse("2026-08-16T12:00:00Z");
const DAY_MS = 86_400_000;
const { ago, utcDay, day, number, country, times } = createFormats("en-GB", "UTC");
const after = (ms: number) => ago(new Date(NOON + ms).toISOString(), NOON);

describe("the formats of the dashboard", () => {
  it("are in the viewer's English, and for all others in one English", () => {
    for (const own of ["en", "en-US", "en-GB", "en-IN", "en-AU"]) assert.equal(localeFor(own), own);
    for (const other of ["de-DE", "fr", "zh-Hans-CN", "eo", "", "en-US@posix", "no locale"]) {
      assert.equal(localeFor(other), "en-GB");
    }
  });

  it("name a day in one way, with and without the year", () => {
    assert.equal(utcDay("2026-08-16"), "16 Aug");
    assert.equal(day("2026-08-16T12:00:00Z"), "16 Aug 2026");
    assert.equal(utcDay("undefined"), "");
    const american = createFormats("en-US", "UTC");
    assert.equal(american.utcDay("2026-08-16"), "Aug 16");
    assert.equal(american.day("2026-08-16T12:00:00Z"), "Aug 16, 2026");
  });

  it("say times in the zone of the open workspace, with its name, and otherwise in UTC", () => {
    const at = "2026-08-16T22:30:00Z";
    assert.equal(createFormats("en-GB", "UTC").dateTime(at), "16 Aug 2026, 22:30 UTC");
    assert.equal(createFormats("en-GB", "Europe/Berlin").dateTime(at), "17 Aug 2026, 00:30 CEST");
    const isShown = (zone: string) =>
      assert.equal(inWords.dateTime(at), createFormats(localeFor(navigator.language), zone).dateTime(at));
    isShown("UTC");
    showTimesIn("Europe/Berlin");
    isShown("Europe/Berlin");
    showTimesIn("UTC");
  });

  it("write numbers, countries and counts", () => {
    assert.equal(number(13_348), "13,348");
    assert.equal(times(1, "scan"), "1 scan");
    assert.equal(times(1200, "scan"), "1,200 scans");
    assert.equal(country("DE"), "Germany");
    assert.equal(country("Unknown"), "Unknown");
  });

  it("say the same for the same time, however it was computed", () => {
    const year = 365 * DAY_MS;
    assert.equal(after(year), "in 12 months");
    for (const ms of [-DAY_MS, -1000, -1, 1, 1000, DAY_MS]) assert.equal(after(year + ms), after(year));
  });

  it("change the unit only when the smaller one is full", () => {
    assert.equal(after(0), "now");
    assert.equal(after(400), "now");
    assert.equal(after(-400), "just now");
    assert.equal(after(-59_400), "just now");
    assert.equal(after(-59_600), "1 minute ago");
    assert.equal(after(59_400), "in 59 seconds");
    assert.equal(after(59_600), "in 1 minute");
    assert.equal(after(-59.7 * 60_000), "1 hour ago");
    assert.equal(after(23.6 * 3_600_000), "in 1 day");
    assert.equal(after(29 * DAY_MS), "in 29 days");
    assert.equal(after(30 * DAY_MS), "in 1 month");
    assert.equal(after(23 * 30.44 * DAY_MS), "in 23 months");
    assert.equal(after(2 * 365.25 * DAY_MS), "in 2 years");
    assert.equal(after(-3 * 365.25 * DAY_MS), "3 years ago");
  });

  it("say no more of a time that is noted once an hour", () => {
    assert.equal(inWords.agoByHour(new Date(NOON - 37 * 60_000).toISOString(), NOON), "within the last hour");
    assert.equal(inWords.agoByHour(new Date(NOON - 3 * 3_600_000).toISOString(), NOON), "3 hours ago");
  });

  it("never describe a longer time as shorter", () => {
    const SIZES: Record<string, number> = {
      second: 1,
      minute: 60,
      hour: 3600,
      day: 86_400,
      month: 2_630_016,
      year: 31_560_192,
    };
    const said = (ms: number): number => {
      const [, count = "0", unit = "second"] = /^in ([\d,]+) (\w+?)s?$/.exec(after(ms)) ?? [];
      return Number(count.replaceAll(",", "")) * SIZES[unit]!;
    };
    const time = fc.integer({ min: 0, max: 20 * 365 * DAY_MS });
    fc.assert(fc.property(time, time, (a, b) => a > b || said(a) <= said(b)));
  });
});

describe("the choice of a zone", () => {
  const labels = (chosen: string, part: string) =>
    zoneChoices(chosen).filter(({ value, label }) => value === chosen || label.includes(part));

  it("finds zones by their present and by their former name", () => {
    for (const [name, former] of [
      ["Kolkata", "Calcutta"],
      ["Kathmandu", "Katmandu"],
      ["Kyiv", "Kiev"],
    ] as const) {
      const [found, ...more] = zoneChoices("UTC").filter(({ label }) => label.includes(name));
      assert.equal(more.length, 0);
      assert.match(found!.label, new RegExp(`/${name} \\(${former}\\)$`));
      assert.match(found!.value, new RegExp(`/${name}$`));
    }
  });

  it("contains the chosen zone once, under the name that is saved", () => {
    const label = "Europe/Kyiv (Kiev)";
    for (const value of ["Europe/Kyiv", "Europe/Kiev"]) assert.deepEqual(labels(value, "Ky"), [{ value, label }]);
    assert.deepEqual(labels("UTC", "UTC"), [{ value: "UTC", label: "UTC" }]);
  });
});
