/** Rights that are taken away while the body of a request is held back. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { type HeldAnswer, holdBody } from "../support/held-body.ts";
import { allRows } from "../support/rows.ts";
import { onSqlite } from "../support/stores.ts";
import { BASE, createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const ORIGIN = "http://tessera.test";

onSqlite("a right that is taken away while a body is held back", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  let owner: Visitor;
  let workspace: string;
  let people = 0;
  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=20,pro=1000" } });
    admin = await signedIn(app, "admin@example.com", "admin");
    owner = await signedIn(app, "owner@example.com");
    workspace = (await owner.request("POST", "/workspaces", { name: "Shared" })).json.id;
  });
  after(() => app.close());

  const here = () => ({ headers: { "tessera-workspace": workspace } });

  /** Somebody new in the workspace, with a key. */
  async function member(role: "owner" | "editor" = "editor") {
    const email = `member${++people}@example.com`;
    const visitor = await signedIn(app, email);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.workspaces.join(workspace, id, role, Date.now());
    const made = await visitor.request("POST", "/keys", { name: "Key" }, here());
    assert.equal(made.status, 201, made.text);
    return { id, email, visitor, key: made.json.text as string, prefix: made.json.key.prefix as string };
  }

  const hold = (visitor: Visitor, method: string, path: string, json?: object) =>
    holdBody({
      method,
      url: `${app.url}${BASE}${path}`,
      headers: { origin: ORIGIN, cookie: visitor.cookie(), "tessera-workspace": workspace },
      body: json ? JSON.stringify(json) : "",
      isChunked: json === undefined,
    });
  const holdWith = (key: string, path: string, json: object) =>
    holdBody({
      method: "POST",
      url: `${app.url}${path}`,
      headers: { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" },
      body: JSON.stringify(json),
    });

  /** Sends the bodies and returns the answers, after which every row is as before. */
  async function refused(held: readonly (() => Promise<HeldAnswer>)[]): Promise<[number, string][]> {
    const was = await allRows(app);
    const answers = await Promise.all(held.map((send) => send()));
    assert.deepEqual(await allRows(app), was);
    return answers.map(({ status, json }) => [status, json.error]);
  }

  /** A new session of the same person, who takes rights away from the others. */
  async function elsewhere(email: string): Promise<Visitor> {
    const visitor = createVisitor(app);
    assert.equal((await visitor.request("POST", "/sign-in", { email, password: PASSWORD })).status, 204);
    return visitor;
  }

  it("401: a stolen session makes no key once the password is changed", async () => {
    const { visitor, email } = await member();
    const other = await elsewhere(email);
    const held = [
      await hold(visitor, "POST", "/keys", { name: "Thief" }),
      await hold(visitor, "POST", "/name", { name: "Thief" }),
    ];
    const change = { current: PASSWORD, password: "another pass phrase" };
    assert.equal((await other.request("POST", "/password", change)).status, 204);
    assert.deepEqual(await refused(held), [
      [401, "not_signed_in"],
      [401, "not_signed_in"],
    ]);
  });

  it("401: nothing is made after signing out, also by a body that turns out to be empty", async () => {
    const { visitor, id } = await member("owner");
    const cookie = visitor.cookie();
    const held = [
      await hold(visitor, "POST", "/qrcodes", VALID_BODY),
      await hold(visitor, "POST", "/keys", { name: "Late" }),
      await hold(visitor, "DELETE", `/members/${id}`),
      await hold(visitor, "POST", "/sessions/end-others"),
    ];
    assert.equal((await visitor.request("POST", "/sign-out")).status, 204);
    assert.notEqual(visitor.cookie(), cookie);
    const expected = held.map(() => [401, "not_signed_in"]);
    assert.deepEqual(await refused(held), expected);
  });

  it("404: an administrator who was made a member does not make himself one again", async () => {
    const demoted = await signedIn(app, `demoted${++people}@example.com`, "admin");
    const { id } = (await demoted.request("GET", "/me")).json;
    const held = [
      await hold(demoted, "PATCH", `/users/${id}`, { role: "admin" }),
      await hold(demoted, "PATCH", "/settings", { signup: "open" }),
      await hold(demoted, "POST", "/users", { email: "friend@example.com", plan: "pro", role: "admin" }),
    ];
    assert.equal((await admin.request("PATCH", `/users/${id}`, { role: "member" })).status, 200);
    const expected = held.map(() => [404, "not_found"]);
    assert.deepEqual(await refused(held), expected);
    assert.equal((await demoted.request("GET", "/users")).status, 404);
  });

  it("401: a suspended account writes nothing, nor do its keys", async () => {
    const { id, visitor, key } = await member();
    const held = [
      await hold(visitor, "POST", "/qrcodes", VALID_BODY),
      await hold(visitor, "POST", "/workspaces", { name: "Late" }),
      await holdWith(key, "/api/v1/qrcodes", VALID_BODY),
    ];
    assert.equal((await admin.request("PATCH", `/users/${id}`, { suspended: true })).status, 200);
    const [mine, another, withKey] = await refused(held);
    // A suspension ends the sessions.
    assert.deepEqual(
      [mine, another],
      [
        [401, "not_signed_in"],
        [401, "not_signed_in"],
      ],
    );
    assert.deepEqual(withKey, [401, "invalid_api_key"]);
  });

  it("404, 403 and 401: a removed member, a lower role, and their keys", async () => {
    const removed = await member();
    const lowered = await member("owner");
    const held = [
      await hold(removed.visitor, "POST", "/webhooks", { url: "https://hooks.example.com/" }),
      await holdWith(removed.key, "/api/v1/qrcodes", VALID_BODY),
      await holdWith(removed.key, "/mcp", callOf("create_code", VALID_BODY)),
      await hold(lowered.visitor, "POST", "/invitations", { role: "owner" }),
      // An owner's key, for what only owners do.
      await holdWith(lowered.key, "/api/v1/domains", { host: "go.example.com" }),
    ];
    assert.equal((await owner.request("DELETE", `/members/${removed.id}`, undefined, here())).status, 200);
    const change = await owner.request("PATCH", `/members/${lowered.id}`, { role: "editor" }, here());
    assert.equal(change.status, 200);
    assert.deepEqual(await refused(held), [
      [404, "not_found"],
      [401, "invalid_api_key"],
      [401, "invalid_api_key"],
      [403, "not_allowed"],
      [401, "invalid_api_key"],
    ]);
  });

  it("401: a key that was revoked creates nothing; one in force is asked again and counted once", async () => {
    const { key, prefix } = await member();
    const before = Number((await app.request("GET", "/api/v1/me", { key })).headers.get("x-ratelimit-remaining"));
    const sent = await holdWith(key, "/api/v1/qrcodes", VALID_BODY);
    const late = await holdWith(key, "/api/v1/qrcodes", VALID_BODY);
    assert.equal((await sent()).status, 201);
    const then = Number((await app.request("GET", "/api/v1/me", { key })).headers.get("x-ratelimit-remaining"));
    assert.equal(before - then, 3, "two creations and a read");
    assert.equal((await owner.request("DELETE", `/keys/${prefix}`, undefined, here())).status, 204);
    assert.deepEqual(await refused([late]), [[401, "invalid_api_key"]]);
  });

  it("goes on with everything that is still allowed", async () => {
    const { visitor } = await member();
    const held = await hold(visitor, "POST", "/qrcodes", VALID_BODY);
    await owner.request("POST", "/workspaces", { name: "Another" });
    assert.equal((await held()).status, 201);
  });
});

const callOf = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});
