import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("the contact of an account", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "contact@example.com");
  });

  it("is shown to visitors of an expired code only after it is set", async () => {
    const code = { name: "Old poster", content: "https://example.com" };
    const { id, shareToken } = (await owner.request("POST", "/qrcodes", code)).json;
    const { workspace_id } = await app.store.auth.db
      .selectFrom("codes")
      .select("workspace_id")
      .where("id", "=", id)
      .executeTakeFirst();
    await app.store.codes.update(workspace_id, id, Date.now(), () => ({ expiresAt: 1, expiresFixed: true }));
    const page = () => app.request("GET", `/r/${shareToken}`);
    assert.equal((await page()).status, 410);
    assert.doesNotMatch((await page()).text, /mailto:/);
    const contact = "hello@example.com";
    assert.equal((await owner.request("POST", "/contact", { contact })).status, 204);
    assert.match((await page()).text, /mailto:hello@example\.com/);
    assert.equal((await owner.request("GET", "/me")).json.contact, contact);
    assert.equal((await owner.request("POST", "/contact", { contact: null })).status, 204);
    assert.doesNotMatch((await page()).text, /mailto:/);
  });

  it("must be an email address", async () => {
    const answer = await owner.request("POST", "/contact", { contact: "javascript:alert(1)" });
    assert.equal(answer.status, 400);
    assert.equal((await owner.request("GET", "/me")).json.contact, null);
  });
});
