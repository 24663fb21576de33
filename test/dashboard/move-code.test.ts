import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";
import { unzip } from "./unzip.ts";

onSqlite("Moving a code to another workspace", (engine) => {
  let app: TestApp;
  let ada: Visitor;
  let [from, to] = ["", ""];
  before(async () => {
    app = await sharedApp({ engine });
    ada = await signedIn(app, "ada@move-code.example");
    from = (await ada.request("GET", "/workspaces")).json.workspaces[0].id;
    to = (await ada.request("POST", "/workspaces", { name: "Team" })).json.id;
  });
  const inside = (workspace: string, method: string, path: string, json?: object) =>
    ada.request(method, path, json, { headers: { "tessera-workspace": workspace } });

  it("keeps what it is, and visitors see the other workspace's brand at once", async () => {
    const brand = { name: "The Team", color: null, logoId: null, showFooter: true };
    assert.equal((await inside(to, "PUT", "/brand", brand)).status, 200);
    const body = { name: "Call", type: "phone", content: "+49 30 1234567" };
    const { id, shareToken } = (await inside(from, "POST", "/qrcodes", body)).json;
    const visit = async () => (await fetch(`${app.url}/r/${shareToken}`)).text();
    assert.doesNotMatch(await visit(), /The Team/);
    const before = await inside(from, "GET", `/qrcodes/${id}`);
    const moved = await inside(from, "POST", `/codes/${id}/move`, { workspaceId: to });
    assert.equal(moved.status, 200, moved.text);
    assert.match(await visit(), /The Team/);
    const missing = await inside(from, "GET", `/qrcodes/${id}`);
    assert.deepEqual([missing.status, missing.json.error], [404, "not_found"]);
    const after = await inside(to, "GET", `/qrcodes/${id}`);
    assert.deepEqual(after.json, { ...before.json, scanCount: 2 });
  });

  it("names only present members in the history, the audit log and the export", async () => {
    const eve = await signedIn(app, "private.person@company.example");
    const { link } = (await inside(from, "POST", "/invitations", { role: "editor" })).json;
    await eve.request("POST", "/join", { token: link.split("#")[1] });
    const headers = { headers: { "tessera-workspace": from } };
    const { id } = (await eve.request("POST", "/qrcodes", VALID_BODY, headers)).json;
    await eve.request("PATCH", `/qrcodes/${id}`, { content: "https://example.com/by-eve" }, headers);
    await inside(from, "PATCH", `/qrcodes/${id}`, { content: "https://example.com/by-ada" });
    const history = async (workspace: string) =>
      (await inside(workspace, "GET", `/codes/${id}/history`)).json.data.map(
        ({ by }: { by: { name: string | null } }) => by.name,
      );
    const [ada_, eve_] = ["ada@move-code.example", "private.person@company.example"];
    assert.deepEqual(await history(from), [ada_, eve_, eve_]);
    assert.equal((await inside(from, "POST", `/codes/${id}/move`, { workspaceId: to })).status, 200);
    assert.deepEqual(await history(to), [ada_, null, null]);

    await inside(to, "POST", "/export", {});
    await eventually(async () => assert.equal((await inside(to, "GET", "/export")).json.isReady, true));
    const zip = await fetch(`${app.url}/api/dashboard/export/bundle.zip?workspace=${to}`, {
      headers: { cookie: ada.cookie() },
    });
    const files = unzip(Buffer.from(await zip.arrayBuffer()));
    const texts = [...files].filter(([name]) => name.endsWith(".ndjson")).map(([, bytes]) => String(bytes));
    assert.ok(texts.some((text) => text.includes(ada_)));
    assert.ok(!texts.some((text) => text.includes(eve_)));

    const { userId } = (await inside(from, "GET", "/members")).json.members.find(
      (member: { email: string }) => member.email === eve_,
    );
    const log = async () => (await inside(from, "GET", "/audit")).text;
    assert.match(await log(), /private\.person/);
    assert.equal((await inside(from, "DELETE", `/members/${userId}`)).status, 200);
    assert.doesNotMatch(await log(), /private\.person/);
  });

  it("400 for a workspace in which the user edits nothing, the same as for a missing one", async () => {
    const { id } = (await inside(from, "POST", "/qrcodes", VALID_BODY)).json;
    const eve = await signedIn(app, "eve@move-code.example");
    const others = (await eve.request("GET", "/workspaces")).json.workspaces[0].id;
    const answers = [];
    for (const workspaceId of [others, "0197a000-0000-4000-8000-000000000000", "nonsense", from]) {
      const { status, json } = await inside(from, "POST", `/codes/${id}/move`, { workspaceId });
      answers.push([status, json.message]);
    }
    const refusal = [400, "Choose another workspace of which you are an owner or editor."];
    assert.deepEqual(answers, [refusal, refusal, refusal, refusal]);
    const missing = await inside(from, "POST", "/codes/nonsense/move", { workspaceId: to });
    assert.equal(missing.status, 404);
  });
});
