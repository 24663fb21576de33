import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createReachTests } from "../../src/settings/reach-tests.ts";
import type { Visit } from "../../src/visits/visit.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { PHONE } from "../support/fixtures.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const HOUR_MS = 3_600_000;

onSqlite("Whether phones reach the service", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  const clock = createTestClock();
  before(async () => {
    // Then the header says where a request comes from.
    app = await startApp({ engine, clock, settings: { BASE_URL: undefined, TRUSTED_PROXIES: "loopback" } });
    admin = await signedIn(app, "admin@example.com", "admin", app.url);
  });
  after(() => app.close());

  const begin = async (): Promise<string> => (await admin.request("POST", "/settings/reach-tests")).json.secret;
  const stateOf = async (secret: string) => (await admin.request("GET", `/settings/reach-tests/${secret}`)).json.state;
  const open = (secret: string, from: string | null, agent = PHONE, method = "GET") =>
    app.request(method, `/reach/${secret}`, {
      headers: { "user-agent": agent, ...(from && { "x-forwarded-for": from }) },
    });

  it("is known once a phone opens the link of the test, which no loopback address, preview or other link does", async () => {
    const [secret, other] = [await begin(), await begin()];
    assert.match(secret, /^[\w-]{16}$/);
    assert.equal(await stateOf(secret), "waiting");
    for (const from of [null, "127.0.0.1", "127.9.9.9", "::1"]) {
      const here = await open(secret, from);
      assert.deepEqual([here.status, /This is the same computer/.test(here.text)], [200, true], String(from));
    }
    await open(secret, "192.168.1.34", "WhatsApp/2.23");
    await open(secret, "192.168.1.34", PHONE, "HEAD");
    assert.equal(await stateOf(secret), "waiting");
    const reached = await open(secret, "192.168.1.34");
    assert.deepEqual([reached.status, /This device reaches your codes/.test(reached.text)], [200, true]);
    assert.equal(reached.headers.get("cache-control"), "no-store");
    assert.equal(await stateOf(secret), "phone");
    await open(secret, "192.168.1.35", DESKTOP);
    assert.equal(await stateOf(secret), "phone", "the first one counts");
    assert.equal(await stateOf(other), "waiting");
    await open(other, "2001:db8::7", DESKTOP);
    assert.equal(await stateOf(other), "device");
    assert.deepEqual(
      (await admin.request("GET", "/overview?from=2026-01-15&to=2026-01-15")).json.uncounted,
      [],
      "no scan and no visit that is not counted",
    );
  });

  it("is known at once: whoever asks meanwhile is not told that the test is over", async () => {
    const states: string[] = [];
    let secret = "";
    const oneTimeTokens = new Proxy(app.store.oneTimeTokens, {
      get: (tokens, name) => {
        const call: (...given: unknown[]) => Promise<unknown> = Reflect.get(tokens, name);
        return async (...given: unknown[]) => {
          const result = await call(...given);
          if (secret !== "") states.push(await stateOf(secret));
          return result;
        };
      },
    });
    const phone = { uncounted: null, agent: { device: "mobile" } } as Visit;
    const visits = { ready: () => null, read: () => phone };
    const tests = createReachTests({ store: { oneTimeTokens }, clock, visits });
    secret = await tests.begin();
    const headers = { "user-agent": PHONE };
    await tests.arrive(secret, { at: clock.now(), method: "GET", address: "192.168.1.34", headers });
    assert.deepEqual([...new Set(states)], ["waiting", "phone"]);
  });

  it("is known also behind a proxy on this machine that is not trusted", async (t) => {
    const plain = await startApp({ engine, clock, settings: { BASE_URL: undefined } });
    t.after(() => plain.close());
    const someone = await signedIn(plain, "plain@example.com", "admin", plain.url);
    const { secret } = (await someone.request("POST", "/settings/reach-tests")).json;
    const through = (from: string) =>
      plain.request("GET", `/reach/${secret}`, { headers: { "user-agent": PHONE, "x-forwarded-for": from } });
    assert.match((await through("127.0.0.1, ::1")).text, /This is the same computer/);
    assert.match((await through("192.168.1.34")).text, /This device reaches your codes/);
    assert.equal((await someone.request("GET", `/settings/reach-tests/${secret}`)).json.state, "phone");
  });

  it("404: the link after an hour, and one that never was", async () => {
    const secret = await begin();
    clock.move(HOUR_MS - 1);
    assert.equal(await stateOf(secret), "waiting");
    clock.move(1);
    assert.equal(await stateOf(secret), "over");
    for (const wrong of [secret, "nonsense"]) {
      const { status, text } = await open(wrong, "192.168.1.34");
      assert.deepEqual([status, /This test is over/.test(text)], [404, true]);
    }
  });

  it("is asked by administrators only, and so are the addresses of the server", async () => {
    const member = await signedIn(app, "member@example.com", "member", app.url);
    const secret = await begin();
    for (const [method, path] of [
      ["POST", "/reach-tests"],
      ["GET", `/reach-tests/${secret}`],
      ["GET", "/public-address"],
      ["GET", "/links"],
    ] as const) {
      assert.equal((await member.request(method, `/settings${path}`)).status, 404, path);
    }
    const { isLocal, ...others } = (await member.request("GET", "/me")).json.service;
    assert.equal(isLocal, true);
    assert.deepEqual(Object.keys(others).toSorted(), ["baseUrl", "command", "mail", "version"]);

    const { json } = await admin.request("GET", "/settings/public-address");
    const { addresses, startLine, ...rest } = json;
    assert.deepEqual(rest, { baseUrl: "http://localhost:3000", isLocal: true, isFixed: false, listensHere: false });
    assert.match(startLine, / npm start$/);
    for (const { url } of addresses) assert.match(url, /^http:\/\/[\d.]+:3000$/);
    const links = { codes: 0, scanned: 0, isMore: false, domains: 0 };
    assert.deepEqual((await admin.request("GET", "/settings/links")).json, links);
  });
});
