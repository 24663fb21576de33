import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { onEachEngine } from "../support/stores.ts";
import { visit } from "./support.ts";

const HOST = "go.brand.test";
const LATER = "new.brand.test";

const dns = await startDnsServer();
after(() => dns.close());

onEachEngine("Links that left a workspace with a domain", (engine) => {
  let app: TestApp;
  let [owner, editor]: Visitor[] = [];
  let [brand, private_] = ["", ""];
  const inside = (person: Visitor, workspace: string, method: string, path: string, json?: object) =>
    person.request(method, path, json, { headers: { "tessera-workspace": workspace } });
  const create = async (person: Visitor, workspace: string, json: object) => {
    const made = await inside(person, workspace, "POST", "/qrcodes", {
      name: "Code",
      content: "https://a.test",
      ...json,
    });
    assert.equal(made.status, 201, made.text);
    return made.json.id as string;
  };
  const move = (person: Visitor, id: string, from = brand, to = private_) =>
    inside(person, from, "POST", `/codes/${id}/move`, { workspaceId: to });
  const served = async (token: string, host = HOST) =>
    (await visit(app.url, host, `/${token}`)).headers.location ?? null;
  before(async () => {
    app = await startApp({ engine, settings: { DNS_SERVERS: dns.address } });
    owner = await signedIn(app, "owner@example.com");
    editor = await signedIn(app, "editor@example.com");
    brand = (await owner.request("GET", "/workspaces")).json.workspaces[0].id;
    private_ = (await editor.request("GET", "/workspaces")).json.workspaces[0].id;
    for (const [host, person, to, role] of [
      [owner, editor, brand, "editor"],
      [editor, owner, private_, "editor"],
    ] as const) {
      const { link } = (await inside(host, to, "POST", "/invitations", { role })).json;
      assert.equal((await person.request("POST", "/join", { token: link.split("#")[1] })).status, 200);
    }
  });
  after(() => app.close());

  it("are not served if they left before the domain was verified, and from then on only owners move codes out", async () => {
    const early = await create(editor!, brand, { slug: "account-check" });
    assert.equal((await move(editor!, early)).status, 200);
    const { id, record } = (await inside(owner!, brand, "POST", "/domains", { host: HOST })).json;
    dns.names.set(record.name, { txt: [record.value] });
    assert.equal((await inside(owner!, brand, "POST", `/domains/${id}/verify`)).status, 200);
    assert.equal(await served("account-check"), null);

    const late = await create(editor!, brand, { slug: "prices" });
    const refused = await move(editor!, late);
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, /^This workspace has a verified domain: Only its owners can move codes out/);
    assert.equal((await inside(editor!, brand, "GET", `/qrcodes/${late}`)).status, 200, "it is still there");
    assert.equal((await move(owner!, late)).status, 200);
    assert.equal((await inside(editor!, brand, "GET", "/me")).json.hasDomain, true);
    assert.equal((await inside(editor!, private_, "GET", "/me")).json.hasDomain, false);
  });

  it("keep only the addresses that they left with, are listed for owners, and can be stopped", async () => {
    const id = await create(owner!, brand, { slug: "menu" });
    const add = (workspace: string, slug: string) =>
      inside(owner!, workspace, "POST", `/qrcodes/${id}/placements`, { placements: [{ name: slug, slug }] });
    assert.equal((await add(brand, "bar")).status, 201);
    assert.equal((await move(owner!, id)).status, 200);
    assert.equal((await add(private_, "new-prices")).status, 201);
    assert.deepEqual([await served("menu"), await served("bar")], ["https://a.test/", "https://a.test/"]);
    assert.equal(await served("new-prices"), null, "never printed with the domain");

    const later = (await inside(owner!, brand, "POST", "/domains", { host: LATER })).json;
    dns.names.set(later.record.name, { txt: [later.record.value] });
    assert.equal((await inside(owner!, brand, "POST", `/domains/${later.id}/verify`)).status, 200);
    for (const token of ["menu", "bar"]) {
      assert.equal(await served(token, LATER), null, `${token} left before this domain was proved`);
    }

    const change = { content: "https://phishing.test/login" };
    assert.equal((await inside(editor!, private_, "PATCH", `/qrcodes/${id}`, change)).status, 200);
    const list = async (person = owner!) => inside(person, brand, "GET", "/moved-links");
    assert.equal((await list(editor)).status, 403);
    const { total, links } = (await list()).json;
    assert.deepEqual([total, links.map(({ token }: { token: string }) => token)], [3, ["bar", "menu", "prices"]]);
    const { movedAt, ...bar } = links[0];
    assert.match(movedAt, /^\d{4}-.*Z$/);
    const leadsTo = "https://phishing.test/login";
    assert.deepEqual(bar, { token: "bar", scanCount: 1, state: "active", type: "url", leadsTo });
    await inside(editor!, private_, "PATCH", `/qrcodes/${id}`, { isPublic: false });
    const paused = (await list()).json.links[1];
    assert.deepEqual([paused.state, paused.leadsTo], ["paused", null], "what visitors do not see");
    await inside(editor!, private_, "PATCH", `/qrcodes/${id}`, { isPublic: true });

    const stop = (person: Visitor, token: string) => inside(person, brand, "DELETE", `/moved-links/${token}`);
    assert.equal((await stop(editor!, "menu")).status, 403);
    assert.equal((await stop(owner!, "menu")).status, 204);
    assert.deepEqual([await served("menu"), await served("bar")], [null, leadsTo]);
    assert.equal((await visit(app.url, HOST, "/menu")).status, 404);
    assert.equal((await visit(app.url, "tessera.test", "/r/menu")).status, 302, "it works at the public address");
    assert.equal((await stop(owner!, "menu")).status, 404);
    assert.equal((await stop(owner!, "new-prices")).status, 404);
    const again = await inside(owner!, brand, "POST", "/qrcodes", {
      name: "x",
      content: "https://a.test",
      slug: "menu",
    });
    assert.equal(again.status, 400, "its slug stays taken");
    const [entry] = (await inside(owner!, brand, "GET", "/audit?kind=domain")).json.data;
    assert.deepEqual(
      [entry.action, entry.subject],
      ["domain.link-stopped", { id: "menu", name: "menu", displayName: null, exists: null }],
    );

    const placements = (await inside(owner!, private_, "GET", `/qrcodes/${id}/placements`)).json.data;
    const placed = placements.find(({ name }: { name: string }) => name === "bar").id;
    await inside(owner!, private_, "DELETE", `/qrcodes/${id}/placements/${placed}`);
    const kept = await app.store.auth.db.selectFrom("moved_links").select("token").execute();
    assert.ok(!kept.some(({ token }: { token: string }) => token === "bar"), "nothing is kept of a deleted placement");
  });

  it("are the workspace's own again once their code is back", async () => {
    const id = await create(owner!, brand, { slug: "there-and-back" });
    assert.equal((await move(owner!, id)).status, 200);
    assert.equal((await move(owner!, id, private_, brand)).status, 200);
    const { links } = (await inside(owner!, brand, "GET", "/moved-links")).json;
    assert.ok(!links.some(({ token }: { token: string }) => token === "there-and-back"));
    assert.equal(await served("there-and-back"), "https://a.test/");
  });
});
