import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("A blank copy of a code", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let stranger: Visitor;
  let code: { id: string };
  before(async () => {
    app = await startApp({ engine });
    owner = await signedIn(app, "owner@example.com");
    stranger = await signedIn(app, "stranger@example.com");
    code = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
  });
  after(() => app.close());

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
    const path = `/qrcodes/${code.id}/placements/${id}`;
    const headers = { "tessera-workspace": workspaceId };
    const named = await owner.request("PATCH", path, { name: "Bar" }, { headers });
    assert.deepEqual([named.status, named.json.name, named.json.scanCount], [200, "Bar", 0]);
    const after = await scan(token, owner);
    assert.equal(after.headers.get("location"), VALID_BODY.content);
    assert.ok(after.headers.get("scan-id"));
    assert.equal((await owner.request("GET", `/claims/${token}`)).status, 404);
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
