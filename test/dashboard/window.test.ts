import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createKeys } from "../../src/keys/service.ts";
import { createIds } from "../../src/shared/ids.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { createTestClock, freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, createVisitor, PASSWORD, signedIn } from "./support.ts";

const PICTURE = { foregroundColor: "#000000", backgroundColor: "#ffffff", errorCorrection: "M", size: 256 };

onEachEngine("the rate limit of the dashboard's routes", (engine) => {
  const clock = createTestClock(Date.now());
  const settings = { DASHBOARD_LIMIT: "10", RATE_WINDOW_SECONDS: "60" };
  let app: TestApp;
  let node: TestApp;
  before(async () => {
    app = await startApp({ engine, clock, settings });
    const place = { ...app.place, dataDir: freshDir() };
    // SQLite has one node only.
    node = engine.name === "postgres" ? await startApp({ engine, clock, settings, place }) : app;
  });
  after(async () => {
    if (node !== app) await node.close();
    await app.close();
  });

  it("429: admits exactly the limit of changes and searches, over all nodes and sessions", async () => {
    const email = "busy@example.com";
    const here = await signedIn(app, email);
    const there = createVisitor(node);
    await there.request("POST", "/sign-in", { email, password: PASSWORD });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const visitor = i % 2 ? here : there;
        if (i % 3 === 0) return visitor.request("GET", "/codes?q=menu");
        if (i % 3 === 1) return visitor.request("POST", "/keys", { name: "k" });
        return visitor.request("POST", "/qrcodes", VALID_BODY);
      }),
    );
    const refused = all.filter(({ status }) => status === 429);
    assert.equal(refused.length, 10);
    for (const { headers, json } of refused) {
      assert.equal(headers.get("retry-after"), "60");
      assert.deepEqual(Object.keys(json), ["error", "message", "requestId"]);
      assert.equal(json.error, "rate_limited");
      assert.match(json.message, /^The limit of 10 changes and searches is reached\. Try again in a minute\.$/);
    }
    for (const path of ["/codes", "/codes?q=", "/keys", "/me", "/qrcodes"]) {
      assert.equal((await here.request("GET", path)).status, 200, `${path} is a plain read`);
    }
    const [made] = all.filter(({ status, json }) => status === 201 && json.shareUrl);
    const sheet = await here.request("POST", "/preview/sheet", { ids: [made!.json.id] });
    assert.equal(sheet.status, 200, "reads have a window of their own");
    const previews = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? here : there).request("POST", i % 3 ? "/preview" : "/preview/scannability", PICTURE),
      ),
    );
    const late = previews.filter(({ status }) => status === 429);
    assert.deepEqual([late.length, late[0]?.headers.get("retry-after")], [1, "60"]);
    assert.match(late[0]!.json.message, /^The limit of 50 previews is reached/);
    assert.equal((await there.request("GET", "/qrcodes?q=menu")).status, 429);
    const other = await signedIn(app, "other@example.com");
    assert.equal((await other.request("POST", "/qrcodes", VALID_BODY)).status, 201, "each user's own");
    clock.move(60_000);
    assert.equal((await here.request("POST", "/qrcodes", VALID_BODY)).status, 201);
  });

  it("429: admits twenty times as many lists and statistics, and any number of look-ups", async () => {
    const visitor = await signedIn(app, "reader@example.com");
    const statusesOf = async (paths: readonly string[]) => {
      const all = await Promise.all(paths.map((path) => visitor.request("GET", path)));
      return Object.groupBy(all, ({ status }) => status);
    };
    const { 200: looked } = await statusesOf(Array.from({ length: 30 }, () => "/me"));
    assert.equal(looked?.length, 30);
    // One after another: a person's lists wait for each other, and too many at once are refused.
    for (let i = 0; i < 200; i++) {
      assert.equal((await visitor.request("GET", i % 2 ? "/needs" : "/codes")).status, 200);
    }
    const id = "019a0000-0000-7000-8000-000000000000";
    const ofCode = ["scannability", "style/nearest"].map((what) => `/qrcodes/${id}/${what}`);
    const heavy = [
      "/codes",
      "/needs",
      "/qrcodes",
      `/domains/${id}/use`,
      "/moved-links",
      "/export/bundle.zip",
      ...ofCode,
    ];
    const { 429: refused = [] } = await statusesOf(heavy);
    assert.equal(refused.length, heavy.length);
    assert.match(
      refused[0]!.json.message,
      /^The limit of 200 lists and statistics is reached\. Try again in a minute\.$/,
    );
    assert.equal((await visitor.request("GET", "/me")).status, 200);
    assert.equal((await visitor.request("GET", "/codes?q=menu")).status, 200, "searches have a window of their own");
    clock.move(60_000);
    assert.equal((await visitor.request("GET", "/codes")).status, 200);
  });

  it("does not count requests without a session", async () => {
    for (let i = 0; i < 12; i++) {
      const answer = await app.request("POST", `${BASE}/qrcodes`, {
        json: VALID_BODY,
        headers: { origin: "http://tessera.test" },
      });
      assert.equal(answer.status, 401);
    }
  });

  it("400: states the maximum number of active keys on the API Keys page", async () => {
    const owner = await signedIn(app, "keys@example.com");
    const { id: userId, workspaceId } = (await app.store.users.findByEmail("keys@example.com"))!;
    const keys = createKeys({ store: app.store, clock, createId: createIds(clock.now) });
    for (let i = 0; i < 99; i++) await keys.create({ workspaceId, userId }, `k${i}`);
    assert.equal((await owner.request("POST", "/keys", { name: "the last" })).status, 201);
    const refused = await owner.request("POST", "/keys", { name: "one more" });
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, /100 active keys/);
    assert.equal((await owner.request("GET", "/keys")).json.keys.length, 100);
  });
});
