import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onSqlite("The settings of a workspace", (engine) => {
  let app: TestApp;
  let ada: Visitor;
  let workspace = "";
  before(async () => {
    app = await sharedApp({ engine });
    ada = await signedIn(app, "ada@workspace-settings.example");
    workspace = (await ada.request("POST", "/workspaces", { name: "Café" })).json.id;
  });
  const there = (method: string, path: string, json?: object) =>
    ada.request(method, path, json, { headers: { "tessera-workspace": workspace } });

  it("are those of the workspace that was joined last, unless the browser names another", async () => {
    const opened = async (headers = {}) => (await ada.request("GET", "/me", undefined, { headers })).json.workspaceId;
    assert.equal(await opened(), workspace);
    const { workspaces } = (await ada.request("GET", "/workspaces")).json;
    const own = workspaces.find(({ id }: { id: string }) => id !== workspace).id;
    assert.equal(await opened({ "tessera-workspace": own }), own);
  });

  it("are its name and zone", async () => {
    const changed = await there("PATCH", "/workspace", { name: " Café Mosaic ", zone: "Europe/Lisbon" });
    assert.deepEqual([changed.status, changed.json.name, changed.json.zone], [200, "Café Mosaic", "Europe/Lisbon"]);
    const spelled = await there("PATCH", "/workspace", { zone: "europe/LISBON" });
    assert.equal(spelled.json.zone, "Europe/Lisbon", "however it is spelled");
    for (const [field, value] of Object.entries({ name: " ", zone: "Mars/Base" })) {
      const refused = await there("PATCH", "/workspace", { [field]: value });
      assert.deepEqual([refused.status, refused.json.details[0].field], [400, field], refused.text);
    }
    assert.equal((await there("GET", "/workspace")).json.name, "Café Mosaic");
  });

  it("let an owner delete it and restore it with its codes", async () => {
    const { json: code } = await there("POST", "/qrcodes", VALID_BODY);
    const visit = async () => (await fetch(`${app.url}/r/${code.shareToken}`, { redirect: "manual" })).status;
    assert.equal(await visit(), 302);
    assert.equal((await there("DELETE", "/workspace")).status, 204);
    assert.equal(await visit(), 404);
    assert.equal((await there("GET", "/workspace")).status, 404);
    const { json: mine } = await ada.request("GET", "/workspaces");
    assert.equal(mine.workspaces.length, 1);
    const [{ deletedAt, keptUntil, ...deleted }] = mine.deleted;
    assert.deepEqual(deleted, { id: workspace, name: "Café Mosaic" });
    assert.equal(Date.parse(keptUntil) - Date.parse(deletedAt), 30 * 86_400_000);
    const eve = await signedIn(app, "eve@workspace-settings.example");
    const path = `/workspaces/${workspace}/restore`;
    assert.equal((await eve.request("POST", path)).status, 404);
    assert.equal((await ada.request("POST", "/workspaces/nonsense/restore")).status, 404);
    const restored = await ada.request("POST", path);
    assert.deepEqual([restored.status, restored.json.name, restored.json.role], [200, "Café Mosaic", "owner"]);
    assert.equal(await visit(), 302);
    assert.equal((await there("GET", `/qrcodes/${code.id}`)).status, 200);
  });

  it("keep to WORKSPACE_LIMIT when workspaces are deleted and restored, or handed over and left", async (t) => {
    const small = await startApp({ engine, settings: { WORKSPACE_LIMIT: "1" } });
    t.after(() => small.close());
    const bea = await signedIn(small, "bea@workspace-settings.example");
    const own = async () =>
      (await bea.request("GET", "/workspaces")).json.workspaces.map(({ id }: { id: string }) => id);
    const [first] = await own();
    assert.equal((await bea.request("DELETE", "/workspace")).status, 204);
    const [second] = await own();
    assert.equal((await bea.request("DELETE", "/workspace")).status, 204);
    const restore = (id: string) => bea.request("POST", `/workspaces/${id}/restore`);
    assert.equal((await restore(first)).status, 200, "a single one can be restored too");
    const refused = await restore(second);
    assert.deepEqual([refused.status, refused.json.details[0].field], [400, "id"]);
    assert.match(
      refused.json.message,
      /has created more than 1 others, which is the limit\. One of them has to be deleted first\.$/,
    );
    const headers = { "tessera-workspace": first };
    const invite = (role: string) => bea.request("POST", "/invitations", { role }, { headers });
    assert.equal((await invite("editor")).status, 201);
    assert.equal((await invite("owner")).status, 201, "who owns another workspace gets no spare one");
    const cleo = await signedIn(small, "cleo@workspace-settings.example");
    const { id: heir } = (await small.store.users.findByEmail("cleo@workspace-settings.example"))!;
    await small.store.workspaces.join(first, heir, "owner", Date.now());
    assert.equal((await cleo.request("GET", "/workspaces")).json.workspaces.length, 2);
    assert.equal((await bea.request("POST", "/leave", {}, { headers })).status, 200);
    const [last] = await own();
    headers["tessera-workspace"] = last;
    const alone = await invite("owner");
    assert.deepEqual([alone.status, alone.json.details[0].field], [400, "role"]);
    assert.match(alone.json.message, /^You have created more than 1 workspaces, which is the limit/);
  });
});
