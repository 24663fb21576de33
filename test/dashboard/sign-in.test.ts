import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { PasswordHash } from "../../src/accounts/password-queue.ts";
import { createAccounts } from "../../src/accounts/service.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { cheapPassword } from "../support/password.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

onEachEngine("signing in", (engine) => {
  let app: TestApp;
  let hashed = 0;
  let checked = 0;
  /** Runs once, between the check of a password and what follows. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  const passwordHash: PasswordHash = {
    hash(text) {
      hashed += 1;
      return cheapPassword.hash(text);
    },
    async verify(given) {
      hashed += 1;
      checked += 1;
      const isRight = await cheapPassword.verify(given);
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return isRight;
    },
  };
  before(async () => {
    app = await startApp({ engine, passwordHash });
  });
  after(() => app.close());

  it("answers the same for a wrong password and an unknown user, at the same cost", async () => {
    await signedIn(app, "known@example.com");
    const wrong = async (email: string) => {
      hashed = checked = 0;
      const answer = await createVisitor(app).request("POST", "/sign-in", { email, password: "no" });
      const { requestId: _, ...body } = answer.json;
      return { status: answer.status, body, hashed, checked };
    };
    await wrong("first@example.com");
    const known = await wrong("known@example.com");
    const unknown = await wrong("unknown@example.com");
    assert.equal(known.status, 401);
    assert.equal(known.hashed, 1);
    assert.deepEqual(unknown, known, "an unknown user costs the same check");
  });

  it("renews the session, so that one planted before is worthless", async () => {
    const visitor = await signedIn(app, "renewed@example.com");
    const before = visitor.cookie();
    await visitor.request("POST", "/sign-in", { email: "renewed@example.com", password: PASSWORD });
    assert.notEqual(visitor.cookie(), before);
    assert.equal((await visitor.request("GET", "/me")).status, 200);
    const planted = createVisitor(app).request("GET", "/me", undefined, { headers: { cookie: before } });
    assert.equal((await planted).status, 401);
  });

  it("refuses a password that was changed while it was checked", async () => {
    const email = "changed@example.com";
    const NEW = "another good password";
    await signedIn(app, email);
    const { id } = (await app.store.users.findByEmail(email))!;
    const accounts = createAccounts({ store: app.store, plans: ["free"], passwordHash });
    const enter = async (password: string) => {
      const visitor = createVisitor(app);
      const { status } = await visitor.request("POST", "/sign-in", { email, password });
      return [status, (await visitor.request("GET", "/me")).status];
    };
    meanwhile = () => accounts.setPassword(id, NEW);
    assert.deepEqual(await enter(PASSWORD), [401, 401]);
    const left = await app.store.auth.db.selectFrom("session").select("id").where("userId", "=", id).execute();
    assert.deepEqual(left, []);
    meanwhile = () => accounts.setPassword(id, NEW);
    assert.deepEqual(await enter(NEW), [204, 200], "the same one, set again");
  });

  it("sets a cookie that scripts cannot read and other sites do not send", async () => {
    await signedIn(app, "cookie@example.com");
    const answer = await createVisitor(app).request("POST", "/sign-in", {
      email: "cookie@example.com",
      password: PASSWORD,
    });
    const [cookie = ""] = answer.headers.getSetCookie();
    assert.match(cookie, /HttpOnly/i);
    assert.match(cookie, /SameSite=Lax/i);
    assert.doesNotMatch(cookie, /Secure/i, "plain http");
  });

  it("ends with signing out", async () => {
    const visitor = await signedIn(app, "leaving@example.com");
    const cookie = visitor.cookie();
    assert.equal((await visitor.request("POST", "/sign-out", {})).status, 204);
    const late = await createVisitor(app).request("GET", "/me", undefined, { headers: { cookie } });
    assert.equal(late.status, 401);
  });

  it("writes neither password, session nor address into the log", () => {
    const log = app.log.join("");
    assert.ok(log.includes("/api/dashboard/sign-in"));
    for (const secret of [PASSWORD, "session_token", "known@example.com"]) {
      assert.ok(!log.includes(secret), secret);
    }
  });
});

onEachEngine("signing up", (engine) => {
  const body = { email: "new@example.com", password: PASSWORD };

  it("403: while it is closed", async () => {
    const app = await sharedApp({ engine });
    await signedIn(app, "closed@example.com", "admin");
    assert.equal((await createVisitor(app).request("POST", "/sign-up", body)).status, 403);
  });

  it("creates a free member while it is open", async (t) => {
    const app = await startApp({ engine, settings: { SIGNUP: "open" } });
    t.after(() => app.close());
    const empty = await createVisitor(app).request("POST", "/sign-up", body);
    assert.equal(empty.status, 403, "the first account is an administrator");
    await signedIn(app, "admin@example.com", "admin");
    const visitor = createVisitor(app);
    assert.equal((await visitor.request("POST", "/sign-up", body)).status, 204);
    const me = (await visitor.request("GET", "/me")).json;
    assert.deepEqual([me.role, me.plan], ["member", "free"]);
  });
});
