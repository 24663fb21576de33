/** What a member made, before and after they leave, by the routes of the dashboard. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Webhook } from "../../web/src/api/types.ts";
import { words } from "../../web/src/pages/members/words.ts";
import { words as ofWebhooks } from "../../web/src/pages/webhooks/words.ts";
import { madeByText } from "../../web/src/parts/made-by.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onSqlite("what a member made", (engine) => {
  let app: TestApp;
  let [owner, editor, viewer]: Visitor[] = [];
  const ids: Record<string, string> = {};
  let inTeam: { headers: Record<string, string> };
  before(async () => {
    app = await sharedApp({ engine });
    [owner, editor, viewer] = await Promise.all(
      ["owner", "editor", "viewer"].map((name) => signedIn(app, `${name}@belongings.example`)),
    );
    for (const name of ["owner", "editor", "viewer"]) {
      ids[name] = (await app.store.users.findByEmail(`${name}@belongings.example`))!.id;
    }
    const team = (await owner!.request("POST", "/workspaces", { name: "Team" })).json.id;
    inTeam = { headers: { "tessera-workspace": team } };
    for (const role of ["editor", "viewer"] as const)
      await app.store.workspaces.join(team, ids[role]!, role, Date.now());
  });

  it("rests while their account is suspended, as the health of a webhook says", async () => {
    const late = await signedIn(app, "late@belongings.example");
    const { id } = (await app.store.users.findByEmail("late@belongings.example"))!;
    await app.store.workspaces.join(inTeam.headers["tessera-workspace"]!, id, "editor", Date.now());
    const { json } = await late.request("POST", "/webhooks", { url: "https://late.example.com/" }, inTeam);
    const health = async () => {
      const { state, problem } = (await owner!.request("GET", `/webhooks/${json.id}/health`, undefined, inTeam)).json;
      return [state, problem];
    };
    assert.deepEqual(await health(), ["ok", null]);
    await app.store.accounts.change(id, { suspended: true });
    assert.deepEqual(await health(), [
      "off",
      "the account of its creator is suspended: nothing is sent until that ends",
    ]);
    await app.store.accounts.change(id, { suspended: false });
    assert.deepEqual(await health(), ["ok", null]);
    assert.equal((await owner!.request("DELETE", `/webhooks/${json.id}`, undefined, inTeam)).status, 204);
  });

  it("is named before and after their removal, and ends except what the owner keeps", async () => {
    const make = async (path: string, body: object) => {
      const made = await editor!.request("POST", path, body, inTeam);
      assert.equal(made.status, 201, made.text);
      return made.json;
    };
    const { text, key } = await make("/keys", { name: "Till" });
    const kept = await make("/webhooks", { url: "https://kept.example.com/secret" });
    const byKey = await app.request("POST", "/api/v1/webhooks", {
      key: text,
      json: { url: "https://hooks.example.com/secret" },
    });
    assert.equal(byKey.status, 201, byKey.text);
    const [ended, keptLink] = [await make("/insight-links", {}), await make("/insight-links", {})];
    assert.equal(ended.madeBy, ids.editor);
    const makers = { [kept.id]: ids.editor, [byKey.json.id]: ids.editor };
    assert.deepEqual((await viewer!.request("GET", "/webhook-makers", undefined, inTeam)).json, makers);
    const said = async (id: string) => {
      const { members } = (await owner!.request("GET", "/members", undefined, inTeam)).json;
      return madeByText((await owner!.request("GET", "/webhook-makers", undefined, inTeam)).json[id], members);
    };
    assert.equal(await said(kept.id), "By editor");

    const of = ({ createdAt, events }: Webhook) => ({ createdAt, events });
    const hooks = { id: byKey.json.id, host: "hooks.example.com", ...of(byKey.json) };
    const linkOf = ({ id }: { id: string }) => ({ id, codeId: null, codeName: null });
    const all = {
      keys: [{ name: "Till", prefix: key.prefix }],
      webhooks: [hooks, { id: kept.id, host: "kept.example.com", ...of(kept) }],
      links: [linkOf(keptLink), linkOf(ended)],
    };
    const label = words.webhookOf(hooks);
    assert.match(label, /^hooks\.example\.com, created .+, sends qrcode\.created, /);
    assert.doesNotMatch(label, /secret/);
    const path = `/belongings/${ids.editor}`;
    assert.deepEqual((await owner!.request("GET", path, undefined, inTeam)).json, all);
    assert.deepEqual((await editor!.request("GET", "/leave", undefined, inTeam)).json, all);
    for (const visitor of [editor!, viewer!]) {
      assert.equal((await visitor.request("GET", path, undefined, inTeam)).status, 403);
    }
    assert.equal((await owner!.request("GET", "/belongings/nobody", undefined, inTeam)).status, 404);

    const keep = `keepWebhooks=${kept.id}&keepLinks=${keptLink.id}`;
    const removal = await owner!.request("DELETE", `/members/${ids.editor}?${keep}`, undefined, inTeam);
    assert.deepEqual(removal.json, { revokedKeys: all.keys, deletedWebhooks: [hooks], endedLinks: [linkOf(ended)] });
    assert.equal((await fetch(app.url + new URL(ended.url).pathname)).status, 404, "at once");
    assert.equal((await fetch(app.url + new URL(keptLink.url).pathname)).status, 200);
    assert.deepEqual((await owner!.request("GET", "/webhook-makers", undefined, inTeam)).json, { [kept.id]: null });
    assert.equal(await said(kept.id), "By a former member");
  });

  it("says of a webhook that was created with a key of theirs, which the owner kept, that it may be", async () => {
    const leaver = await signedIn(app, "leaver@belongings.example");
    const { id } = (await app.store.users.findByEmail("leaver@belongings.example"))!;
    await app.store.workspaces.join(inTeam.headers["tessera-workspace"]!, id, "editor", Date.now());
    const { text, key } = (await leaver.request("POST", "/keys", { name: "Till" }, inTeam)).json;
    const removal = await owner!.request("DELETE", `/members/${id}?keep=${key.prefix}`, undefined, inTeam);
    assert.equal(removal.status, 200, removal.text);
    const json = { url: "https://till.example.com/" };
    const made = await app.request("POST", "/api/v1/webhooks", { key: text, json });
    assert.equal(made.status, 201, made.text);
    const makers = (await owner!.request("GET", "/webhook-makers", undefined, inTeam)).json;
    const said = madeByText(makers[made.json.id], [], ofWebhooks.former);
    assert.equal(said, "By a former member, or with a key of theirs");
  });
});
