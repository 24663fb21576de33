import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { createExamples } from "../../src/demo/examples.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { EVENTS } from "../../src/shared/events.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("examples in a user's account", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let other: Visitor;
  let workspaceId: string;
  const count = async (by = owner) => (await by.request("GET", "/examples")).json.count;
  const change = async (method: "POST" | "DELETE", by = owner) => {
    const { status, json } = await by.request(method, "/examples");
    assert.equal(status, 200);
    return json.count;
  };
  const names = async (by = owner) =>
    (await by.request("GET", "/codes?limit=100")).json.codes.map(({ name }: { name: string }) => name).sort();

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "owner@examples.example");
    other = await signedIn(app, "other@examples.example");
    workspaceId = (await app.store.users.findByEmail("owner@examples.example"))!.workspaceId;
    // Looks like an example, but is the owner's own.
    await app.store.codes.create(newCode(workspaceId, Date.now(), { name: "Mine", category: "Mine" }));
  });

  it("are created once, with scans, however often they are requested", async () => {
    assert.equal(await count(), 0);
    assert.equal(await change("POST"), 6);
    assert.equal(await change("POST"), 6);
    assert.equal((await names()).length, 7);
    const { codes } = (await owner.request("GET", "/codes?limit=100")).json;
    const tags = (await app.store.tags.list(workspaceId)).map(({ name }) => name);
    assert.deepEqual(tags, ["Mine"], "none that would stay when they are removed");
    const scans = codes.map(({ scanCount }: { scanCount: number }) => scanCount);
    assert.equal(
      scans.reduce((a: number, b: number) => a + b),
      3_000,
    );
    assert.deepEqual(await names(other), []);
  });

  it("keep their visitors when salts and tags are removed, and one of them is scanned for real", async () => {
    const visitors = async () => {
      const { json } = await owner.request("GET", "/insights?period=90d&timezone=UTC");
      return { visitors: json.visitors, knownVisitors: json.knownVisitors };
    };
    const before = await visitors();
    assert.ok(before.visitors > 2_000, JSON.stringify(before));
    assert.equal(before.knownVisitors, before.visitors);
    await app.store.maintain(Date.now());
    const { codes } = (await owner.request("GET", "/codes?limit=100")).json;
    const example = codes.find(({ type, scanCount }: { type: string; scanCount: number }) => {
      return type === "url" && scanCount > 0;
    });
    assert.equal((await app.request("GET", `/r/${example.shareToken}`)).status, 302);
    const visitorsNow = before.visitors + 1;
    assert.deepEqual(await visitors(), { visitors: visitorsNow, knownVisitors: visitorsNow });
  });

  it("count with the placements that the account may have", async () => {
    const by = await signedIn(app, "placed@examples.example");
    const { workspaceId: own } = (await app.store.users.findByEmail("placed@examples.example"))!;
    const code = newCode(own, Date.now());
    const placements = ["a", "b"].map((name) => {
      return { id: randomUUID(), name, token: `placed-${name}`, isSlug: false, createdAt: code.createdAt };
    });
    await app.store.examples.prepare([code], Date.now(), new Map([[code.id, placements]]));
    const taken = async () => (await by.request("GET", "/workspace")).json.links.placements.taken;
    assert.equal(await taken(), 0);
    await app.store.examples.show(own, [code.id], Date.now());
    assert.equal(await taken(), 2);
  });

  it("are removed except for those that their owner has changed, and nothing else is", async () => {
    await change("POST", other);
    const { codes } = (await owner.request("GET", "/codes?limit=100")).json;
    const example = codes.find(({ name }: { name: string }) => name !== "Mine");
    await owner.request("PATCH", `/qrcodes/${example.id}`, { name: "Printed", category: "Mine now" });
    assert.equal(await count(), 5);
    assert.equal(await change("DELETE"), 5);
    assert.deepEqual(await names(), ["Mine", "Printed"]);
    assert.equal((await names(other)).length, 6);
    assert.equal(await change("DELETE"), 0);
    assert.equal(await change("POST"), 6, "and can be created again");
    assert.deepEqual(await app.store.scans.check(), []);
  });

  it("are completed by those that are missing after one was restored from the bin", async () => {
    const visitor = await signedIn(app, "restoring@examples.example");
    await change("POST", visitor);
    const all = await names(visitor);
    await change("DELETE", visitor);
    const [binned] = (await visitor.request("GET", "/codes?state=deleted")).json.codes;
    await visitor.request("POST", `/qrcodes/${binned.id}/restore`);
    assert.equal(await count(visitor), 1);
    assert.equal(await change("POST", visitor), 6);
    assert.deepEqual(await names(visitor), all);
    assert.deepEqual(await app.store.scans.check(), []);
  });

  it("send nothing to webhooks, neither when they are created nor when they are removed", async () => {
    const visitor = await signedIn(app, "hooked@examples.example");
    const { workspaceId: id } = (await app.store.users.findByEmail("hooked@examples.example"))!;
    const made = { id: randomUUID(), workspaceId: id, url: "https://example.com", events: [...EVENTS], isActive: true };
    await app.store.webhooks.create({ ...made, secret: "whsec_AAAA", createdAt: Date.now() }, 20);
    const webhook = (await app.store.webhooks.find(id, made.id))!;
    assert.equal(await change("POST", visitor), 6);
    assert.equal(await change("DELETE", visitor), 6);
    assert.equal(await app.store.deliveries.next(webhook.num, Date.now()), null);
    assert.deepEqual(await app.store.webhooks.deliveries(webhook.num, 10), []);
  });

  it("appear at once with all their scans, or not at all", async () => {
    const visitor = await signedIn(app, "crashed@examples.example");
    const { workspaceId: id } = (await app.store.users.findByEmail("crashed@examples.example"))!;
    const settleScans = async () => {
      assert.deepEqual(await names(visitor), []);
      assert.equal((await visitor.request("GET", "/codes?state=deleted")).json.codes.length, 0);
      throw new Error("The process ends here.");
    };
    const store = { ...app.store, settleScans };
    const crashing = createExamples({ store, clock: createSystemClock(), lifetimeMs: DAY_MS });
    await assert.rejects(crashing.make(id), /ends here/);
    assert.equal(await change("POST", visitor), 6);
    assert.equal((await names(visitor)).length, 6);
    await app.store.maintain(Date.now() + DAY_MS);
    assert.equal((await names(visitor)).length, 6, "only what was left behind is erased");
    assert.deepEqual(await app.store.scans.check(), []);
  });

  it("are created once when two nodes are asked at the same time", async () => {
    const visitor = await signedIn(app, "twice@examples.example");
    const { workspaceId: id } = (await app.store.users.findByEmail("twice@examples.example"))!;
    const options = { store: app.store, clock: createSystemClock(), lifetimeMs: DAY_MS };
    const counts = await Promise.all([createExamples(options), createExamples(options)].map(({ make }) => make(id)));
    assert.deepEqual(counts, [6, 6]);
    assert.equal((await names(visitor)).length, 6);
  });
});
