import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertError, badFields, MISSING, PATH, type Scan, useOwnApp, withoutRequestId } from "./support.ts";

const FIELDS = [
  ...["from", "to", "timezone", "interval", "scans", "visitors", "knownVisitors", "countries", "cities"],
  ...["previous", "timeline"],
  ...["byCountry", "byCity", "byDevice", "byBrowser", "byOs", "byPlacement", "byRule", "byVariant", "byHour"],
];
const HOUR_MS = 3_600_000;

interface Step {
  start: string;
  scans: number;
  previousScans: number | null;
}

/** The clock starts at noon (UTC) of Thursday, 15 January 2026. */
onEachEngine("GET /api/v1/qrcodes/:id/insights", (engine) => {
  const use = useOwnApp(engine);
  const read = (id: string, query = "") => use.ask("GET", `${PATH}/${id}/insights${query}`);
  const ago = (days: number, hours = 0) => use.clock.now() - days * DAY_MS - hours * HOUR_MS;

  describe("200", () => {
    it("returns every field for a code without scans, from the day it was created", async () => {
      const { id } = await use.code();
      const { status, json } = await read(id);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json), [...FIELDS, "exactFrom"]);
      const { byHour, ...rest } = json;
      assert.deepEqual(byHour, new Array(168).fill(0));
      assert.deepEqual(rest, {
        from: "2025-12-19",
        to: "2026-01-15",
        timezone: "UTC",
        interval: "day",
        scans: 0,
        visitors: 0,
        knownVisitors: 0,
        countries: 0,
        cities: 0,
        previous: { from: "2025-11-21", to: "2025-12-18", scans: 0, visitors: 0 },
        timeline: [{ start: "2026-01-15", scans: 0, visitors: 0, previousScans: 0 }],
        byCountry: [],
        byCity: [],
        byDevice: [],
        byBrowser: [],
        byOs: [],
        byPlacement: [],
        byRule: [],
        byVariant: [],
        exactFrom: null,
      });
    });

    it("compares a running day with the same time of the day before", async () => {
      const { id } = await use.code();
      await use.scan(id, [
        { at: ago(0) },
        { at: ago(0, 11) },
        ...[{ at: ago(1) }, { at: ago(1, -3) }, { at: ago(1, 1) - 1 }, { at: ago(1, 1) }, { at: ago(1, 0) - 1 }],
      ]);
      const { json } = await read(id, "?period=today");
      assert.deepEqual([json.scans, json.previous.scans, json.interval], [2, 3, "hour"]);
      assert.equal(json.timeline.length, 13);
      assert.deepEqual(json.timeline[0].start, "2026-01-15T00:00:00+00:00");
      const counts = json.timeline.map(({ scans, previousScans }: Step) => [scans, previousScans]);
      assert.deepEqual(counts.slice(10), [
        [0, 1],
        [0, 2],
        [1, 0],
      ]);
      assert.equal((await read(id, "?period=yesterday")).json.scans, 5);
    });

    it("counts by days and hours of the zone", async () => {
      const { id } = await use.code();
      // Midnight in Kathmandu (+05:45) is 18:15 in UTC.
      await use.scan(id, [{ at: Date.UTC(2026, 0, 13, 18, 14, 59, 999) }, { at: Date.UTC(2026, 0, 13, 18, 15) }]);
      const { json } = await read(id, "?period=7d&timezone=Asia/Kathmandu");
      const busy = json.timeline.filter(({ scans }: Step) => scans > 0);
      assert.deepEqual(
        busy.map(({ start, scans }: Step) => [start, scans]),
        [
          ["2026-01-13", 1],
          ["2026-01-14", 1],
        ],
      );
      assert.deepEqual([json.byHour[24 + 23], json.byHour[48]], [1, 1]);
    });

    it("filters by several values of several fields, and every number follows", async () => {
      const { id } = await use.code();
      const berlin: Scan["place"] = ["DE", "Berlin", 52.5, 13.4];
      const wien: Scan["place"] = ["AT", "Wien", 48.2, 16.4];
      const paris: Scan["place"] = ["FR", "Paris", 48.9, 2.4];
      const desktop: Scan["agent"] = ["desktop", "Chrome", "Windows"];
      await use.scan(id, [{ place: berlin }, { place: berlin, agent: desktop }, { place: wien }, { place: paris }]);
      const { json } = await read(id, "?country=DE&country=AT&device=mobile&compare=none");
      assert.equal(json.scans, 2);
      assert.deepEqual(json.byCountry, [
        { country: "AT", scans: 1 },
        { country: "DE", scans: 1 },
      ]);
      assert.deepEqual(json.byCity, [
        { country: "DE", city: "Berlin", scans: 1 },
        { country: "AT", city: "Wien", scans: 1 },
      ]);
      assert.deepEqual(json.byDevice, [{ device: "mobile", scans: 2 }]);
      assert.deepEqual([json.countries, json.cities, json.previous], [2, 2, null]);
      assert.deepEqual(json.timeline.at(-1), { start: "2026-01-15", scans: 2, visitors: null, previousScans: null });
      assert.equal((await read(id, "?city=Paris")).json.scans, 1);
      assert.equal((await read(id, "?os=Windows&browser=Chrome")).json.scans, 1);
      assert.equal((await read(id, "?country=XX")).json.scans, 0);
    });
  });

  it("200: filters by hours of the week in the zone, in the period before too", async () => {
    const { id } = await use.code();
    // Thursdays, 10:00 to 12:00 in UTC.
    await use.scan(
      id,
      [ago(0, 2), ago(0, 1), ago(0, 1) + HOUR_MS - 1, ago(7, 1), ago(6, 1)].map((at) => ({ at })),
    );
    const scansAt = async (query: string) => {
      const { json } = await read(id, `?period=7d&${query}`);
      return [json.scans, json.previous.scans];
    };
    const thursday = 3 * 24;
    assert.deepEqual(await scansAt(`hour=${thursday + 11}`), [2, 1]);
    assert.deepEqual(await scansAt(`hour=${thursday + 11}&hour=${thursday + 10}`), [3, 1]);
    assert.deepEqual(await scansAt(`hour=${thursday + 12}&timezone=Europe/Berlin`), [2, 1]);
    assert.deepEqual(await scansAt(`hour=${thursday + 11}&country=AT`), [0, 0]);
    const { json } = await read(id, `?period=7d&hour=${thursday + 11}`);
    assert.deepEqual([json.byHour[thursday + 11], json.byHour[thursday + 10], json.visitors], [2, 0, null]);
  });

  it("400: says what is accepted", async () => {
    const { id } = await use.code();
    const wrong: [query: string, ...fields: string[]][] = [
      ["period=8d", "period"],
      ["period=7d&from=2026-01-01", "period"],
      ["from=2026-02-30", "from"],
      ["from=2026-1-1", "from"],
      ["to=2026-01-01", "from"],
      ["from=2026-01-02&to=2026-01-01", "from"],
      ["from=2026-01-16", "from"],
      ["from=1999-12-31", "from"],
      ["timezone=Mars/Base", "timezone"],
      ["timezone=%2B01:00", "timezone"],
      ["interval=minute", "interval"],
      ["period=90d&interval=hour", "interval"],
      ["from=2001-01-01&interval=day", "interval"],
      ["compare=week", "compare"],
      ["country=", "country.0"],
      ["hour=168", "hour.0"],
      ["hour=1&hour=x", "hour.1"],
      ["hour=-1&hour=1.5", "hour.0", "hour.1"],
      ["device=mobile&device=", "device.1"],
      ["country=%00", "country"],
      ["city=Paris&city=a%00", "city"],
      ["rule=&variant=b", "rule.0"],
      [Array.from({ length: 51 }, () => "country=DE").join("&"), "country"],
    ];
    const { details } = (await read(id, "?from=soon&to=2026-01-01")).json;
    assert.deepEqual(details, [{ field: "from", message: "must be a day as YYYY-MM-DD" }]);
    const tomorrow = (await read(id, "?from=2026-01-16")).json.details;
    assert.deepEqual(tomorrow, [{ field: "from", message: "must not be after today, 2026-01-15" }]);
    for (const [query, ...fields] of wrong) assert.deepEqual(badFields(await read(id, `?${query}`)), fields, query);
  });
});

