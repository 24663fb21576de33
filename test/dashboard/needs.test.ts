import assert from "node:assert/strict";
import { before, it } from "node:test";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { scansOf, uncountedOf } from "../store/support.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

const clock = createTestClock();
/** White on white is refused; this is not, and cannot be read. */
const FAINT = { foregroundColor: "#e8c8e0", backgroundColor: "#ffffff" };

onEachEngine("The overview", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await sharedApp({ engine, clock });
  });

  const make = async (visitor: Visitor, name: string, more: object = {}) => {
    const answer = await visitor.request("POST", "/qrcodes", { name, content: "https://example.com", ...more });
    assert.equal(answer.status, 201, answer.text);
    return answer.json as { id: string; name: string };
  };
  const needs = async (visitor: Visitor) => (await visitor.request("GET", "/needs")).json;
  const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();

  it("GET /needs: names active codes that expire within 14 days, the next first", async () => {
    const visitor = await signedIn(app, "expiring@example.com");
    assert.deepEqual(await needs(visitor), {
      expiring: { codes: [], count: 0 },
      hardToScan: { codes: [], count: 0 },
      quiet: 0,
    });
    await make(visitor, "Later", { expiresAt: inDays(15) });
    await make(visitor, "Paused", { expiresAt: inDays(1), isPublic: false });
    const made = [];
    for (const days of [7, 3, 14, 4, 5, 6]) {
      made.push({ days, ...(await make(visitor, `In ${days} days`, { expiresAt: inDays(days) })) });
    }
    const stranger = await signedIn(app, "not-expiring@example.com");
    assert.equal((await needs(stranger)).expiring.count, 0);
    const { expiring } = await needs(visitor);
    assert.equal(expiring.count, 6);
    const next = made.sort((a, b) => a.days - b.days).slice(0, 5);
    assert.deepEqual(
      expiring.codes,
      next.map(({ id, name, days }) => ({ id, name, expiresAt: inDays(days) })),
    );
  });

  it("GET /needs: counts active codes that had scans, but none for 30 days; the list shows them", async () => {
    const visitor = await signedIn(app, "quiet@example.com");
    const [quiet, paused, busy] = [
      await make(visitor, "Quiet"),
      await make(visitor, "Paused"),
      await make(visitor, "Busy"),
    ];
    await make(visitor, "Never scanned");
    const at = clock.now();
    await settleLines(
      app.store,
      [quiet, paused].flatMap(({ id }) => scansOf(id, 1, at)),
    );
    clock.move(30 * DAY_MS);
    await settleLines(app.store, scansOf(busy.id, 1, clock.now()));
    assert.equal((await needs(visitor)).quiet, 0);
    clock.move(DAY_MS);
    assert.equal((await visitor.request("PATCH", `/qrcodes/${paused.id}`, { isPublic: false })).status, 200);
    assert.equal((await needs(visitor)).quiet, 1);
    const list = (await visitor.request("GET", "/codes?state=quiet")).json;
    assert.deepEqual(
      list.codes.map(({ id }: { id: string }) => id),
      [quiet.id],
    );
    await settleLines(app.store, scansOf(quiet.id, 1, clock.now()));
    assert.equal((await needs(visitor)).quiet, 0);
  });

  it("GET /needs: names codes found to be hard to scan, until they look different", async () => {
    const visitor = await signedIn(app, "hard@example.com");
    const [faint, plain] = [await make(visitor, "Faint", FAINT), await make(visitor, "Plain")];
    const grade = async ({ id }: { id: string }) =>
      (await visitor.request("GET", `/qrcodes/${id}/scannability`)).json.grade;
    assert.equal((await needs(visitor)).hardToScan.count, 0);
    assert.deepEqual([await grade(faint), await grade(plain)], ["F", "A"]);
    assert.deepEqual((await needs(visitor)).hardToScan, { codes: [{ id: faint.id, name: "Faint" }], count: 1 });
    await visitor.request("PATCH", `/qrcodes/${faint.id}`, { foregroundColor: "#000000" });
    const none = { codes: [], count: 0 };
    assert.deepEqual((await needs(visitor)).hardToScan, none);
    assert.deepEqual(await app.store.needs.hardToScan((await visitor.request("GET", "/me")).json.workspaceId, 9), []);
    await visitor.request("PATCH", `/qrcodes/${faint.id}`, FAINT);
    assert.equal(await grade(faint), "F");
    assert.equal((await needs(visitor)).hardToScan.count, 1, "it looks as it did at first");
    await visitor.request("DELETE", `/qrcodes/${faint.id}`);
    assert.deepEqual((await needs(visitor)).hardToScan, none);
  });

  it("GET /overview: counts codes by state, and visits that were not counted, of all codes or of some", async () => {
    const visitor = await signedIn(app, "states@example.com");
    const [menu, poster] = [await make(visitor, "Menu", { category: "Table" }), await make(visitor, "Poster")];
    await make(visitor, "Paused", { isPublic: false });
    const firstCreatedAt = new Date(clock.now()).toISOString();
    clock.move(1000);
    await make(visitor, "Expiring", { expiresAt: inDays(1), category: "Late" });
    const day = dayOf(clock.now());
    await settleLines(app.store, [
      uncountedOf(menu.id, day, "crawler", 3),
      uncountedOf(menu.id, day + 1, "preview", 4),
      uncountedOf(poster.id, day + 1, "crawler", 5),
      uncountedOf(poster.id, day + 2, "crawler", 6),
    ]);
    clock.move(2 * DAY_MS);
    const date = (of: number) => new Date(of * DAY_MS).toISOString().slice(0, 10);
    const { data: tags } = (await visitor.request("GET", "/tags")).json;
    const tagOf = (category: string) => tags.find(({ name }: { name: string }) => name === category).id;
    const read = async (query = "") =>
      (await visitor.request("GET", `/overview?from=${date(day)}&to=${date(day + 1)}${query}`)).json;
    const codes = { active: 2, paused: 1, expired: 1, isMore: false };
    assert.deepEqual(await read(), {
      codes,
      uncounted: [
        { reason: "crawler", count: 8 },
        { reason: "preview", count: 4 },
      ],
      firstCreatedAt,
    });
    assert.equal(
      (await read(`&tag=${tagOf("Late")}`)).firstCreatedAt,
      new Date(Date.parse(firstCreatedAt) + 1000).toISOString(),
    );
    assert.equal((await read("&type=wifi")).firstCreatedAt, null);
    assert.deepEqual((await read(`&tag=${tagOf("Table")}`)).uncounted, [
      { reason: "crawler", count: 3 },
      { reason: "preview", count: 4 },
    ]);
    assert.deepEqual((await read("&type=wifi")).uncounted, []);
    for (const query of ["", "from=2026-02-30&to=2026-03-01", "from=2026-02-01", "from=x&to=2026-02-01"]) {
      assert.equal((await visitor.request("GET", `/overview?${query}`)).status, 400, query);
    }
  });
});
