import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";

onSqlite("the dashboard's pages", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine, settings: { BASE_URL: "https://tessera.test" } });
  });
  after(() => app.close());

  it("302: the root redirects to them", async () => {
    const answer = await app.request("GET", "/");
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get("location"), "/app/");
  });

  it("302: a bookmark of a list without the trailing slash keeps its filters", async () => {
    const answer = await app.request("GET", "/app?state=deleted&q=a%20b");
    assert.equal(answer.headers.get("location"), "/app/?state=deleted&q=a%20b");
  });

  it("200: every path under /app/ is the one page, which is revalidated each time", async () => {
    for (const path of ["/app/", "/app/codes/new", "/app/keys"]) {
      const answer = await app.request("GET", path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.text, /<div id="root">/);
      assert.equal(answer.headers.get("cache-control"), "no-cache");
    }
  });

  it("have a policy without inline script, with a new nonce on each page", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => app.request("GET", "/app/")));
    const policy = first!.headers.get("content-security-policy")!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    assert.ok(first!.text.includes(`content="${nonce}"`));
    assert.ok(!second!.text.includes(nonce));
    assert.doesNotMatch(first!.text, /<script(?![^>]*\ssrc=)/);
    assert.equal(first!.headers.get("strict-transport-security"), "max-age=31536000");
    assert.equal(first!.headers.get("referrer-policy"), "no-referrer");
  });

  it("serve their files compressed and immutable, and 404 for others", async () => {
    const page = await app.request("GET", "/app/");
    const [, script] = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.text)!;
    const file = await app.request("GET", script!, { headers: { "accept-encoding": "br" } });
    assert.equal(file.status, 200);
    assert.match(file.headers.get("cache-control")!, /immutable/);
    assert.equal(file.headers.get("content-encoding"), "br");
    for (const range of ["bytes=,,,", "bytes=99999999-", "bytes=0-1"]) {
      assert.equal((await app.request("GET", script!, { headers: { range } })).status, 200, range);
    }
    assert.equal((await app.request("GET", "/app/assets/none.js")).status, 404);
    assert.equal((await app.request("GET", "/app/assets/..%2f..%2fpackage.json")).status, 404);
  });

  it("mark the session's cookie as Secure under https", async () => {
    const { signedIn, createVisitor, PASSWORD } = await import("./support.ts");
    await assert.rejects(signedIn(app, "a@example.com"), /cross_site/, "another origin");
    const answer = await createVisitor(app).request(
      "POST",
      "/sign-in",
      { email: "a@example.com", password: PASSWORD },
      { headers: { origin: "https://tessera.test" } },
    );
    assert.match(answer.headers.getSetCookie()[0]!, /^__Host-tessera\.session_token=.*; Path=\/;.*; Secure/);
  });
});
