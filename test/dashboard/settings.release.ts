import assert from "node:assert/strict";
import { it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { until } from "../support/eventually.ts";
import { startMailServer } from "../support/smtp.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, createVisitor, PASSWORD, signedIn } from "./support.ts";

onEachEngine("the administrator's settings", (engine) => {
  it("show address, mail, versions and health, and open and close sign-up", async (t) => {
    const app = await startApp({ engine });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin");
    const { json } = await admin.request("GET", "/settings");
    assert.deepEqual([json.baseUrl, json.mail, json.oidc], ["http://tessera.test", null, null]);
    assert.equal(json.signup, "closed");
    assert.equal(json.health.status, "ready");
    assert.match(json.versions.database, engine.name === "sqlite" ? /^SQLite 3\.\d/ : /^PostgreSQL \d\d/);
    assert.equal(json.versions.node, process.versions.node);
    assert.ok(json.fromEnvironment.includes("BASE_URL") && !json.fromEnvironment.includes("PORT"));
    assert.equal((await admin.request("POST", "/settings/test-mail")).json.problem, "No mail server is set.");

    const signUp = async (email: string) =>
      (await createVisitor(app).request("POST", "/sign-up", { email, password: PASSWORD })).status;
    assert.equal(await signUp("early@example.com"), 403);
    assert.equal((await admin.request("PATCH", "/settings", { signup: "open" })).status, 204);
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.signup, "open");
    assert.equal(await signUp("new@example.com"), 204);
    await admin.request("PATCH", "/settings", { signup: "closed" });
    assert.equal(await signUp("late@example.com"), 403);
    assert.equal((await admin.request("PATCH", "/settings", { signup: "maybe" })).status, 400);
  });

  it("404: for members, who can neither read nor change them", async (t) => {
    const app = await startApp({ engine });
    t.after(() => app.close());
    await signedIn(app, "admin@example.com", "admin");
    const member = await signedIn(app, "member@example.com");
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["POST", "/test-mail"],
    ] as const) {
      const body = method === "PATCH" ? { signup: "open" } : undefined;
      assert.equal((await member.request(method, `/settings${path}`, body)).status, 404, method);
    }
    assert.equal((await createVisitor(app).request("GET", "/settings")).status, 401);
  });

  it("403: what the environment sets cannot be changed; no password is shown; a test message reports the server's answer", async (t) => {
    let refuses = false;
    const server = await startMailServer({
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onMailFrom: (_address, _session, done) =>
        done(refuses ? Object.assign(new Error("not from here"), { responseCode: 550 }) : null),
    });
    t.after(server.close);
    const url = server.url.replace("smtp://", "smtp://me:hidden-word@");
    const app = await startApp({ engine, settings: { SIGNUP: "open", SMTP_URL: url, MAIL_FROM: "qr@tessera.test" } });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin");
    const answer = await admin.request("GET", "/settings");
    assert.deepEqual(answer.json.mail, { from: "qr@tessera.test", server: new URL(url).host, user: "me" });
    assert.doesNotMatch(answer.text, /hidden-word/);
    assert.equal(answer.json.signup, "open");
    assert.ok(["SIGNUP", "SMTP_URL", "MAIL_FROM"].every((name) => answer.json.fromEnvironment.includes(name)));
    const others = [{ signup: "closed" }, { baseUrl: "https://qr.example.com" }, { mail: null }];
    for (const other of others) {
      const change = await admin.request("PATCH", "/settings", other);
      assert.deepEqual([change.status, change.json.error], [403, "not_allowed"]);
    }
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.signup, "open");

    assert.deepEqual((await admin.request("POST", "/settings/test-mail")).json, { problem: null });
    const mail = await server.next();
    assert.deepEqual([mail.to, mail.subject], [["admin@example.com"], "Test message"]);
    refuses = true;
    assert.match((await admin.request("POST", "/settings/test-mail")).json.problem, /550 not from here/);
  });

  it("set the public address for links, cookies and every node, while the address of the page keeps working", async (t) => {
    const settings = { BASE_URL: undefined };
    const app = await startApp({ engine, settings });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin", app.url);
    const { key } = await app.user();
    const address = "https://qr.example.com";
    const linkOf = async (of: TestApp) => {
      const json = { name: "A code", content: "https://example.com" };
      const { headers, json: code } = await of.request("POST", "/api/v1/qrcodes", { key, json });
      assert.equal(new URL(headers.get("location")!).origin, new URL(code.shareUrl).origin);
      return code.shareUrl as string;
    };
    const documented = async () => (await app.request("GET", "/api/v1/openapi.json")).json.servers[0].url;
    assert.deepEqual([new URL(await linkOf(app)).origin, await documented()], Array(2).fill("http://localhost:3000"));
    assert.equal((await admin.request("PATCH", "/settings", { baseUrl: `${address}/` })).status, 204);
    assert.deepEqual([new URL(await linkOf(app)).origin, await documented()], [address, address]);
    assert.equal((await admin.request("GET", "/me")).json.service.baseUrl, address);
    const invitation = await admin.request("POST", "/invitations", { role: "viewer" });
    assert.ok(invitation.json.link.startsWith(`${address}/app/join#`));

    // The administrator is still signed in, and anybody can sign in here, without cookies for https only.
    const credentials = { email: "admin@example.com", password: PASSWORD };
    const here = createVisitor(app, app.url);
    assert.equal((await here.request("POST", "/sign-in", credentials)).status, 204);
    assert.doesNotMatch(here.cookie(), /__Host-|__Secure-/);
    // Browsers send no Origin with a read.
    const headers = { cookie: here.cookie() };
    assert.equal((await app.request("GET", `${BASE}/me`, { headers })).json.email, credentials.email);
    const there = createVisitor(app, address);
    const entered = await there.request("POST", "/sign-in", credentials);
    assert.ok(entered.headers.getSetCookie().every((cookie) => cookie.includes("; Secure")));
    assert.match(there.cookie(), /__Host-tessera\.session_token=/);
    assert.equal((await there.request("GET", "/me")).json.email, "admin@example.com");
    const elsewhere = createVisitor(app, "http://elsewhere.example");
    assert.equal((await elsewhere.request("POST", "/sign-in", credentials)).json.error, "cross_site");

    if (engine.name === "postgres") {
      const place = { dataDir: freshDir(), databaseUrl: app.place.databaseUrl };
      const other = await startApp({ engine, place, settings });
      t.after(() => other.close());
      assert.ok((await linkOf(other)).startsWith(address));
      await admin.request("PATCH", "/settings", { baseUrl: "https://other.example.com" });
      await until(async () => (await linkOf(other)).startsWith("https://other.example.com/"));
      await admin.request("PATCH", "/settings", { baseUrl: address });
    }
    await app.close();
    const again = await startApp({ engine, place: app.place, settings });
    t.after(() => again.close());
    assert.ok((await linkOf(again)).startsWith(address));
    await again.close();
    const fixed = await startApp({ engine, place: app.place });
    t.after(() => fixed.close());
    assert.ok((await linkOf(fixed)).startsWith("http://tessera.test/"));
  });

  it("400: an address that BASE_URL would refuse, or with a path, and null goes back to the default", async (t) => {
    const app = await startApp({ engine, settings: { BASE_URL: undefined } });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin", app.url);
    const set = (baseUrl: string | null) => admin.request("PATCH", "/settings", { baseUrl });
    for (const [wrong, message] of [
      ["", /^must be an http or https URL/],
      ["qr.example.com", /^must be an http or https URL/],
      ["https://me:word@qr.example.com", /^must be an http or https URL/],
      ["https://example.com/qr", /^must not have a path/],
    ] as const) {
      const { status, json } = await set(wrong);
      assert.deepEqual([status, json.details[0].field], [400, "baseUrl"]);
      assert.match(json.details[0].message, message);
    }
    await set("https://qr.example.com");
    assert.equal((await set(null)).status, 204);
    assert.equal((await admin.request("GET", "/settings")).json.baseUrl, "http://localhost:3000");
  });

  it("set the mail server, whose password is never shown or logged, and turn mail off", async (t) => {
    const server = await startMailServer({
      onAuth: ({ username, password }, _session, done) =>
        done(password === "hidden-word" ? null : new Error("wrong password"), { user: username }),
    });
    t.after(server.close);
    const app = await startApp({ engine });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin");
    const set = (mail: object | null) => admin.request("PATCH", "/settings", { mail });
    const isOn = async () => (await createVisitor(app).request("GET", "/sign-in")).json.mail;
    const bad = await set({ smtpUrl: "http://me:hidden-word@mail.example.com", from: "nobody" });
    assert.deepEqual(
      bad.json.details.map(({ field }: { field: string }) => field),
      ["smtpUrl", "from"],
    );
    assert.equal((await set({ from: "qr@tessera.test" })).json.details[0].field, "smtpUrl");
    assert.equal(await isOn(), false);

    const smtpUrl = server.url.replace("smtp://", "smtp://me:hidden-word@");
    assert.equal((await set({ smtpUrl, from: "qr@tessera.test" })).status, 204);
    assert.equal(await isOn(), true);
    assert.equal((await set({ from: "Codes <codes@tessera.test>" })).status, 204);
    const shown = await admin.request("GET", "/settings");
    const { host } = new URL(smtpUrl);
    assert.deepEqual(shown.json.mail, { from: "Codes <codes@tessera.test>", server: host, user: "me" });
    assert.deepEqual((await admin.request("POST", "/settings/test-mail")).json, { problem: null });
    assert.match((await server.next()).headers, /^From: Codes <codes@tessera\.test>$/m);
    await createVisitor(app).request("POST", "/forgot", { email: "admin@example.com" });
    assert.deepEqual((await server.next()).to, ["admin@example.com"]);
    assert.doesNotMatch([shown.text, bad.text, ...app.log].join("\n"), /hidden-word/);

    assert.equal((await set(null)).status, 204);
    assert.equal(await isOn(), false);
    assert.equal((await admin.request("POST", "/settings/test-mail")).json.problem, "No mail server is set.");
  });
});
