import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";
import { statusOfRaw, visit } from "./support.ts";

const HOST = "go.example.test";
const OWN = "tessera.test";

const dns = await startDnsServer();
after(() => dns.close());

onEachEngine("On a workspace's domain", (engine) => {
  let app: TestApp;
  let ada: Visitor;
  let [from, to] = ["", ""];
  let token = "";
  const inside = (workspace: string, method: string, path: string, json?: object) =>
    ada.request(method, path, json, { headers: { "tessera-workspace": workspace } });
  async function verify(workspace: string, host: string): Promise<string> {
    const { id, record } = (await inside(workspace, "POST", "/domains", { host })).json;
    dns.names.set(record.name, { txt: [record.value] });
    const answer = await inside(workspace, "POST", `/domains/${id}/verify`);
    assert.equal(answer.status, 200, answer.text);
    return id;
  }
  before(async () => {
    const settings = { DNS_SERVERS: dns.address, SECURITY_CONTACT: "mailto:security@example.com" };
    app = await startApp({ engine, settings });
    ada = await signedIn(app, "ada@example.com");
    from = (await ada.request("GET", "/workspaces")).json.workspaces[0].id;
    to = (await ada.request("POST", "/workspaces", { name: "Team" })).json.id;
    token = (await inside(from, "POST", "/qrcodes", { name: "Menu", content: "https://example.com/menu" })).json
      .shareToken;
    await verify(from, HOST);
  });
  after(() => app.close());

  it("visitor pages and files are served, nothing else", async () => {
    const get = async (path: string, host = HOST) => (await visit(app.url, host, path)).status;
    for (const path of [`/r/${token}`, `/R/${token.toUpperCase()}?a=b`, `/r/${token}.svg`, `/r/${token}+`]) {
      assert.ok([200, 302].includes(await get(path)), path);
    }
    assert.equal(await get("/favicon.ico"), 200);
    assert.equal(await get("/.well-known/security.txt"), 200);
    const others = ["/", "/app/", "/app/sign-in", "/api/v1/qrcodes", "/api/v1/openapi.json", "/openapi.json", "/docs"];
    const more = ["/docs/", "/mcp", "/api/dashboard/me", "/healthz", "/readyz", "/metrics", "/robots.txt"];
    const odd = [
      "/domains/ask?domain=go.example.test",
      "//app/",
      "/r",
      "/%61pp/",
      "/x/r/y",
      "/.well-known/oauth-protected-resource/mcp",
    ];
    for (const path of [...others, ...more, ...odd]) {
      const answer = await visit(app.url, HOST, path, { headers: { accept: "text/html" } });
      assert.equal(answer.status, 404, path);
      assert.match(String(answer.headers["content-type"]), /^text\/html/, path);
      assert.doesNotMatch(answer.text, /tessera\.test|\/app/, path);
      assert.equal(answer.headers["set-cookie"], undefined, path);
    }
    for (const path of ["/app/", "/healthz", "/api/v1/openapi.json"]) assert.notEqual(await get(path, OWN), 404, path);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      assert.equal((await visit(app.url, HOST, "/api/v1/qrcodes", { method })).status, 404, method);
    }
  });

  it("tokens work at the root too, as other products print them", async () => {
    const code = async (json: object, workspace = from) =>
      (await inside(workspace, "POST", "/qrcodes", { name: "Root", content: "https://example.com/root", ...json }))
        .json;
    const get = (path: string, host = HOST, method = "GET") => visit(app.url, host, path, { method });
    const { id } = await code({ slug: "summer-menu" });
    const { data } = (
      await inside(from, "POST", `/qrcodes/${id}/placements`, { placements: [{ name: "Bar", slug: "bar" }] })
    ).json;
    for (const path of ["/summer-menu", "/Summer-Menu?utm_source=x", "/SUMMER-MENU", "/bar", `/${token}`]) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, Boolean(headers["scan-id"])], [302, true], path);
    }
    assert.equal((await get("/bar", HOST, "HEAD")).status, 302);
    const seen = (await inside(from, "GET", `/qrcodes/${id}`)).json;
    assert.deepEqual([seen.scanCount, seen.shareUrl], [4, `http://${OWN}/r/summer-menu`]);
    const [bar] = (await inside(from, "GET", `/qrcodes/${id}/placements`)).json.data;
    assert.deepEqual([bar.id, bar.scanCount], [data[0].id, 1]);
    for (const path of ["/summer-menu/", "/r/summer-menu/", "/summer-menu.svg", "/x/summer-menu", "/%73ummer-menu"]) {
      assert.equal((await get(path)).status, 404, path);
    }
    assert.equal((await get("/bar", HOST, "POST")).status, 404);
    for (const host of [OWN, "other.example.test"]) assert.equal((await get("/summer-menu", host)).status, 404, host);
    await code({ slug: "of-the-team" }, to);
    assert.equal((await get("/of-the-team")).status, 404, "another workspace's");
    await inside(from, "PATCH", `/qrcodes/${id}`, { isPublic: false });
    assert.match((await get("/summer-menu")).text, /paused/);
    const vcard = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:+4930123456\nEND:VCARD";
    await code({ slug: "ada-card", type: "vcard", content: vcard });
    for (const path of ["/ada-card", "/r/ada-card"]) {
      const href = /href="([^"]*\.vcf)"/.exec((await get(path)).text)![1]!;
      const file = await get(new URL(href, `http://${HOST}${path}`).pathname);
      assert.deepEqual([file.status, file.headers["content-type"]], [200, "text/vcard; charset=utf-8"], path);
    }
  });

  it("400: content that leads to a code at the root, which would be a loop; other pages of the domain are allowed", async () => {
    const post = (slug: string, path: string, type = "url", headers = {}) => {
      const json = { name: "Loop", type, slug, content: `https://${HOST}${path}` };
      return ada.request("POST", "/qrcodes", json, { headers: { "tessera-workspace": from, ...headers } });
    };
    const key = { "idempotency-key": "loop" };
    const first = await post("loop-one", "/loop-two", "url", key);
    assert.equal(first.status, 201, "there is no such code yet");
    for (const [slug, path] of [
      ["loop-two", "/loop-one"],
      ["loop-two", "/LOOP-ONE?a=b"],
      ["loop-two", "/Loop-Two"],
    ] as const) {
      const answer = await post(slug, path);
      assert.deepEqual([answer.status, answer.json.details?.[0].field], [400, "content"], path);
    }
    assert.equal((await post("loop-three", "/loop-one", "text")).status, 201, "text leads nowhere");
    const { id } = (await post("loop-two", "/prices/today")).json;
    assert.equal((await post("loop-one", "/loop-two", "url", key)).text, first.text, "repeated");
    const change = (path: string) => inside(from, "PATCH", `/qrcodes/${id}`, { content: `https://${HOST}${path}` });
    assert.equal((await change("/loop-one")).status, 400);
    assert.equal((await change("/loop-two")).status, 400);
    assert.equal((await change("/prices")).status, 200);
  });

  it("the host of a request is read as HTTP says, and X-Forwarded-Host is not", async () => {
    const raw = (head: string) => statusOfRaw(app.url, head);
    assert.equal(await raw(`GET /healthz HTTP/1.1\nHost: ${HOST}`), 404);
    assert.equal(await raw(`GET /healthz HTTP/1.1\nHost: ${OWN}`), 200);
    assert.equal(await raw(`GET http://${HOST}/healthz HTTP/1.1\nHost: ${OWN}`), 404, "the target wins");
    assert.equal(await raw(`GET http://${OWN}/healthz HTTP/1.1\nHost: ${HOST}`), 200, "the target wins");
    assert.equal(await raw(`GET http://x@${HOST.toUpperCase()}:80/healthz HTTP/1.1\nHost: ${OWN}`), 404);
    assert.equal(await raw(`GET http://${HOST}/r/${token} HTTP/1.1\nHost: ${HOST}`), 302);
    assert.equal(await raw(`GET /healthz HTTP/1.0`), 200, "no host");
    assert.equal(await raw(`GET /r/${token} HTTP/1.0`), 302);
    assert.equal(await raw(`GET /healthz HTTP/1.1\nHost: ${OWN}\nHost: ${HOST}`), 400, "two hosts");
    assert.equal(await raw(`GET /healthz HTTP/1.1\nHost: ${OWN}\nX-Forwarded-Host: ${HOST}`), 200);
    assert.equal(await raw(`GET /healthz HTTP/1.1\nHost: ${HOST}\nX-Forwarded-Host: ${OWN}`), 404);
    assert.equal(await raw(`POST /healthz HTTP/1.1\nHost: ${HOST}\nContent-Length: 5\n\nhello`), 404);
  });

  it("no header changes a link", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      forwarded: "host=evil.example",
    };
    const page = await visit(app.url, "evil.example", `/r/${token}+`, { headers });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /evil|gopher/);
  });

  it("a code goes on working after it was moved to another workspace, also back and forth", async () => {
    const { id, shareToken } = (
      await inside(from, "POST", "/qrcodes", { name: "Moved", content: "https://example.com" })
    ).json;
    const status = async () => (await visit(app.url, HOST, `/r/${shareToken}`)).status;
    const move = async (a: string, b: string) =>
      assert.equal((await inside(a, "POST", `/codes/${id}/move`, { workspaceId: b })).status, 200);
    await verify(to, "team.example.test");
    const statusThere = async () => (await visit(app.url, "team.example.test", `/r/${shareToken}`)).status;
    assert.deepEqual([await status(), await statusThere()], [302, 404]);
    await move(from, to);
    assert.deepEqual([await status(), await statusThere()], [302, 302]);
    await move(to, from);
    await move(from, to);
    assert.deepEqual([await status(), await statusThere()], [302, 302]);
    const gone = await verify(to, "gone.example.test");
    await inside(to, "DELETE", `/domains/${gone}`);
    assert.equal((await visit(app.url, "gone.example.test", `/r/${shareToken}`)).status, 404);
  });

  it("a blank copy leads to the public address, where members are signed in and can name it", async () => {
    const { id } = (await inside(from, "POST", "/qrcodes", { name: "Copies", content: "https://example.com" })).json;
    const made = await inside(from, "POST", `/qrcodes/${id}/placements`, {
      placements: [{ name: null }, { name: "Bar" }],
    });
    const [blank, bar] = made.json.data;
    const visited = await visit(app.url, HOST, `/r/${blank.token}`);
    assert.deepEqual([visited.status, visited.headers.location], [302, `http://${OWN}/r/${blank.token}`]);
    assert.equal(visited.headers["scan-id"], undefined, "counted there");
    assert.equal((await visit(app.url, HOST, `/r/${bar.token}`)).headers.location, "https://example.com/");
    assert.equal((await visit(app.url, OWN, `/r/${blank.token}`)).headers.location, "https://example.com/");
  });

  it("shared numbers of the workspace are served, and their link follows the default", async () => {
    const other = (await inside(to, "POST", "/insight-links", {})).json;
    const own = (await inside(from, "POST", "/insight-links", {})).json;
    const path = ({ url }: { url: string }) => new URL(url).pathname;
    assert.equal((await visit(app.url, HOST, path(own))).status, 200);
    assert.equal((await visit(app.url, HOST, path(other))).status, 404);
    const [domain] = (await inside(from, "GET", "/domains")).json.data;
    await inside(from, "PATCH", `/domains/${domain.id}`, { isDefault: true });
    const [link] = (await inside(from, "GET", "/insight-links")).json;
    assert.equal(link.url, `http://${HOST}${path(own)}`);
    await inside(from, "PATCH", `/domains/${domain.id}`, { isDefault: false });
  });

  it("codes of a deleted workspace answer as paused, and after its restoration as before", async () => {
    await verify(to, "paused.example.test");
    const { shareToken } = (await inside(to, "POST", "/qrcodes", { name: "Menu", content: "https://example.com" }))
      .json;
    const visited = () => visit(app.url, "paused.example.test", `/r/${shareToken}`);
    assert.equal((await inside(to, "DELETE", "/workspace")).status, 204);
    const paused = await visited();
    assert.equal(paused.status, 404);
    assert.match(paused.text, /paused/);
    assert.equal((await ada.request("POST", `/workspaces/${to}/restore`)).status, 200);
    assert.equal((await visited()).status, 302);
  });

  it("an editor reads domains and changes none", async () => {
    const { link } = (await inside(from, "POST", "/invitations", { role: "editor" })).json;
    const eve = await signedIn(app, "eve@example.com");
    await eve.request("POST", "/join", { token: link.split("#")[1] });
    const asEve = (method: string, path: string, json?: object) =>
      eve.request(method, path, json, { headers: { "tessera-workspace": from } });
    const { json, status } = await asEve("GET", "/domains");
    assert.equal(status, 200);
    const [{ id }] = json.data;
    assert.equal((await asEve("POST", "/domains", { host: "a.example.test" })).status, 403);
    assert.equal((await asEve("POST", `/domains/${id}/verify`)).status, 403);
    assert.equal((await asEve("PATCH", `/domains/${id}`, { isDefault: true })).status, 403);
    assert.equal((await asEve("DELETE", `/domains/${id}`)).status, 403);
  });

  if (engine.name === "postgres") {
    it("a change on one node is in force on the other", async (t) => {
      const other = await startApp({
        engine,
        place: { ...app.place, dataDir: (await engine.migratedPlace()).dataDir },
        settings: { DNS_SERVERS: dns.address },
      });
      t.after(() => other.close());
      const id = await verify(from, "nodes.example.test");
      const at = async (path: string) => (await visit(other.url, "nodes.example.test", path)).status;
      await eventually(async () => assert.equal(await at("/healthz"), 404));
      assert.equal(await at(`/r/${token}`), 302);
      await inside(from, "PATCH", `/domains/${id}`, { isDefault: true });
      const page = () => visit(other.url, OWN, `/r/${token}+`);
      await eventually(async () => assert.match((await page()).text, /http:\/\/nodes\.example\.test\/r\//));
      await inside(from, "DELETE", `/domains/${id}`);
      await eventually(async () => assert.equal(await at(`/r/${token}`), 404));
    });
  }
});
