import assert from "node:assert/strict";
import { before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, scansOf, uncountedOf } from "./support.ts";

const DAY = dayOf(NOON);
const MIDNIGHT = DAY * DAY_MS;
const LAST = DAY + 31;
/** Every table of counts and of what they count. */
const COUNTED = "scans scan_daily scan_quarters scan_monthly scan_cities uncounted_daily journal_marks".split(" ");

/** The report for each dimension of the one scan of the last day. */
const ofLastDay = (said: string): string[] =>
  [...['total ""', 'device "mobile"', 'browser "Safari"', 'os "iOS"', 'country "DE"'], 'city "DE/Berlin"'].map(
    (what) => `code number #, day ${LAST}, ${what}: ${said}`,
  );

onEachEngine("The store", (engine) => {
  describe("check", () => {
    let store: Store;
    let code: { id: string; num: number };
    before(async () => {
      store = await engine.fresh();
    });
    beforeEach(async () => {
      for (const table of COUNTED) await store.auth.db.deleteFrom(table).execute();
      await store.auth.db.updateTable("code_counters").set({ scan_count: 0 }).execute();
      code = await freshCode(store, MIDNIGHT);
      const next = scansOf(code.id, 1, NOON + 31 * DAY_MS);
      await settleLines(store, [...scansOf(code.id, 30, MIDNIGHT), uncountedOf(code.id, DAY, "head", 2)]);
      await settleLines(store, next);
      assert.deepEqual(await store.scans.check(), []);
    });

    /** What is damaged, and the full report of it. `#` is the code's number, `ID` its id. */
    const harms: [what: string, harm: string, said: string[]][] = [
      [
        "a total",
        `UPDATE scan_daily SET count = count + 1 WHERE dimension = 0 AND day = ${DAY}`,
        [
          `code number #, day ${DAY}, total "": 11 raw scans, 12 in the rollup`,
          "code ID: scanCount is 31, its days add up to 32",
        ],
      ],
      [
        "a country's count",
        `UPDATE scan_daily SET count = count - 1 WHERE dimension = 4 AND value = 'FR' AND day = ${DAY}`,
        [
          `code number #, day ${DAY}, country "FR": 3 raw scans, 2 in the rollup`,
          'code number #, dimension 4 "FR": 5 by day, 6 by month',
        ],
      ],
      [
        "a rollup row that is missing",
        `DELETE FROM scan_daily WHERE dimension = 2 AND value = 'Firefox' AND day = ${DAY}`,
        [
          `code number #, day ${DAY}, browser "Firefox": 4 raw scans, 0 in the rollup`,
          'code number #, dimension 2 "Firefox": 3 by day, 7 by month',
        ],
      ],
      [
        "a raw scan that is missing",
        `DELETE FROM scans WHERE at = ${MIDNIGHT}`,
        [
          `code number #, day ${DAY}, total "": 10 raw scans, 11 in the rollup`,
          `code number #, day ${DAY}, device "mobile": 3 raw scans, 4 in the rollup`,
          `code number #, day ${DAY}, browser "Safari": 3 raw scans, 4 in the rollup`,
          `code number #, day ${DAY}, os "iOS": 3 raw scans, 4 in the rollup`,
          `code number #, day ${DAY}, country "DE": 2 raw scans, 3 in the rollup`,
          `code number #, day ${DAY}, city "DE/Berlin": 2 raw scans, 3 in the rollup`,
          "code number #, quarter of an hour from 2026-01-15T00:00:00.000Z: 0 raw scans, 1 in the rollup",
        ],
      ],
      [
        "a day by quarter of an hour that is missing",
        `DELETE FROM scan_quarters WHERE day = ${LAST}`,
        ["code number #, quarter of an hour from 2026-02-15T12:00:00.000Z: 1 raw scans, 0 in the rollup"],
      ],
      [
        "a day by quarter of an hour that is moved",
        `UPDATE scan_quarters SET day = day + 1 WHERE day = ${LAST}`,
        [
          "code number #, quarter of an hour from 2026-02-15T12:00:00.000Z: 1 raw scans, 0 in the rollup",
          "code number #, quarter of an hour from 2026-02-16T12:00:00.000Z: 0 raw scans, 1 in the rollup",
        ],
      ],
      [
        "a code's count",
        "UPDATE code_counters SET scan_count = 7 WHERE code_num = #",
        ["code ID: scanCount is 7, its days add up to 31"],
      ],
      [
        "a city's last day",
        "UPDATE scan_cities SET last_day = last_day + 1 WHERE city = 'FR/Paris'",
        [`code number #, city "FR/Paris": last scanned on day ${DAY + 2}, remembered as ${DAY + 3}`],
      ],
      [
        "a city that is missing",
        "DELETE FROM scan_cities WHERE city = 'FR/Paris'",
        [`code number #, city "FR/Paris": last scanned on day ${DAY + 2}, remembered as null`],
      ],
      [
        "a month's count",
        "UPDATE scan_monthly SET count = count + 5 WHERE value = 'iOS'",
        ['code number #, dimension 3 "iOS": 8 by day, 13 by month'],
      ],
      [
        "a month's row that is missing",
        "DELETE FROM scan_monthly WHERE value = 'FR'",
        ['code number #, dimension 4 "FR": 6 by day, 0 by month'],
      ],
      [
        "a month's count of a city",
        "UPDATE scan_monthly SET count = count - 1 WHERE value = 'FR/Paris'",
        ['code number #, dimension 5 "FR/Paris": 6 by day, 5 by month'],
      ],
      [
        "a pair's count",
        `UPDATE scan_daily SET count = count + 1 WHERE dimension = 6 AND day = ${LAST}`,
        [
          ...ofLastDay("1 raw scans, 2 in the rollup"),
          `code number #, day ${LAST}, pair "PAIR": 1 raw scans, 2 in the rollup`,
          "code ID: scanCount is 31, its days add up to 32",
        ],
      ],
      [
        "a pair that is missing",
        `DELETE FROM scan_daily WHERE dimension = 6 AND day = ${LAST}`,
        [
          ...ofLastDay("1 raw scans, 0 in the rollup"),
          `code number #, city "DE/Berlin": last scanned on day ${DAY + 2}, remembered as ${LAST}`,
          "code ID: scanCount is 31, its days add up to 30",
        ],
      ],
      ...["999999.1", "1.999999", "1.x", "."].map((value): [string, string, string[]] => [
        `a pair "${value}" that names nobody`,
        `UPDATE scan_daily SET value = '${value}' WHERE dimension = 6 AND day = ${LAST}`,
        [
          ...ofLastDay("1 raw scans, 0 in the rollup"),
          `code number #, day ${LAST}, pair "${value}": 0 raw scans, 1 in the rollup`,
          `code number #, day ${LAST}, pair "${value}": it names no agent or no place`,
          `code number #, city "DE/Berlin": last scanned on day ${DAY + 2}, remembered as ${LAST}`,
        ],
      ]),
    ];
    for (const [what, harm, said] of harms) {
      it(`finds ${what} that disagrees, and names it`, async () => {
        const { id, num } = code;
        const { value: pair } = await store.auth.db
          .selectFrom("scan_daily")
          .select("value")
          .where("day", "=", LAST)
          .executeTakeFirstOrThrow();
        await sql.raw(harm.replace("#", String(num))).execute(store.auth.db);
        const expected = said.map((text) => text.replace("#", String(num)).replace("ID", id).replace("PAIR", pair));
        assert.deepEqual(await store.scans.check(), expected);
      });
    }
  });

  describe("secrets", () => {
    it("are generated once and are the same on every node", async () => {
      const place = await engine.place();
      const [one, other] = [await engine.open(place), await engine.open(place)];
      const texts = await Promise.all([1, 2, 3].flatMap(() => [one.secret("a"), other.secret("a")]));
      assert.equal(new Set(texts).size, 1);
      assert.ok(texts[0]!.length >= 43, "256 bits");
      assert.notEqual(await one.secret("b"), texts[0]);
    });
  });

  describe("scan pages", () => {
    it("are in chronological order, whatever the order of settling", async () => {
      const store = await engine.fresh();
      const { id, num } = await freshCode(store);
      const lines = scansOf(id, 20);
      await settleLines(store, [lines.toReversed().join("")]);
      const times = (await store.scans.page(num, 100)).map((scan) => scan.at);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      assert.equal(times.at(-1), NOON);
    });
  });
});
