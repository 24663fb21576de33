import assert from "node:assert/strict";
import { it } from "node:test";
import { startApp } from "../support/app.ts";
import { startMailServer } from "../support/smtp.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

onEachEngine("the administrator's settings", (engine) => {
  it("show address, mail, versions and health, and open and close sign-up", async (t) => {
    const app = await startApp({ engine });
    t.after(() => app.close());
    const admin = await signedIn(app, "admin@example.com", "admin");
    const { json } = await admin.request("GET", "/settings");
    assert.deepEqual([json.baseUrl, json.mail, json.oidc], ["http://tessera.test", null, null]);
    assert.deepEqual(json.signup, { policy: "closed", isFixed: false });
    assert.equal(json.health.status, "ready");
    assert.match(json.versions.database, engine.name === "sqlite" ? /^SQLite 3\.\d/ : /^PostgreSQL \d\d/);
    assert.equal(json.versions.node, process.versions.node);
    assert.ok(json.fromEnvironment.includes("BASE_URL") && !json.fromEnvironment.includes("PORT"));
    assert.equal((await admin.request("POST", "/settings/test-mail")).json.problem, "SMTP_URL is not set.");

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
    assert.deepEqual(answer.json.mail, { from: "qr@tessera.test", server: new URL(url).host });
    assert.doesNotMatch(answer.text, /hidden-word/);
    assert.deepEqual(answer.json.signup, { policy: "open", isFixed: true });
    assert.ok(["SIGNUP", "SMTP_URL", "MAIL_FROM"].every((name) => answer.json.fromEnvironment.includes(name)));
    const change = await admin.request("PATCH", "/settings", { signup: "closed" });
    assert.deepEqual([change.status, change.json.error], [403, "not_allowed"]);
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.signup, "open");

    assert.deepEqual((await admin.request("POST", "/settings/test-mail")).json, { problem: null });
    const mail = await server.next();
    assert.deepEqual([mail.to, mail.subject], [["admin@example.com"], "Test message"]);
    refuses = true;
    assert.match((await admin.request("POST", "/settings/test-mail")).json.problem, /550 not from here/);
  });
});
