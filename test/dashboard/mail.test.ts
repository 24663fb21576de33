import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { codeOf } from "../support/authenticator.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import { onSqlite } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

const NEW = "another good password";
const tokenIn = (text: string, page: string) => new RegExp(`http://tessera.test/app/${page}#(\\S+)`).exec(text)![1]!;

onSqlite("mail from the dashboard", (engine) => {
  let app: TestApp;
  let server: MailServer;
  before(async () => {
    server = await startMailServer();
    const settings = { SMTP_URL: server.url, MAIL_FROM: "qr@tessera.test" };
    app = await startApp({ engine, settings, mailTiming: { lookMs: 50 } });
    await signedIn(app, "admin@example.com", "admin");
  });
  after(async () => {
    await app.close();
    await server.close();
  });

  const forgot = (email: string, headers: Record<string, string> = {}) =>
    createVisitor(app).request("POST", "/forgot", { email }, { headers });
  /** The text of the next mail to somebody with a link to a page. */
  async function nextTo(email: string, page: string): Promise<string> {
    for (;;) {
      const { to, text } = await server.next();
      if (to[0] === email && text.includes(`/app/${page}#`)) return text;
    }
  }
  const signIn = async (email: string, password: string) =>
    (await createVisitor(app).request("POST", "/sign-in", { email, password })).status;

  it("resets a password by a link in the reader's language, and ends all sessions", async () => {
    const email = "forgetful@example.com";
    const here = await signedIn(app, email);
    assert.equal((await forgot(" Forgetful@Example.com ", { "accept-language": "de-AT,en;q=0.5" })).status, 204);
    const mail = await server.next();
    assert.deepEqual(mail.to, [email]);
    assert.equal(mail.subject, "Neues Passwort wählen");
    const token = tokenIn(mail.text, "reset");
    assert.ok(mail.html.includes(token));
    const reset = (given: string) => createVisitor(app).request("POST", "/reset", { token: given, password: NEW });
    assert.equal((await reset(token)).status, 204);
    assert.equal((await here.request("GET", "/me")).status, 401, "ended");
    assert.equal((await reset(token)).status, 400, "once");
    assert.deepEqual([await signIn(email, PASSWORD), await signIn(email, NEW)], [401, 204]);
  });

  it("tells nothing about who has an account: answer, queue and limit are the same", async () => {
    await signedIn(app, "known@example.com");
    const { id } = (await app.store.users.findByEmail("known@example.com"))!;
    await signedIn(app, "suspended@example.com");
    const suspended = (await app.store.users.findByEmail("suspended@example.com"))!;
    await app.store.accounts.change(suspended.id, { suspended: true });
    const answers = async (email: string) => {
      const all: unknown[] = [];
      for (let i = 0; i < 4; i++) {
        const { status, json, headers } = await forgot(email);
        all.push([status, json?.error, json?.message, headers.get("content-length")]);
      }
      return all;
    };
    const known = await answers("known@example.com");
    assert.deepEqual(
      known.map((answer) => (answer as unknown[])[0]),
      [204, 204, 204, 429],
    );
    assert.deepEqual(await answers("unknown@example.com"), known);
    assert.deepEqual(await answers("suspended@example.com"), known);
    const sent = [await server.next(), await server.next(), await server.next()];
    assert.ok(sent.every(({ to }) => to[0] === "known@example.com"));
    assert.ok(tokenIn(sent[2]!.text, "reset").startsWith(id));
    await forgot("last@example.com");
    assert.equal((await forgot("not an address")).status, 400);
    const log = app.log.join("\n");
    for (const secret of ["known@example.com", tokenIn(sent[2]!.text, "reset")]) assert.ok(!log.includes(secret));
  });

  it("keeps no link to a password in the queue", async (t) => {
    const place = await engine.migratedPlace();
    const away = await startApp({
      engine,
      place,
      settings: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "qr@tessera.test" },
    });
    t.after(() => away.close());
    const admin = await signedIn(away, "queued@example.com", "admin");
    assert.equal((await createVisitor(away).request("POST", "/forgot", { email: "queued@example.com" })).status, 204);
    assert.equal((await admin.request("POST", "/users", { email: "fresh@example.com", plan: "free" })).status, 201);
    const rows = await away.store.auth.db.selectFrom("mails").selectAll().orderBy("created_at").execute();
    assert.deepEqual(
      rows.map(({ kind, data }: { kind: string; data: string }) => [kind, data]),
      [
        ["reset", "{}"],
        ["account", "{}"],
      ],
    );
  });

  it("tells a user of a browser that signed in for the first time, not of one that did before", async () => {
    const email = "devices@example.com";
    const here = await signedIn(app, email);
    await here.request("GET", "/me");
    const credentials = { email, password: PASSWORD };
    const there = createVisitor(app);
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    await there.request("POST", "/sign-in", credentials, { headers: agent });
    const mail = await server.next();
    assert.deepEqual([mail.to, mail.subject], [[email], "New sign-in to your account"]);
    assert.match(mail.text, /devices@example\.com .* on a new device: Firefox, Linux, .*UTC/);
    const count = server.received.length;
    await there.request("POST", "/sign-in", credentials);
    await here.request("POST", "/sign-in", credentials);
    // Somebody with two accounts.
    const other = { email: "other@example.com", password: PASSWORD };
    await (await signedIn(app, other.email)).request("GET", "/me");
    await there.request("POST", "/sign-in", other);
    assert.deepEqual((await server.next()).to, [other.email]);
    await there.request("POST", "/sign-in", credentials);
    await there.request("POST", "/sign-in", other);
    await forgot(email);
    assert.equal((await server.next()).subject, "Choose a new password");
    assert.equal(server.received.length, count + 2);
  });

  it("invites to a workspace, and tells new users of their account", async () => {
    const owner = await signedIn(app, "owner@example.com", "admin");
    await owner.request("POST", "/name", { name: "Ada" });
    await owner.request("PATCH", "/workspace", { name: "Café" });
    const invited = await owner.request("POST", "/invitations", { role: "editor", email: "guest@example.com" });
    assert.equal(invited.status, 201);
    const { invitations } = (await owner.request("GET", "/invitations")).json;
    assert.equal(invitations[0].email, "guest@example.com", "owners see whom they invited");
    const invitation = await server.next();
    assert.deepEqual(invitation.to, ["guest@example.com"]);
    assert.match(invitation.text, /Ada\W* invites you to the workspace \W*Café/);
    const token = tokenIn(invitation.text, "join");
    const { json: target } = await createVisitor(app).request("POST", "/join/check", { token });
    assert.equal(target.email, "guest@example.com", "for the form of somebody without an account");
    const guest = await signedIn(app, "guest@example.com");
    const joined = await guest.request("POST", "/join", { token });
    assert.equal(joined.json.role, "editor");
    assert.equal((await owner.request("POST", "/invitations", { role: "editor", email: "no" })).status, 400);

    const made = await owner.request("POST", "/users", { email: "fresh@example.com", plan: "free" });
    assert.equal(made.json.mailed, true);
    const account = await server.next();
    assert.deepEqual([account.to, account.subject], [["fresh@example.com"], "Your account at tessera.test"]);
    // The administrator has a link of their own to pass on.
    const reset = tokenIn(account.text, "reset");
    assert.ok(!made.json.link.endsWith(reset));
    assert.equal((await createVisitor(app).request("POST", "/reset", { token: reset, password: NEW })).status, 204);
  });

  it("429: one user sends 20 invitations in a quarter of an hour", async () => {
    const owner = await signedIn(app, "eager@example.com");
    const invite = async (i: number) =>
      (await owner.request("POST", "/invitations", { role: "viewer", email: `guest${i}@example.com` })).status;
    const statuses = await Promise.all(Array.from({ length: 21 }, (_, i) => invite(i)));
    assert.deepEqual(
      [statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 429).length],
      [20, 1],
    );
    for (let i = 0; i < 20; i++) await server.next();
  });

  it("ends all links to a new password when the password changes", async () => {
    const email = "changed@example.com";
    const here = await signedIn(app, email);
    const { id } = (await app.store.users.findByEmail(email))!;
    const admin = createVisitor(app);
    await admin.request("POST", "/sign-in", { email: "admin@example.com", password: PASSWORD });
    const passedOn = tokenIn((await admin.request("POST", `/users/${id}/reset-link`)).json.link, "reset");
    await forgot(email);
    const mailed = tokenIn(await nextTo(email, "reset"), "reset");
    assert.equal((await here.request("POST", "/password", { current: PASSWORD, password: NEW })).status, 204);
    for (const token of [passedOn, mailed]) {
      const answer = await createVisitor(app).request("POST", "/reset", { token, password: "a third password" });
      assert.equal(answer.json?.details[0].field, "token", answer.text);
    }
  });

  it("keeps the second factor when a user proves the address by a reset", async () => {
    const email = "self-made@example.com";
    const here = await signedIn(app, email);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.auth.db.updateTable("user").set({ emailVerified: false }).where("id", "=", id).execute();
    const { secret, codes } = (await here.request("POST", "/second-factor/start", { password: PASSWORD })).json;
    await here.request("POST", "/second-factor", { code: codeOf(secret, Date.now()) });
    await forgot(email);
    const token = tokenIn(await nextTo(email, "reset"), "reset");
    const visitor = createVisitor(app);
    const reset = await visitor.request("POST", "/reset", { token, password: NEW });
    assert.deepEqual(reset.json, { needsCode: true });
    assert.equal((await visitor.request("GET", "/me")).status, 401);
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: codes[0] })).status, 204);
  });

  it("429: one address gets five invitations in a quarter of an hour, whoever sends them", async () => {
    const owners = [await signedIn(app, "flood1@example.com"), await signedIn(app, "flood2@example.com")];
    const invite = async (i: number) => {
      const email = i % 3 === 0 ? "Flooded@Example.com" : "flooded@example.com";
      return (await owners[i % 2]!.request("POST", "/invitations", { role: "viewer", email })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, i) => invite(i)));
    assert.equal(statuses.filter((status) => status === 201).length, 5);
    const reset = await createVisitor(app).request("POST", "/forgot", { email: "flooded@example.com" });
    assert.equal(reset.status, 204, "resets have their own limit");
    for (let i = 0; i < 5; i++) await server.next();
  });
});

