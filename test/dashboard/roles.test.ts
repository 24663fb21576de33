import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { refusedOf, wrong } from "../support/refusals.ts";
import { createTestClock, freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const LAST_ADMIN = wrong("This is the only administrator who can sign in. Make somebody else an administrator first.");

onEachEngine("users, their roles and their live scans", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  /** Another node if the engine has several, otherwise the same one. */
  let node: TestApp;
  let admin: Visitor;
  before(async () => {
    app = await startApp({ engine, clock });
    const place = { ...app.place, dataDir: freshDir() };
    node = engine.name === "postgres" ? await startApp({ engine, clock, place }) : app;
    admin = await signedIn(app, "admin@example.com", "admin");
  });
  after(async () => {
    if (node !== app) await node.close();
    await app.close();
  });
  const idOf = async (email: string) => (await app.store.users.findByEmail(email))!.id;
  const roles = async () => (await app.store.users.list()).filter(({ role }) => role === "admin").map(({ id }) => id);

  it("invites with a role, a member by default, and takes no password", async () => {
    const body = { email: "invited@example.com", plan: "free", password: "hackhack1" };
    const answer = await admin.request("POST", "/users", body);
    assert.equal(answer.status, 201);
    assert.equal(answer.json.user.role, "member");
    const deputy = await admin.request("POST", "/users", { email: "boss@example.com", plan: "free", role: "admin" });
    assert.equal(deputy.json.user.role, "admin");
    await app.store.accounts.remove(deputy.json.user.id, clock.now());
    const credentials = { email: body.email, password: body.password };
    assert.equal((await createVisitor(app).request("POST", "/sign-in", credentials)).status, 401);
  });

  it("are listed with role, codes, workspaces, and when they were last seen: never, while invited", async () => {
    const busy = await signedIn(app, "busy@example.com");
    const { id } = (await busy.request("POST", "/workspaces", { name: "Second" })).json;
    for (let i = 0; i < 2; i++)
      await busy.request("POST", "/qrcodes", VALID_BODY, { headers: { "tessera-workspace": id } });
    await admin.request("POST", "/users", { email: "awaited@example.com", plan: "free" });
    const listed = async (q: string) => (await admin.request("GET", `/users?q=${q}`)).json.users[0];
    const { role, codes, workspaces, lastSeenAt } = await listed("busy");
    assert.deepEqual([role, codes, workspaces, typeof lastSeenAt], ["member", 2, 2, "string"]);
    const awaited = await listed("awaited");
    assert.deepEqual([awaited.codes, awaited.workspaces, awaited.lastSeenAt], [0, 1, null]);
  });

  it("have a plan of their own, and workspaces with the same or another one, which only administrators change", async () => {
    const member = await signedIn(app, "planned@example.com");
    const id = await idOf("planned@example.com");
    const { workspaceId } = (await app.store.users.find(id))!;
    const second = (await member.request("POST", "/workspaces", { name: "Second" })).json.id;
    const plans = async () =>
      Object.fromEntries(
        (await admin.request("GET", `/users/${id}/workspaces`)).json.workspaces.map(
          (one: { id: string; plan: string }) => [one.id, one.plan],
        ),
      );
    const path = `/users/${id}/workspaces/${second}`;
    assert.equal((await member.request("PATCH", path, { plan: "pro" })).status, 404);
    assert.equal((await member.request("GET", `/users/${id}/workspaces`)).status, 404);
    assert.equal((await admin.request("PATCH", path, { plan: "gold" })).status, 400);
    assert.equal((await admin.request("PATCH", path, { plan: "free" })).status, 204);
    assert.equal((await admin.request("PATCH", `/users/${id}/workspaces/${id}`, { plan: "free" })).status, 404);
    assert.deepEqual(await plans(), { [workspaceId]: "pro", [second]: "free" });
    assert.equal((await admin.request("PATCH", `/users/${id}`, { plan: "free" })).json.plan, "free");
    assert.deepEqual(await plans(), { [workspaceId]: "free", [second]: "free" });
  });

  it("own at most ten workspaces, and see how many, with the links that these have taken", async () => {
    const visitor = await signedIn(app, "collector@example.com");
    const create = () => visitor.request("POST", "/workspaces", { name: "Another" });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted(),
      [...Array(9).fill(201), ...Array(3).fill(400)],
      "with their own",
    );
    const refused = answers.find(({ status }) => status === 400)!;
    assert.match(refused.json.message, /^You own or have created 10 workspaces already, which is the limit\./);
    const headers = { "tessera-workspace": answers.find(({ status }) => status === 201)!.json.id };
    const slug = `collected-${process.pid}`;
    assert.equal((await visitor.request("POST", "/qrcodes", { ...VALID_BODY, slug }, { headers })).status, 201);
    assert.deepEqual((await visitor.request("GET", "/me")).json.limits, {
      plan: "pro",
      workspaces: { taken: 10, limit: 10 },
      slugs: { taken: 1, limit: 20_000 },
      placements: { taken: 0, limit: 500_000 },
    });
  });

  it("can be administrators and members; other roles get an error that lists these", async () => {
    const member = await signedIn(app, "deputy@example.com");
    const id = await idOf("deputy@example.com");
    const set = (role: string) => admin.request("PATCH", `/users/${id}`, { role });
    assert.equal((await member.request("GET", "/users")).status, 404);
    assert.equal((await set("admin")).json.role, "admin");
    assert.equal((await member.request("GET", "/users")).status, 200, "from the next request on");
    assert.equal((await set("member")).json.role, "member");
    assert.equal((await set("owner")).status, 400);
    assert.equal((await member.request("PATCH", `/users/${id}`, { role: "admin" })).status, 404);
  });

  it("400: keep one administrator who can sign in, even with concurrent requests on several nodes", async () => {
    const emails = ["admin@example.com", "second@example.com", "third@example.com"];
    await signedIn(app, emails[1]!, "admin");
    await signedIn(node, emails[2]!, "admin");
    const ids = await Promise.all(emails.map(idOf));
    const messages = await refusedOf(
      ids.map((id, i) =>
        i === 1
          ? node.store.accounts.change(id, { suspended: true })
          : (i ? node : app).store.accounts.change(id, { role: "member" }),
      ),
    );
    assert.deepEqual(messages, [LAST_ADMIN.message]);
    const left = (await app.store.users.list()).filter((p) => p.role === "admin" && !p.suspended);
    assert.equal(left.length, 1);
    const last = left[0]!.id;
    await assert.rejects(app.store.accounts.remove(last, Date.now()), LAST_ADMIN);
    await assert.rejects(app.store.accounts.change(last, { suspended: true }), LAST_ADMIN);
    // As before: only the first is an administrator.
    await app.store.accounts.change(ids[0]!, { role: "admin" });
    await app.store.accounts.change(ids[1]!, { suspended: false });
    for (const id of ids.slice(1)) await app.store.accounts.change(id, { role: "member" });
    assert.deepEqual(await roles(), [ids[0]]);
    const refused = await admin.request("PATCH", `/users/${ids[0]}`, { role: "member" });
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, /only administrator .* first\.$/);
  });

  it("400: change everything that is requested or nothing", async () => {
    const id = await idOf("admin@example.com");
    const before = await app.store.users.find(id);
    assert.equal(before!.plan, "pro");
    const refused = await admin.request("PATCH", `/users/${id}`, { plan: "free", role: "member" });
    assert.equal(refused.status, 400);
    assert.deepEqual(await app.store.users.find(id), before);
    const other = await idOf("second@example.com");
    const wrong = { plan: "gold", role: "admin", suspended: true };
    assert.equal((await admin.request("PATCH", `/users/${other}`, wrong)).status, 400);
    const { role, suspended } = (await app.store.users.find(other))!;
    assert.deepEqual({ role, suspended }, { role: "member", suspended: false });
  });

  it("400: do not count an invited administrator without a password", async () => {
    const email = "heir@example.com";
    const { user, link } = (await admin.request("POST", "/users", { email, plan: "pro" })).json;
    await admin.request("PATCH", `/users/${user.id}`, { role: "admin" });
    const me = await idOf("admin@example.com");
    const step = (role: string) => admin.request("PATCH", `/users/${me}`, { role });
    assert.equal((await step("member")).status, 400, "the other administrator cannot sign in yet");
    const heir = createVisitor(app);
    const reset = { token: link.split("#")[1], password: PASSWORD };
    assert.equal((await heir.request("POST", "/reset", reset)).status, 204);
    assert.equal((await step("member")).status, 200);
    await heir.request("PATCH", `/users/${me}`, { role: "admin" });
    assert.equal((await admin.request("DELETE", `/users/${user.id}`)).status, 204);
  });

  it("suspending: codes are paused on every node immediately, and scans are not counted", async () => {
    const owner = await signedIn(app, "resting@example.com");
    const code = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const other = (await admin.request("POST", "/qrcodes", VALID_BODY)).json;
    const visit = async (path = code.shareToken) =>
      Promise.all([app, node].map(async (at) => (await at.request("GET", `/r/${path}`)).status));
    assert.deepEqual(await visit(), [302, 302]);
    const id = await idOf("resting@example.com");
    await admin.request("PATCH", `/users/${id}`, { suspended: true });
    // A notification takes moments to reach another node; here it is immediate.
    assert.equal((await app.request("GET", `/r/${code.shareToken}`)).status, 404);
    await eventually(async () => assert.deepEqual(await visit(), [404, 404]));
    const page = await app.request("GET", `/r/${code.shareToken}`);
    await admin.request("PATCH", `/qrcodes/${other.id}`, { isPublic: false });
    const paused = await app.request("GET", `/r/${other.shareToken}`);
    assert.equal(page.text, paused.text, "like a paused one");
    assert.match(page.text, /This code is paused/);
    assert.equal(page.headers.get("scan-id"), null);
    for (const file of [".png", "+"]) {
      assert.deepEqual(await visit(code.shareToken + file), [404, 404], file);
    }
    await admin.request("PATCH", `/users/${id}`, { suspended: false });
    assert.equal((await app.request("GET", `/r/${code.shareToken}`)).status, 302);
    await eventually(async () => assert.deepEqual(await visit(), [302, 302]));
    const back = createVisitor(app);
    await back.request("POST", "/sign-in", { email: "resting@example.com", password: PASSWORD });
    await eventually(async () => {
      const traffic = (await back.request("GET", `/qrcodes/${code.id}/traffic`)).text;
      assert.match(traffic, /"paused"/);
    });
  });

  it("removing: codes, keys, sessions and sign-in; not oneself, and no unknown user", async () => {
    const owner = await signedIn(app, "leaving@example.com");
    const code = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const { text: key } = (await owner.request("POST", "/keys", { name: "k" })).json;
    const id = await idOf("leaving@example.com");
    const { link } = (await admin.request("POST", `/users/${id}/reset-link`)).json;
    assert.equal((await app.request("GET", `/r/${code.shareToken}`)).status, 302);
    const member = await signedIn(app, "curious@example.com");
    assert.equal((await member.request("DELETE", `/users/${id}`)).status, 404);
    assert.equal((await admin.request("DELETE", `/users/${id}`)).status, 204);
    assert.equal((await admin.request("DELETE", `/users/${id}`)).status, 404);
    assert.equal((await app.request("GET", `/r/${code.shareToken}`)).status, 404);
    assert.equal((await app.request("GET", "/api/v1/qrcodes", { key })).status, 401);
    assert.equal((await owner.request("GET", "/me")).status, 401);
    const credentials = { email: "leaving@example.com", password: PASSWORD };
    assert.equal((await createVisitor(app).request("POST", "/sign-in", credentials)).status, 401);
    const reset = { token: link.split("#")[1], password: PASSWORD };
    assert.equal((await createVisitor(app).request("POST", "/reset", reset)).status, 404);
    const bin = app.store.auth.db.selectFrom("codes").select("deleted_at");
    await eventually(async () => {
      const [row] = await bin.where("token", "=", code.shareToken).execute();
      assert.ok(row.deleted_at > 0, "the code is in the bin, its token remains taken");
    });
    const me = await idOf("admin@example.com");
    assert.equal((await admin.request("DELETE", `/users/${me}`)).status, 403);
    await signedIn(app, "leaving@example.com");
  });

  it("an account without a password gets one, by link or command", async () => {
    const { id, email } = await app.user();
    const { link } = (await admin.request("POST", `/users/${id}/reset-link`)).json;
    const visitor = createVisitor(app);
    const reset = { token: link.split("#")[1], password: PASSWORD };
    assert.equal((await visitor.request("POST", "/reset", reset)).status, 204);
    assert.equal((await visitor.request("GET", "/me")).json.email, email);
  });

  const watch = (at: TestApp, id: string, visitor: Visitor) =>
    fetch(`${at.url}${BASE}/qrcodes/${id}/live`, { headers: { cookie: visitor.cookie() } });

  it("live scans end immediately with the session", async () => {
    const owner = await signedIn(app, "watching@example.com");
    const { id } = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const stream = await watch(app, id, owner);
    const ended = stream.text();
    await owner.request("POST", "/sign-out", {});
    assert.equal(await ended, "retry: 3000\n\n");
  });

  it("live scans are not shown to a session that ended on another node", async () => {
    const owner = await signedIn(app, "elsewhere@example.com");
    const { id, shareToken } = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const stream = await watch(node, id, owner);
    const ended = stream.text();
    const user = (await app.store.users.findByEmail("elsewhere@example.com"))!;
    await app.store.accounts.endSessions(user.id, clock.now());
    // A session is looked up at most once a second.
    clock.move(1000);
    assert.ok((await node.request("GET", `/r/${shareToken}`)).headers.get("scan-id"));
    assert.equal(await ended, "retry: 3000\n\n");
  });

  it("live scans end when the browser closes its side of the connection", async () => {
    const owner = await signedIn(app, "left@example.com");
    const { id } = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.write(
      `GET ${BASE}/qrcodes/${id}/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${owner.cookie()}\r\n\r\n`,
    );
    await once(socket, "data");
    const ended = once(socket.resume(), "end");
    // It sends nothing more, but still reads: heartbeats would continue for ever.
    socket.end();
    await ended;
  });

  it("429: live scans are limited to ten per user", async () => {
    const owner = await signedIn(app, "ten@example.com");
    const { id } = (await owner.request("POST", "/qrcodes", VALID_BODY)).json;
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch(app, id, owner)));
    assert.ok(streams.every(({ status }) => status === 200));
    const refused = await watch(app, id, owner);
    assert.equal(refused.status, 429);
    assert.match(((await refused.json()) as { message: string }).message, /^Ten pages .* first\.$/);
    await streams[0]!.body!.cancel();
    await eventually(async () => {
      const again = await watch(app, id, owner);
      assert.equal(again.status, 200);
      await again.body!.cancel();
    });
    for (const { body } of streams.slice(1)) await body!.cancel();
  });
});
