import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("examples in a user's account", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let other: Visitor;
  let ownerId: string;
  const count = async (by = owner) => (await by.request("GET", "/examples")).json.count;
  const change = async (method: "POST" | "DELETE", by = owner) => {
    const { status, json } = await by.request(method, "/examples");
    assert.equal(status, 200);
    return json.count;
  };
  const names = async (by = owner) =>
    (await by.request("GET", "/codes?limit=100")).json.codes.map(({ name }: { name: string }) => name).sort();

  before(async () => {
    app = await startApp({ engine });
    owner = await signedIn(app, "owner@example.com");
    other = await signedIn(app, "other@example.com");
    ownerId = (await app.store.users.findByEmail("owner@example.com"))!.id;
    // Looks like an example, but is the owner's own.
    await app.store.codes.create(newCode(ownerId, Date.now(), { name: "Mine", category: "Examples" }));
  });
  after(() => app.close());

  it("are created once, with scans, however often they are requested", async () => {
    assert.equal(await count(), 0);
    assert.equal(await change("POST"), 6);
    assert.equal(await change("POST"), 6);
    assert.equal((await names()).length, 7);
    const { codes } = (await owner.request("GET", "/codes?limit=100")).json;
    assert.ok(codes.every(({ category }: { category: string }) => category === "Examples"));
    const scans = codes.map(({ scanCount }: { scanCount: number }) => scanCount);
    assert.equal(
      scans.reduce((a: number, b: number) => a + b),
      3_000,
    );
    assert.deepEqual(await names(other), []);
  });

  it("are removed with all changes made to them, and nothing else is", async () => {
    await change("POST", other);
    const { codes } = (await owner.request("GET", "/codes?limit=100")).json;
    const example = codes.find(({ name }: { name: string }) => name !== "Mine");
    await owner.request("PATCH", `/qrcodes/${example.id}`, { name: "Renamed", category: "Mine now" });
    assert.equal(await change("DELETE"), 6);
    assert.deepEqual(await names(), ["Mine"]);
    assert.equal((await names(other)).length, 6);
    assert.equal(await change("DELETE"), 0);
    assert.equal(await change("POST"), 6, "and can be created again");
  });
});
