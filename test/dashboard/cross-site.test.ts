import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { FastifyRequest } from "fastify";
import { createSiteGuard } from "../../src/server/dashboard-guards.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

/** Every route that changes something, with an id that may or may not exist. */
const CHANGING: [method: string, path: string][] = [
  ["POST", "/sign-in"],
  ["POST", "/sign-up"],
  ["POST", "/set-up"],
  ["POST", "/reset"],
  ["POST", "/sign-out"],
  ["POST", "/password"],
  ["POST", "/contact"],
  ["POST", "/qrcodes"],
  ["PATCH", "/qrcodes/x"],
  ["DELETE", "/qrcodes/x"],
  ["POST", "/preview"],
  ["POST", "/preview/scannability"],
  ["POST", "/keys"],
  ["DELETE", "/keys/x"],
  ["POST", "/users"],
  ["PATCH", "/users/x"],
  ["POST", "/users/x/reset-link"],
];

const FOREIGN: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://tessera.test.evil.example" },
  { origin: "http://tessera.test", "sec-fetch-site": "cross-site" },
  { origin: "http://tessera.test", "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
  {},
];

onSqlite("requests from other sites", (engine) => {
  let app: TestApp;
  let visitor: Visitor;
  before(async () => {
    app = await sharedApp({ engine });
    visitor = await signedIn(app, "cross-site@example.com", "admin");
  });

  for (const [method, path] of CHANGING) {
    it(`refuses ${method} ${path} from any other site, with or without a session`, async () => {
      for (const headers of FOREIGN) {
        const answer = await app.request(method, BASE + path, {
          json: {},
          headers: { cookie: visitor.cookie(), ...headers },
        });
        assert.equal(answer.status, 403, JSON.stringify(headers));
        assert.equal(answer.json.error, "cross_site");
      }
      assert.equal((await visitor.request("GET", "/me")).status, 200, "no one was signed out");
    });
  }

  it("allows our own pages, by the service's address or by the requested host", async () => {
    for (const headers of [
      { origin: "http://tessera.test" },
      { origin: "http://tessera.test", "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "same-origin" },
    ] as Record<string, string>[]) {
      const answer = await app.request("POST", `${BASE}/keys`, {
        json: { name: "mine" },
        headers: { cookie: visitor.cookie(), ...headers },
      });
      assert.equal(answer.status, 201, JSON.stringify(headers));
    }
  });

  it("allows a page at another of our names, and none at a name that someone else can register", async () => {
    const guard = createSiteGuard({ baseUrl: () => "http://localhost:3000", setFrom: () => "http://old.example:3000" });
    const ask = (origin: string, host = origin.slice("http://".length)) =>
      guard({ method: "POST", headers: { origin, host } } as FastifyRequest);
    const ours = ["localhost:3000", "127.0.0.1:3000", "192.168.1.5:3000", "[::1]:3000", "nas.local", "tessera:8080"];
    ours.push("old.example:3000");
    for (const host of ours) await ask(`http://${host}`);
    await ask("http://localhost:3000", "upstream:3000");
    const rebound = ["rebind.evil.example:3000", "localhost.evil.example:3000", "127.0.0.1.evil.example"];
    for (const host of rebound) await assert.rejects(ask(`http://${host}`), { error: "cross_site" });
    await assert.rejects(ask("http://192.168.1.5:3000", "192.168.1.6:3000"), { error: "cross_site" });
    await assert.rejects(ask("http://old.example:3000", "localhost:3000"), { error: "cross_site" });
  });

  it("does not accept a key as a session, nor a session as a key", async () => {
    const { key } = await app.user();
    assert.equal((await app.request("GET", `${BASE}/me`, { key })).status, 401);
    const headers = { cookie: visitor.cookie() };
    assert.equal((await app.request("GET", "/api/v1/qrcodes", { headers })).status, 401);
  });
});
