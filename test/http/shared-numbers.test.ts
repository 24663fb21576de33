import assert from "node:assert/strict";
import { before, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { scansOf } from "../store/support.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const clock = createTestClock();
const HOSTILE = `<script>alert("1")</script> & 'co'`;

onEachEngine("Shared numbers", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let code: { id: string; name: string };
  before(async () => {
    app = await sharedApp({ engine, clock });
    owner = await signedIn(app, "sharing@example.com");
    code = await make(owner, HOSTILE);
    const internal = await make(owner, "Internal name");
    clock.move(DAY_MS);
    await settleLines(app.store, scansOf(code.id, 8, clock.now() - 70_000_000));
    await settleLines(app.store, scansOf(internal.id, 5, clock.now() - 70_000_000));
  });

  const make = async (visitor: Visitor, name: string) =>
    (await visitor.request("POST", "/qrcodes", { name, content: "https://example.com" })).json;
  const share = async (visitor: Visitor, body: object) => {
    const answer = await visitor.request("POST", "/insight-links", body);
    assert.equal(answer.status, 201, answer.text);
    return answer.json as { id: string; url: string; createdAt: string; endsAt: string | null; isEnded: boolean };
  };
  const pathOf = ({ url }: { url: string }) => url.replace("http://tessera.test", "");
  const open = (link: { url: string }, more = "", headers = {}) =>
    app.request("GET", pathOf(link) + more, { headers: { accept: "text/html", ...headers } });

  it("POST /insight-links 201: gives a link with a secret, which is listed until it is revoked", async () => {
    const link = await share(owner, { codeId: code.id });
    assert.match(link.url, /^http:\/\/tessera\.test\/i\/[\w-]{32}$/);
    const endsAt = new Date(clock.now() + DAY_MS).toISOString();
    const ending = await share(owner, { codeId: code.id, endsAt });
    const list = async (query = "") => (await owner.request("GET", `/insight-links${query}`)).json;
    assert.deepEqual(await list(`?codeId=${code.id}`), [ending, link]);
    assert.deepEqual([link.endsAt, ending.endsAt, ending.isEnded], [null, endsAt, false]);
    assert.deepEqual(await list(), []);
    for (const each of [link, ending]) assert.equal((await open(each)).status, 200);
    assert.equal((await owner.request("DELETE", `/insight-links/${link.id}`)).status, 204);
    assert.equal((await owner.request("DELETE", `/insight-links/${link.id}`)).status, 404);
    assert.equal((await open(link)).status, 404);
    const entries = (await owner.request("GET", "/audit?limit=3")).json.data;
    const named = { id: code.id, name: HOSTILE, displayName: null, exists: true };
    assert.deepEqual(
      entries.map(({ action, subject }: { action: string; subject: object }) => [action, subject]),
      ["code.numbers-unshared", "code.numbers-shared", "code.numbers-shared"].map((action) => [action, named]),
    );
  });

  it("POST /insight-links 400, 404: refuses an end in the past, and a code of somebody else", async () => {
    for (const endsAt of ["soon", new Date(clock.now()).toISOString(), 5]) {
      assert.equal((await owner.request("POST", "/insight-links", { endsAt })).status, 400, String(endsAt));
    }
    const stranger = await signedIn(app, "sharing-stranger@example.com");
    const answer = await stranger.request("POST", "/insight-links", { codeId: code.id });
    assert.equal(answer.status, 404);
    assert.equal((await stranger.request("GET", `/insight-links?codeId=${code.id}`)).status, 404);
    const link = await share(owner, { codeId: code.id });
    assert.equal((await stranger.request("DELETE", `/insight-links/${link.id}`)).status, 404);
    assert.equal((await open(link)).status, 200);
  });

  it("404: a wrong secret, an ended link, and a code in the bin are not told apart; a restored code is back", async () => {
    const own = await make(owner, "Short-lived");
    const link = await share(owner, { codeId: own.id });
    const ending = await share(owner, { codeId: code.id, endsAt: new Date(clock.now() + DAY_MS).toISOString() });
    clock.move(DAY_MS);
    await owner.request("DELETE", `/qrcodes/${own.id}`);
    const wrong = { url: link.url.replace(/.{32}$/, "x".repeat(32)) };
    const answers = await Promise.all([wrong, ending, link].map((each) => open(each)));
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]!.text]);
    assert.match(answers[0]!.text, /<h1>This link does not work<\/h1>/);
    assert.equal((await open({ url: `${link.url}x` })).status, 404);
    const [ended] = (await owner.request("GET", `/insight-links?codeId=${code.id}`)).json;
    assert.deepEqual([ended.id, ended.isEnded], [ending.id, true]);
    assert.equal((await owner.request("POST", `/qrcodes/${own.id}/restore`)).status, 200);
    assert.equal((await open(link)).status, 200);
    clock.move(60 * DAY_MS);
    assert.equal((await owner.request("DELETE", `/qrcodes/${own.id}`)).status, 204);
    clock.move(31 * DAY_MS);
    await app.store.maintain(clock.now());
    const rows = await app.store.auth.db.selectFrom("insight_links").selectAll().where("id", "=", link.id).execute();
    assert.deepEqual(rows, []);
  });

  it("follow neither a code into another workspace nor into the log", async () => {
    const own = await make(owner, "Moving");
    const link = await share(owner, { codeId: own.id });
    const made = await owner.request("POST", "/workspaces", { name: "Elsewhere" });
    const workspaceId = made.json.id;
    const home = (await owner.request("GET", "/me")).json.workspaces.find(
      ({ id }: { id: string }) => id !== workspaceId,
    ).id;
    const headers = { "tessera-workspace": home };
    const moved = await owner.request("POST", `/codes/${own.id}/move`, { workspaceId }, { headers });
    assert.equal(moved.status, 200, moved.text);
    assert.equal((await open(link)).status, 404);
    const secret = link.url.slice(-32);
    assert.equal(app.log.filter((line) => line.includes(secret)).length, 0);
    assert.ok(app.log.some((line) => line.includes("/i/[hidden]")));
  });

  it("429: a network that asks too often has to wait, and others do not", async (t) => {
    const settings = { UNAUTHENTICATED_LIMIT: "3", TRUSTED_PROXIES: "127.0.0.1" };
    const small = await startApp({ engine, settings });
    t.after(() => small.close());
    const visitor = await signedIn(small, "flood@example.com");
    const { url } = (await visitor.request("POST", "/insight-links", {})).json;
    const from = (address: string) =>
      small.request("GET", pathOf({ url }), { headers: { "x-forwarded-for": address } });
    for (let i = 0; i < 3; i++) assert.equal((await from("192.0.2.7")).status, 200);
    const refused = await from("192.0.2.7");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal((await from("192.0.2.8")).status, 200);
  });
});