onEachEngine("GET /api/v1/insights", (engine) => {
  const use = useOwnApp(engine);
  const ago = (days: number) => use.clock.now() - days * DAY_MS;
  const read = (query = "", key = use.key) => use.ask("GET", `/api/v1/insights${query}`, { key });
  /** Ids that no order of creation explains. */
  const scanned = async (name: string, count: number, fields: object, key: string) => {
    const { id } = await use.code({ name, ...fields }, key);
    await use.scan(
      id,
      Array.from({ length: count }, (_, i) => ({ at: use.clock.now() - i * 1000 })),
    );
    return id as string;
  };

  it("200: returns nothing for a workspace without codes", async () => {
    const { json } = await read("", (await use.app.user()).key);
    assert.deepEqual(Object.keys(json), [...FIELDS, "byCode", "exactFrom"]);
    assert.deepEqual([json.scans, json.timeline, json.byCode], [0, [], []]);
  });

  it("200: adds up the codes of the workspace, and those that match", async () => {
    const { key } = await use.app.user();
    const one = await scanned("One", 3, { category: "Doors" }, key);
    const two = await scanned("Two", 2, { type: "text", content: "Hello" }, key);
    const gone = await scanned("Gone", 5, {}, key);
    await use.ask("DELETE", `${PATH}/${gone}`, { key });
    await scanned("Foreign", 7, {}, (await use.app.user()).key);
    const { json } = await read("", key);
    assert.equal(json.scans, 5);
    assert.deepEqual(json.byCode, [
      { id: one, name: "One", scans: 3, previousScans: null },
      { id: two, name: "Two", scans: 2, previousScans: null },
    ]);
    const scansOf = async (query: string) => (await read(query, key)).json.scans;
    assert.equal(await scansOf("?category=Doors"), 3);
    assert.equal(await scansOf("?category=Windows"), 0);
    assert.equal(await scansOf("?type=text"), 2);
    assert.equal(await scansOf(`?ids=${two}`), 2);
    assert.equal(await scansOf(`?ids=${one}&ids=${two}&ids=${two}`), 5);
    assert.equal(await scansOf(`?ids=${one}&category=Doors&type=url`), 3);
    assert.deepEqual((await read("?codes=1", key)).json.byCode.length, 1);
    assert.deepEqual(badFields(await read("?codes=101", key)), ["codes"]);
    // It existed in the whole period before.
    await use.app.store.auth.db
      .updateTable("codes")
      .set({ created_at: ago(60) })
      .where("id", "=", one)
      .execute();
    await use.scan(one, [{ at: ago(40) }]);
    const previous = async (query: string) =>
      (await read(query, key)).json.byCode.map((code: { previousScans: number }) => code.previousScans);
    assert.deepEqual(await previous(""), [1, null]);
    assert.deepEqual(await previous("?compare=none"), [null, null]);
  });

  it("200: as CSV, the list that is asked for, with no cell that a spreadsheet would run", async () => {
    const { key } = await use.app.user();
    const id = await scanned("=1+1", 2, {}, key);
    const csv = (path: string) => use.ask("GET", `/api/v1/${path}`, { key });
    const answer = await csv(`qrcodes/${id}/insights.csv?period=yesterday&from`);
    assert.deepEqual(badFields(answer), ["from"]);
    const timeline = await csv(`qrcodes/${id}/insights.csv?period=7d`);
    assert.equal(timeline.headers.get("content-type"), "text/csv; charset=utf-8");
    assert.equal(
      timeline.headers.get("content-disposition"),
      'attachment; filename="=1+1 timeline 2026-01-09 2026-01-15.csv"',
    );
    assert.equal(timeline.text, "start,scans,visitors,previousScans\r\n2026-01-15,2,,0\r\n");
    const headers = { "If-None-Match": timeline.headers.get("etag")! };
    // Its headers are checked against the document.
    const held = await use.ask("GET", `/api/v1/qrcodes/${id}/insights.csv?period=7d`, { key, headers });
    assert.equal(held.status, 304);
    const linesOf = async (table: string) => (await csv(`insights.csv?table=${table}`)).text.split("\r\n");
    assert.deepEqual((await linesOf("code")).slice(0, 2), ["id,name,scans,previousScans", `${id},'=1+1,2,`]);
    assert.deepEqual(await linesOf("city"), ["country,city,scans", "DE,Berlin,2", ""]);
    assert.deepEqual(await linesOf("country"), ["country,scans", "DE,2", ""]);
    assert.deepEqual(await linesOf("os"), ["os,scans", "iOS,2", ""]);
    const hours = await linesOf("hour");
    assert.deepEqual([hours.length, hours[1], hours[1 + 3 * 24 + 11]], [170, "Monday,0,0", "Thursday,11,1"]);
    assert.deepEqual(badFields(await csv(`qrcodes/${id}/insights.csv?table=code`)), ["table"]);
  });

  it("404: answers for a missing code as for another user's", async () => {
    const foreign = await scanned("Foreign", 1, {}, (await use.app.user()).key);
    const [missing, theirs, bad] = [await read(`?ids=${MISSING}`), await read(`?ids=${foreign}`), await read("?ids=x")];
    assertError(missing, 404, "not_found");
    assert.equal(withoutRequestId(theirs), withoutRequestId(missing));
    assert.equal(withoutRequestId(bad), withoutRequestId(missing));
  });
});
