import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { dayStarts, nextMonday, nextMonth, numberOf, yearBefore } from "../../src/scans/day-starts.ts";

const EARLIEST = Temporal.PlainDate.from("2000-01-01");
const DAYS = 12_000;
/** With midnights that do not exist or come twice, a day that was skipped, and changes by half an hour or two. */
const ODD = ["Pacific/Apia", "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "America/Havana", "Asia/Gaza"];
const zones = [...ODD, "Australia/Lord_Howe", "Antarctica/Troll", ...Intl.supportedValuesOf("timeZone")];

const dates = fc.integer({ min: 0, max: DAYS }).map((days) => EARLIEST.add({ days }));

it("the starts of days and steps between days are those of Temporal, in every zone", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), dates, fc.array(fc.nat(800), { maxLength: 40 }), (zone, first, asked) => {
      const startAt = dayStarts(numberOf(first), numberOf(first) + 800, zone);
      for (const days of asked) {
        const date = first.add({ days });
        const day = numberOf(date);
        assert.equal(startAt(day), date.toZonedDateTime(zone).epochMilliseconds, `${date} in ${zone}`);
        assert.equal(nextMonday(day), numberOf(date.add({ days: 8 - date.dayOfWeek })));
        assert.equal(nextMonth(day), numberOf(date.with({ day: 1 }).add({ months: 1 })));
        const before = date.subtract({ years: 1 });
        assert.equal(yearBefore(day), numberOf(before) + Number(before.day !== date.day));
      }
    }),
    { numRuns: 300 },
  );
});

it("the starts of the days around every change of the clock are those of Temporal", () => {
  for (const zone of ODD) {
    const last = EARLIEST.add({ days: DAYS });
    const startAt = dayStarts(numberOf(EARLIEST), numberOf(last), zone);
    let at: Temporal.ZonedDateTime | null = EARLIEST.toZonedDateTime(zone).getTimeZoneTransition("next");
    for (; at !== null && Temporal.PlainDate.compare(at, last) < 0; at = at.getTimeZoneTransition("next")) {
      for (const days of [-1, 0, 1, 2]) {
        const date = at.toPlainDate().add({ days });
        assert.equal(startAt(numberOf(date)), date.toZonedDateTime(zone).epochMilliseconds, `${date} in ${zone}`);
      }
    }
  }
});