onSqlite("without a mail server", (engine) => {
  it("every flow works by links", async () => {
    const app = await sharedApp({ engine });
    const admin = await signedIn(app, "admin@without-mail.example", "admin");
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.mail, false);
    const forgot = await createVisitor(app).request("POST", "/forgot", { email: "admin@without-mail.example" });
    assert.deepEqual([forgot.status, forgot.json.error], [403, "not_allowed"]);
    const made = await admin.request("POST", "/users", { email: "fresh@without-mail.example", plan: "free" });
    assert.equal(made.json.mailed, false);
    const visitor = createVisitor(app);
    const token = tokenIn(made.json.link, "reset");
    assert.equal((await visitor.request("POST", "/reset", { token, password: NEW })).status, 204);
    const again = await admin.request("POST", `/users/${made.json.user.id}/reset-link`);
    assert.ok(tokenIn(again.json.link, "reset"));
    assert.equal(
      (await admin.request("POST", "/invitations", { role: "viewer", email: "a@without-mail.example" })).status,
      403,
    );
    const { link } = (await admin.request("POST", "/invitations", { role: "viewer" })).json;
    assert.equal((await visitor.request("POST", "/join", { token: tokenIn(link, "join") })).status, 200);
    assert.equal(await app.store.mails.oldest(), null);
  });
});
