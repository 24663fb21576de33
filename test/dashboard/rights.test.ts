import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

onEachEngine("the routes behind a session", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  let member: Visitor;
  const emails = ["admin@example.com", "member@example.com"];
  before(async () => {
    app = await startApp({ engine });
    admin = await signedIn(app, emails[0]!, "admin");
    member = await signedIn(app, emails[1]!);
    for (let i = 0; i < 11; i++) emails.push((await app.user()).email);
  });
  after(() => app.close());

  const users = async (query: string) => {
    const answer = await admin.request("GET", `/users?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const { total, users: found } = answer.json;
    return { total, emails: found.map((user: { email: string }) => user.email) };
  };

  it("GET /users 200: returns users page by page, each once, oldest first", async () => {
    assert.deepEqual(await users(""), { total: 13, emails });
    const pages = [1, 2, 3, 4].map((page) => users(`limit=5&page=${page}`));
    const answers = await Promise.all(pages);
    assert.deepEqual(
      answers.map(({ total, emails: shown }) => [total, shown.length]),
      [
        [13, 5],
        [13, 5],
        [13, 3],
        [13, 0],
      ],
    );
    assert.deepEqual(
      answers.flatMap((answer) => answer.emails),
      emails,
    );
  });

  it("GET /users 200: finds users by a part of their name or address, case-insensitively and literally", async () => {
    assert.deepEqual(await users("q=ADMIN%40"), { total: 1, emails: ["admin@example.com"] });
    assert.equal((await users("q=user&limit=5")).total, 11);
    assert.equal((await member.request("POST", "/name", { name: "Łucja Ößtman" })).status, 204);
    for (const q of ["łucja ö", "ŁUCJA", "Ößtman"]) {
      const { emails: found } = await users(`q=${encodeURIComponent(q)}`);
      assert.deepEqual(found, [emails[1]], q);
    }
    for (const q of ["%", "_", "\\", "'", "nobody"]) {
      assert.deepEqual(await users(`q=${encodeURIComponent(q)}`), { total: 0, emails: [] }, q);
    }
  });

  it("GET /users 400: refuses an invalid page", async () => {
    for (const query of ["page=0", "limit=101", "limit=x", "page=1.5"]) {
      assert.equal((await admin.request("GET", `/users?${query}`)).status, 400, query);
    }
  });

  it("401: refuse requests without a session", async () => {
    for (const path of ["/me", "/codes", "/qrcodes", "/keys", "/users", "/tags"]) {
      assert.equal((await createVisitor(app).request("GET", path)).status, 401, path);
    }
  });

  it("401: do nothing for a page of another user, who has signed out since", async () => {
    const { id } = (await app.store.users.findByEmail("member@example.com"))!;
    const of = (user: string) => ({ headers: { "tessera-user": user } });
    const code = { name: "Not mine", content: "https://example.com" };
    for (const [method, path, body] of [
      ["POST", "/qrcodes", code],
      ["GET", "/codes"],
      ["GET", "/me"],
      ["POST", "/keys", { name: "k" }],
      ["POST", "/contact", { contact: "a@example.com" }],
    ] as const) {
      for (const user of [id, "", "nobody"]) {
        const answer = await admin.request(method, path, body, of(user));
        assert.equal(answer.status, 401, path);
        assert.equal(answer.json.error, "not_signed_in");
      }
    }
    const me = (await admin.request("GET", "/me")).json;
    assert.equal(me.contact, null);
    const list = await admin.request("GET", "/codes", undefined, of(me.id));
    assert.deepEqual([list.status, list.json.total], [200, 0]);
    assert.deepEqual((await admin.request("GET", "/keys")).json.keys, []);
  });

  it("404: hide the users from everyone but administrators", async () => {
    assert.equal((await member.request("GET", "/users")).status, 404);
    assert.equal((await member.request("POST", "/users", { email: "a@b.co", plan: "pro" })).status, 404);
  });

  it("404: return the same for another owner's code and a missing one", async () => {
    const created = await admin.request("POST", "/qrcodes", { name: "Mine", content: "https://example.com" });
    assert.equal(created.status, 201);
    const { id } = created.json;
    const missing = id.replace(/^.{8}/, "00000000");
    for (const path of [
      "",
      "/analytics",
      "/scans",
      "/image",
      "/live",
      "/scannability",
      "/scans.csv",
      "/traffic",
      "/versions",
    ]) {
      const [foreign, none] = await Promise.all(
        [id, missing].map((of) => member.request("GET", `/qrcodes/${of}${path}`)),
      );
      assert.equal(foreign!.status, 404, path);
      assert.deepEqual({ ...foreign!.json, requestId: "" }, { ...none!.json, requestId: "" });
    }
    for (const path of ["", "/changes", "/visits?from=2026-01-01&to=2026-01-02", "/history"]) {
      assert.equal((await member.request("GET", `/codes/${id}${path}`)).status, 404, path);
    }
    assert.equal((await member.request("DELETE", `/qrcodes/${id}`)).status, 404);
    assert.equal((await admin.request("GET", `/codes/${id}`)).json.state, "active");
  });

  it("400: undoing a change does not undo later changes", async () => {
    const { id } = (await member.request("POST", "/qrcodes", { name: "Back", content: "https://example.com/a" })).json;
    const lead = (to: string, headers: Record<string, string> = {}) =>
      member.request("PATCH", `/qrcodes/${id}`, { content: `https://example.com/${to}` }, { headers });
    const tag = (await lead("b")).headers.get("etag");
    assert.ok(tag, "the answer names the state");
    assert.equal((await lead("a", { "if-match": tag })).status, 200);
    const later = (await lead("b")).headers.get("etag")!;
    await lead("c");
    const refused = await lead("a", { "if-match": later });
    assert.equal(refused.status, 400);
    assert.equal(refused.json.details[0].field, "If-Match");
    assert.equal((await member.request("GET", `/codes/${id}`)).json.content, "https://example.com/c");
    await member.request("DELETE", `/qrcodes/${id}`);
  });

  it("list codes with their state and thirty days, by page and order", async () => {
    for (const name of ["Beta", "alpha", "Gamma"]) {
      await member.request("POST", "/qrcodes", { name, content: "https://example.com/x" });
    }
    const list = async (query: string) => (await member.request("GET", `/codes?${query}`)).json;
    const named = await list("sort=name&limit=2");
    assert.equal(named.total, 3);
    assert.deepEqual(
      named.codes.map((code: { name: string }) => code.name),
      ["alpha", "Beta"],
    );
    assert.equal(named.codes[0].sparkline.length, 30);
    assert.equal((await list("sort=name&limit=2&page=2")).codes[0].name, "Gamma");
    assert.equal((await list("q=gam")).total, 1);
    assert.equal((await member.request("GET", "/codes?sort=colour")).status, 400);
  });

  it("keys: show the text once, count uses, and revoke only one's own", async () => {
    const made = (await member.request("POST", "/keys", { name: "Printer" })).json;
    await app.request("GET", "/api/v1/qrcodes", { key: made.text });
    const list = await member.request("GET", "/keys");
    assert.ok(!list.text.includes(made.text.slice(13)));
    assert.equal(list.json.limit, 100);
    const [key] = list.json.keys;
    assert.deepEqual([key.name, key.used, key.lastFour], ["Printer", 1, made.text.slice(-4)]);
    assert.equal((await admin.request("DELETE", `/keys/${key.prefix}`)).status, 404);
    assert.equal((await member.request("DELETE", `/keys/${key.prefix}`)).status, 204);
    assert.equal((await app.request("GET", "/api/v1/qrcodes", { key: made.text })).status, 401);
    assert.equal((await member.request("POST", "/keys", { name: "  " })).status, 400);
  });

  it("suspending: ends the session, refuses the key, is explained on sign-in, and can be reversed", async () => {
    const victim = await signedIn(app, "victim@example.com");
    const { text: key } = (await victim.request("POST", "/keys", { name: "k" })).json;
    const { id } = (await app.store.users.findByEmail("victim@example.com"))!;
    const set = (suspended: boolean) => admin.request("PATCH", `/users/${id}`, { suspended });
    assert.equal((await set(true)).status, 200);
    assert.equal((await victim.request("GET", "/me")).status, 401);
    assert.equal((await app.request("GET", "/api/v1/qrcodes", { key })).status, 401);
    const credentials = { email: "victim@example.com", password: PASSWORD };
    const refused = await createVisitor(app).request("POST", "/sign-in", credentials);
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.headers.getSetCookie(), []);
    await set(false);
    assert.equal((await createVisitor(app).request("POST", "/sign-in", credentials)).status, 204);
  });

  it("do not let administrators lock themselves out", async () => {
    const me = (await admin.request("GET", "/me")).json;
    const answer = await admin.request("PATCH", `/users/${me.id}`, { suspended: true });
    assert.equal(answer.status, 403);
  });

  it("change a plan, and name the available plans if it is unknown", async () => {
    const { id } = (await app.store.users.findByEmail("member@example.com"))!;
    assert.equal((await admin.request("PATCH", `/users/${id}`, { plan: "free" })).json.plan, "free");
    const wrong = await admin.request("PATCH", `/users/${id}`, { plan: "gold" });
    assert.equal(wrong.status, 400);
    assert.match(wrong.json.message, /free, pro/);
  });

  it("change a password only with the old one, and end the other sessions", async () => {
    const here = await signedIn(app, "changing@example.com");
    const there = createVisitor(app);
    const email = "changing@example.com";
    await there.request("POST", "/sign-in", { email, password: PASSWORD });
    const change = (current: string) => here.request("POST", "/password", { current, password: "quite another" });
    assert.equal((await change("wrong")).status, 400);
    assert.equal((await change(PASSWORD)).status, 204);
    assert.equal((await here.request("GET", "/me")).status, 200);
    assert.equal((await there.request("GET", "/me")).status, 401);
  });
});
