import assert from "node:assert/strict";
import { before, it } from "node:test";
import { DAY_MS, HOUR_MS, localDay, QUARTER_MS } from "../../src/shared/days.ts";
import { AGENTS, PLACES } from "../store/counted-model.ts";
import { lineOf } from "../store/scans/visits.ts";
import { dbOf, packAll } from "../store/steps.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { settleLines } from "../support/settle.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onSqlite("the dashboard's list of codes", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let other: Visitor;
  const make = async (name: string, more = {}, by = owner) =>
    (await by.request("POST", "/qrcodes", { name, content: "https://example.com/menu", ...more })).json;
  const list = async (query: string, by = owner) => (await by.request("GET", `/codes?${query}`)).json;

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "list-owner@example.com");
    other = await signedIn(app, "list-other@example.com");
    await make("Autumn poster");
    await make("Table menu", { category: "Tables" });
    await make("Lantern", {}, other);
  });

  it("suggests a search that finds something, and only if the search found nothing", async () => {
    const found = async (query: string, by = owner) => {
      const { total, suggestion } = await list(query, by);
      return { total, suggestion };
    };
    assert.deepEqual(await found("q=posetr"), { total: 0, suggestion: "poster" });
    assert.deepEqual(await found("q=autunm%20posetr"), { total: 0, suggestion: "autumn poster" });
    assert.deepEqual(await found("q=EXAMPEL.com"), { total: 0, suggestion: "example.com" });
    assert.deepEqual(await found("q=poster"), { total: 1, suggestion: null });
    assert.deepEqual(await found("q=table%20posetr"), { total: 0, suggestion: null }, "no code has both in a row");
    assert.deepEqual(
      await found("q=lantrn"),
      { total: 0, suggestion: null },
      "another owner's words are not suggested",
    );
    assert.deepEqual(await found("q=lantrn", other), { total: 0, suggestion: "lantern" });
    assert.deepEqual(await found("category=Tables&q=posetr"), { total: 0, suggestion: null }, "filters apply");
    assert.deepEqual(await found("category=Tables&q=tabel"), { total: 0, suggestion: "table" });
    assert.deepEqual(await found("category=None"), { total: 0, suggestion: null });
    assert.deepEqual(await found("state=deleted&q=posetr"), { total: 0, suggestion: null }, "the bin is empty");
  });

  it("counts small charts by the days of the workspace's zone, those of placements too", async () => {
    const member = await signedIn(app, "list-zone@example.com");
    const { id } = await make("Far away", {}, member);
    const placed = await member.request("POST", `/qrcodes/${id}/placements`, { placements: [{ name: "Door" }] });
    const placement = placed.json.data[0].id;
    const codes = dbOf(app.store)
      .updateTable("codes")
      .set({ created_at: Date.now() - 60 * DAY_MS });
    const { num } = await codes.where("id", "=", id).returning("num").executeTakeFirstOrThrow();
    const lines = async () => {
      const [code] = (await member.request("GET", "/codes")).json.codes;
      const [copy] = (await member.request("GET", `/codes/${id}/placements`)).json.placements;
      assert.deepEqual(copy.sparkline, code.sparkline);
      return code.sparkline.slice(-6);
    };
    // Two of them are of one day in UTC, and of two in a zone 14 hours ahead.
    const zone = "Pacific/Kiritimati";
    const midnight = localDay(zone, Date.now() - 3 * DAY_MS).from * QUARTER_MS;
    const times = [midnight - 26 * HOUR_MS, midnight - 1, midnight];
    await settleLines(
      app.store,
      times.map((at) => lineOf(id, { at, agent: AGENTS[0]!, place: PLACES[0]! }, placement)),
    );
    await member.request("PATCH", "/workspace", { zone });
    for (const pack of [async () => {}, () => packAll(app.store, [num])]) {
      await pack();
      assert.deepEqual(await lines(), [1, 1, 1, 0, 0, 0]);
    }
  });

  it("shows when each code was last scanned", async () => {
    const { shareToken, id } = await make("Scanned");
    for (let i = 0; i < 2; i++) await app.request("GET", `/r/${shareToken}`);
    const last = (await owner.request("GET", `/qrcodes/${id}/scans?limit=1`)).json.data[0].scannedAt;
    const { codes } = await list("sort=scans&limit=2");
    assert.deepEqual(
      codes.map((code: { name: string; lastScanAt: string | null }) => [code.name, code.lastScanAt]),
      [
        ["Scanned", last],
        ["Table menu", null],
      ],
    );
  });
});
