import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createAccountLinks } from "../../src/accounts/account-links.ts";
import { createOneTimeTokens } from "../../src/accounts/one-time-tokens.ts";
import type { PasswordHash } from "../../src/accounts/passwords.ts";
import { createAccounts } from "../../src/accounts/service.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { cheapPassword } from "../support/password.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

async function accountLinksOf(app: TestApp, clock = createTestClock(Date.now())) {
  const { baseUrl } = app.config;
  const accounts = createAccounts({ store: app.store, plans: ["free", "pro"] });
  const { store } = app;
  return createAccountLinks({
    accounts,
    oneTimeTokens: createOneTimeTokens({ store, clock }),
    store,
    baseUrl,
  });
}

const tokenOf = (link: string | null) => link!.split("#")[1]!;

onEachEngine("the set-up link", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
  });
  after(() => app.close());
  const setUp = (token: string, email = "admin@example.com", password = PASSWORD) =>
    createVisitor(app).request("POST", "/set-up", { token, email, password });

  it("is the same on every node and at every start, and void with a wrong token", async () => {
    const current = tokenOf(await (await accountLinksOf(app)).setUpLink());
    const other = await engine.open(app.place);
    const there = await accountLinksOf({ ...app, store: other });
    assert.equal(tokenOf(await there.setUpLink()), current);
    for (const wrong of ["", "nonsense", `${current}x`, "x".repeat(current.length)]) {
      assert.equal((await setUp(wrong)).status, 400);
    }
    assert.equal((await setUp(current, "nonsense")).status, 400, "a slip costs no link");
    assert.equal((await setUp(current, "admin@example.com", "short")).status, 400);
    assert.equal(await app.store.users.count(), 0);
  });

  it("works beside an account that is no administrator's, as the demo's is", async () => {
    const { id } = await app.user();
    assert.notEqual(await (await accountLinksOf(app)).setUpLink(), null);
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.needsSetUp, true);
    await app.store.accounts.remove(id, Date.now());
  });

  it("makes exactly one administrator, however many use it at once", async () => {
    const token = tokenOf(await (await accountLinksOf(app)).setUpLink());
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => setUp(token, `admin${n}@example.com`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400, 400]);
    assert.equal(await app.store.users.count(), 1);
    const [user] = await app.store.users.list();
    assert.equal(user!.role, "admin");
  });

  it("is not made again, and no token is open, once there is an account", async () => {
    assert.equal(await (await accountLinksOf(app)).setUpLink(), null);
    assert.equal((await setUp("anything")).status, 400);
  });
});

onEachEngine("signing in", (engine) => {
  let app: TestApp;
  let hashed = 0;
  const passwordHash: PasswordHash = {
    hash(text) {
      hashed += 1;
      return cheapPassword.hash(text);
    },
    verify(given) {
      hashed += 1;
      return cheapPassword.verify(given);
    },
  };
  before(async () => {
    app = await startApp({ engine, passwordHash });
  });
  after(() => app.close());

  it("answers alike whether the password or the user is wrong, and at the same cost", async () => {
    await signedIn(app, "known@example.com");
    const wrong = async (email: string) => {
      hashed = 0;
      const answer = await createVisitor(app).request("POST", "/sign-in", {
        email,
        password: "no",
      });
      const { requestId: _, ...body } = answer.json;
      return { status: answer.status, body, hashed };
    };
    const known = await wrong("known@example.com");
    const unknown = await wrong("unknown@example.com");
    assert.equal(known.status, 401);
    assert.equal(known.hashed, 1);
    assert.deepEqual(unknown, known, "an unknown user costs a hash too");
  });

  it("renews the session, so that one planted before is worth nothing", async () => {
    const visitor = await signedIn(app, "renewed@example.com");
    const before = visitor.cookie();
    await visitor.request("POST", "/sign-in", { email: "renewed@example.com", password: PASSWORD });
    assert.notEqual(visitor.cookie(), before);
    assert.equal((await visitor.request("GET", "/me")).status, 200);
    const planted = createVisitor(app).request("GET", "/me", undefined, {
      headers: { cookie: before },
    });
    assert.equal((await planted).status, 401);
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

  it("is slow to guess: ten tries, then 429 with the time to wait, even with the right one", async () => {
    await signedIn(app, "guessed@example.com");
    const guess = (password: string) =>
      createVisitor(app).request("POST", "/sign-in", { email: "guessed@example.com", password });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => guess(`guess ${i}`)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 4);
    assert.ok(Number(refused[0]!.headers.get("retry-after")) > 800);
    assert.equal((await guess(PASSWORD)).status, 429);
  });

  it("ends with signing out", async () => {
    const visitor = await signedIn(app, "leaving@example.com");
    const cookie = visitor.cookie();
    assert.equal((await visitor.request("POST", "/sign-out", {})).status, 204);
    const late = await createVisitor(app).request("GET", "/me", undefined, { headers: { cookie } });
    assert.equal(late.status, 401);
  });

  it("writes neither password nor session nor address into the log", () => {
    const log = app.log.join("");
    assert.ok(log.includes("/api/dashboard/sign-in"));
    for (const secret of [PASSWORD, "guess 3", "session_token", "known@example.com"]) {
      assert.ok(!log.includes(secret), secret);
    }
  });
});

onEachEngine("signing up", (engine) => {
  it("is refused while it is closed, and makes a free member while it is open", async (t) => {
    for (const signup of ["closed", "open"]) {
      const app = await startApp({ engine, settings: { SIGNUP: signup } });
      t.after(() => app.close());
      const body = { email: "new@example.com", password: PASSWORD };
      const empty = await createVisitor(app).request("POST", "/sign-up", body);
      assert.equal(empty.status, 403, "the first account is the administrator's");
      await signedIn(app, "admin@example.com", "admin");
      const visitor = createVisitor(app);
      const answer = await visitor.request("POST", "/sign-up", body);
      assert.equal(answer.status, signup === "open" ? 204 : 403);
      if (signup === "open") {
        const me = (await visitor.request("GET", "/me")).json;
        assert.equal(me.role, "member");
        assert.equal(me.plan, "free");
      }
    }
  });
});

onEachEngine("a link for a new password", (engine) => {
  it("works once, for a day, and ends every session", async (t) => {
    const app = await startApp({ engine });
    t.after(() => app.close());
    const visitor = await signedIn(app, "forgot@example.com");
    const user = (await app.store.users.findByEmail("forgot@example.com"))!;
    const clock = createTestClock(Date.now());
    const accountLinks = await accountLinksOf(app, clock);
    const reset = (token: string) =>
      createVisitor(app).request("POST", "/reset", { token, password: "a new good one" });

    const first = tokenOf((await accountLinks.resetLink(user.id)).link);
    const token = tokenOf((await accountLinks.resetLink(user.id)).link);
    assert.equal((await reset(first)).status, 400, "a newer link voids it");
    assert.equal((await reset(`${user.id}.wrong`)).status, 400);
    assert.equal((await reset(token)).status, 204);
    assert.equal((await reset(token)).status, 400, "only once");
    assert.equal((await visitor.request("GET", "/me")).status, 401);

    const late = tokenOf((await accountLinks.resetLink(user.id)).link);
    clock.move(24 * 3_600_000 + 1);
    await assert.rejects(accountLinks.reset(late, "a new good one"), /not valid any more/);
  });
});
