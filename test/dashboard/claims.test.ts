import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("A blank copy of a code", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let stranger: Visitor;
  let code: { id: string };
  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "owner@claims.example");
    stranger = await signedIn(app, "stranger@claims.example");
    code = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
  });

  const blank = async (): Promise<{ id: string; token: string }> => {
    const made = await owner.request("POST", `/qrcodes/${code.id}/placements`, { placements: [{ name: null }] });
    assert.equal(made.status, 201, made.text);
    return made.json.data[0];
  };
  const scan = (token: string, by?: Visitor) =>
    app.request("GET", `/r/${token}`, { headers: by ? { cookie: by.cookie() } : {} });

  it("takes a member who scans it to the page that names it, which is no scan", async () => {
    const { id, token } = await blank();
    for (const spelling of [token, token.toUpperCase()]) {
      const answer = await scan(spelling, owner);
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get("location"), `/app/claim/${token}`);
      assert.equal(answer.headers.get("scan-id"), null);
    }
    const found = await owner.request("GET", `/claims/${token.toUpperCase()}`);
    assert.equal(found.status, 200, found.text);
    const { workspaceId, ...rest } = found.json;
    assert.deepEqual(rest, { placementId: id, codeId: code.id, codeName: VALID_BODY.name });
    assert.ok(workspaceId);
    assert.equal((await owner.request("POST", `/claims/${token}`, { name: "Bar" })).status, 204);
    const named = await nameOf(id);
    assert.deepEqual([named.name, named.scanCount], ["Bar", 0]);
    const after = await scan(token, owner);
    assert.equal(after.headers.get("location"), VALID_BODY.content);
    assert.ok(after.headers.get("scan-id"));
    assert.equal((await owner.request("GET", `/claims/${token}`)).status, 404);
  });

  const nameOf = async (id: string) => {
    const { data } = (await owner.request("GET", `/qrcodes/${code.id}/placements?limit=100`)).json;
    return data.find((each: { id: string }) => each.id === id);
  };

  it("is named once, by one of those who do it at the same time", async () => {
    const { id, token } = await blank();
    const names = ["Bar", "Door", "Hall", "Roof"];
    const answers = await Promise.all(names.map((name) => owner.request("POST", `/claims/${token}`, { name })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404]);
    const { name } = await nameOf(id);
    assert.equal(name, names[answers.findIndex(({ status }) => status === 204)]);
    assert.equal((await owner.request("POST", `/claims/${token}`, { name: "Late" })).status, 404);
    assert.equal((await nameOf(id)).name, name);
  });

  it("is named by nobody who may not: strangers, viewers, other sites, those who are signed out or were removed", async () => {
    const { id, token } = await blank();
    const viewer = await signedIn(app, "viewer@claims.example");
    const { workspaceId } = (await owner.request("GET", `/claims/${token}`)).json;
    const { link } = (await owner.request("POST", "/invitations", { role: "viewer" })).json;
    assert.equal((await viewer.request("POST", "/join", { token: link.split("#")[1] })).status, 200);
    const body = { name: "Mine" };
    for (const visitor of [stranger, viewer]) {
      assert.equal((await visitor.request("POST", `/claims/${token}`, body)).status, 404);
      assert.equal((await visitor.request("GET", `/claims/${token}`)).status, 404);
      assert.equal((await scan(token, visitor)).headers.get("location"), VALID_BODY.content);
    }
    const path = `/qrcodes/${code.id}/placements/${id}`;
    const headers = { "tessera-workspace": workspaceId };
    assert.equal((await viewer.request("PATCH", path, body, { headers })).status, 403);
    assert.equal((await stranger.request("PATCH", path, body, { headers })).status, 404);
    assert.equal((await stranger.request("PATCH", path, body)).status, 404);
    const evil = { headers: { origin: "https://evil.example" } };
    assert.equal((await owner.request("POST", `/claims/${token}`, body, evil)).status, 403);
    const signedOut = await app.request("POST", `/api/dashboard/claims/${token}`, {
      json: body,
      headers: { origin: "http://tessera.test" },
    });
    assert.equal(signedOut.status, 401);
    for (const name of ["", "  ", "x".repeat(101), "two\nlines", 7, null]) {
      assert.equal((await owner.request("POST", `/claims/${token}`, { name })).status, 400, String(name));
    }
    const editor = await signedIn(app, "editor@claims.example");
    const invited = (await owner.request("POST", "/invitations", { role: "editor" })).json;
    await editor.request("POST", "/join", { token: invited.link.split("#")[1] });
    assert.equal((await editor.request("GET", `/claims/${token}`)).status, 200);
    const { id: editorId } = (await app.store.users.findByEmail("editor@claims.example"))!;
    assert.equal((await owner.request("DELETE", `/members/${editorId}`)).status, 200);
    assert.equal((await editor.request("POST", `/claims/${token}`, body)).status, 404);
    assert.equal((await nameOf(id)).name, null);
  });

  it("shows its content to everybody else", async () => {
    const { token } = await blank();
    for (const visitor of [undefined, stranger]) {
      const answer = await scan(token, visitor);
      assert.equal(answer.headers.get("location"), VALID_BODY.content);
      assert.ok(answer.headers.get("scan-id"));
    }
    const forged = await app.request("GET", `/r/${token}`, { headers: { cookie: "tessera.session_token=forged.x" } });
    assert.equal(forged.headers.get("location"), VALID_BODY.content);
    assert.equal((await stranger.request("GET", `/claims/${token}`)).status, 404);
    assert.equal((await app.request("GET", `/api/dashboard/claims/${token}`)).status, 401);
  });

  it("is not claimed by the code's own link, or by one of a copy with a name", async () => {
    const { json } = await owner.request("GET", `/codes/${code.id}`);
    assert.equal((await scan(json.shareToken, owner)).headers.get("location"), VALID_BODY.content);
    assert.equal((await owner.request("GET", `/claims/${json.shareToken}`)).status, 404);
  });
});
