import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { checkDomains } from "../../src/domains/checks.ts";
import { createLookUpTxt } from "../../src/domains/txt-records.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { scansOf } from "../store/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { visit } from "./support.ts";

const HOST = "go.example.test";
const NAME = `_tessera.${HOST}`;

const dns = await startDnsServer();
after(() => dns.close());

onEachEngine("A verified domain", (engine) => {
  const clock = createTestClock();
  let app: TestApp;
  let ada: Visitor;
  let id = "";
  let proof = "";
  const lookUpTxt = createLookUpTxt({ servers: [dns.address] });
  const check = () => checkDomains({ store: app.store, clock, lookUpTxt });
  before(async () => {
    app = await startApp({ engine, clock, settings: { DNS_SERVERS: dns.address } });
    ada = await signedIn(app, "ada@example.com");
    const added = (await ada.request("POST", "/domains", { host: HOST })).json;
    id = added.id;
    proof = added.record.value;
    dns.names.set(NAME, { txt: [proof] });
    assert.equal((await ada.request("POST", `/domains/${id}/verify`)).status, 200);
  });
  after(() => app.close());

  const notices = async () => (await ada.request("GET", "/domain-notices")).json;
  const asked = () => dns.asked.length;

  it("is looked up once a day, by one node", async () => {
    const before = asked();
    await check();
    assert.equal(asked(), before, "verified a moment ago");
    clock.move(DAY_MS);
    await Promise.all([check(), check()]);
    assert.equal(asked(), before + 1);
    await check();
    assert.equal(asked(), before + 1);
  });

  it("is looked up again soon if what was found could not be stored", async () => {
    const { domains } = app.store;
    const note = () => Promise.reject(new Error("the database is away"));
    clock.move(DAY_MS);
    const store = { domains: { ...domains, note } };
    await assert.rejects(checkDomains({ store, clock, lookUpTxt }), /the database is away/);
    const before = asked();
    await check();
    assert.equal(asked(), before, "another node may be looking it up");
    clock.move(DAY_MS / 24);
    await check();
    assert.equal(asked(), before + 1);
    await check();
    assert.equal(asked(), before + 1);
  });

  it("whose record is gone for 7 days is reported, and still serves its codes", async () => {
    const { shareToken } = (await ada.request("POST", "/qrcodes", { name: "Menu", content: "https://example.com" }))
      .json;
    dns.names.delete(NAME);
    for (let day = 0; day < 7; day++) {
      clock.move(DAY_MS);
      await check();
      assert.deepEqual(await notices(), [], `${day} days`);
    }
    clock.move(DAY_MS);
    await check();
    const since = new Date(clock.now() - 7 * DAY_MS).toISOString();
    assert.deepEqual(await notices(), [{ id, host: HOST, state: "missing", since }]);
    assert.equal((await visit(app.url, HOST, `/r/${shareToken}`)).status, 302);
    assert.equal((await app.request("GET", `/domains/ask?domain=${HOST}`)).status, 200);
    assert.equal((await ada.request("GET", `/domains/${id}`)).json.isVerified, true);
    dns.names.set(NAME, { txt: ["another", proof] });
    clock.move(DAY_MS);
    await check();
    assert.deepEqual(await notices(), [], "the record is back");
  });

  it("is not reported for a DNS server that fails or is silent", async () => {
    dns.names.set(NAME, { rcode: 2 });
    for (let day = 0; day < 9; day++) {
      clock.move(DAY_MS);
      await check();
    }
    assert.deepEqual(await notices(), []);
    dns.names.set(NAME, { txt: [proof] });
  });

  it("is used by codes that were created or scanned while it was the default", async () => {
    const use = async () => (await ada.request("GET", `/domains/${id}/use`)).json;
    const code = async (name: string) =>
      (await ada.request("POST", "/qrcodes", { name, content: "https://example.com" })).json;
    const setDefault = (isDefault: boolean) => ada.request("PATCH", `/domains/${id}`, { isDefault });
    const earlier = await code("Scanned later");
    await code("Never scanned");
    clock.move(DAY_MS);
    assert.deepEqual(await use(), { codes: 0 });
    await setDefault(true);
    assert.deepEqual(await use(), { codes: 0 });
    const during = await code("Created meanwhile");
    assert.deepEqual(await use(), { codes: 1 });
    clock.move(DAY_MS);
    await settleLines(app.store, scansOf(earlier.id, 1, clock.now()));
    assert.deepEqual(await use(), { codes: 2 });
    clock.move(DAY_MS);
    await setDefault(false);
    clock.move(DAY_MS);
    await code("Created afterwards");
    assert.deepEqual(await use(), { codes: 2 });
    await ada.request("DELETE", `/qrcodes/${during.id}`);
    assert.deepEqual(await use(), { codes: 1 });
  });

  it("that another workspace took over is reported", async () => {
    const eve = await signedIn(app, "eve@example.com");
    const { id: theirs, record } = (await eve.request("POST", "/domains", { host: HOST })).json;
    dns.names.set(NAME, { txt: [record.value] });
    assert.equal((await eve.request("POST", `/domains/${theirs}/verify`)).status, 200);
    const since = new Date(clock.now()).toISOString();
    assert.deepEqual(await notices(), [{ id, host: HOST, state: "taken-over", since }]);
    assert.deepEqual((await eve.request("GET", "/domain-notices")).json, []);
    assert.equal((await eve.request("GET", `/domains/${id}/use`)).status, 404);
    assert.equal((await ada.request("DELETE", `/domains/${id}`)).status, 204);
    assert.deepEqual(await notices(), []);
  });
});
