import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";

onEachEngine("POST /api/v1/qrcodes", (engine) => {
  let app: TestApp;
  let key: string;
  before(async () => {
    app = await startApp({ engine });
    key = (await app.person()).key;
  });
  after(() => app.close());

  it("201: fills in the defaults and answers exactly the create shape", async () => {
    const answer = await app.request("POST", "/api/v1/qrcodes", {
      key,
      json: { name: "Menu", content: "https://example.com/menu" },
    });
    assert.equal(answer.status, 201);
    const { id, shareToken, createdAt, expiresAt, ...rest } = answer.json;
    assert.match(shareToken, /^[a-km-np-z2-9]{12}$/);
    assert.deepEqual(rest, {
      name: "Menu",
      type: "url",
      content: "https://example.com/menu",
      shareUrl: `http://tessera.test/r/${shareToken}`,
      foregroundColor: "#1a1410",
      backgroundColor: "#ffffff",
      size: 512,
      errorCorrection: "M",
      category: null,
    });
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 365 * 86_400_000);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(id, /^[0-9a-f-]{36}$/);
  });
});
