import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { appBehindProxy } from "./support.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

onSqlite("an unknown address", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await appBehindProxy(engine);
  });

  it("404: a page for a browser, with a link to the dashboard", async () => {
    for (const path of ["/nowhere", "/r", "/nowhere?x=1", "/%zz"]) {
      const answer = await app.request("GET", path, { headers: BROWSER });
      assert.equal(answer.status, 404, path);
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
      assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
      assert.match(answer.text, /This page does not exist/);
      assert.equal(answer.headers.get("vary"), "Accept, Accept-Language");
      assert.match(answer.text, /href="\/qr\/app\/"/);
    }
  });

  it("404: JSON for a program, and for everyone under the APIs", async () => {
    const asked: [string, Record<string, string>][] = [
      ["/nowhere", {}],
      ["/nowhere", { accept: "application/json" }],
      ["/nowhere", { accept: "text/html;q=0" }],
      ["/nowhere", { accept: "text/html;q=0.0, */*" }],
      ["/nowhere", { accept: "application/json, text/html;q=0.1" }],
      ["/nowhere", { accept: "*/*" }],
      ["/api/v2/nowhere", BROWSER],
      ["/api/dashboard/nowhere", BROWSER],
    ];
    for (const [path, headers] of asked) {
      const answer = await app.request("GET", path, { headers });
      assert.equal(answer.status, 404, path);
      assert.equal(answer.json.error, "not_found");
    }
    const { headers } = await app.request("GET", "/nowhere");
    assert.equal(headers.get("vary"), "Accept", "caches keep the two apart");
  });

  it("404: plain text for a script or style that no longer exists", async () => {
    for (const path of ["/app/assets/none.js", "/app/assets/", "/app/assets/a/b.css"]) {
      for (const headers of [BROWSER, { accept: "*/*" }]) {
        const answer = await app.request("GET", path, { headers });
        assert.equal(answer.status, 404, path);
        assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
        assert.equal(answer.headers.get("cache-control"), "no-store");
      }
    }
  });

  it("200: the icon that browsers look for", async () => {
    const answer = await fetch(`${app.url}/favicon.ico`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "image/png");
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  });
});
