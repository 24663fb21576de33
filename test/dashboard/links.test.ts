import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createAccountLinks, createOneTimeTokens } from "../../src/accounts/account-links.ts";
import { createAccounts } from "../../src/accounts/service.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

async function accountLinksOf(app: TestApp, clock = createTestClock(Date.now())) {
  const { baseUrl } = app.config;
  const accounts = createAccounts({ store: app.store, plans: ["free", "pro"] });
  const { store } = app;
  return createAccountLinks({
    accounts,
    oneTimeTokens: createOneTimeTokens({ store, clock }),
    store,
    baseUrl: () => baseUrl,
  });
}

const tokenOf = (link: string | null) => link!.split("#")[1]!;

onSqlite("the set-up link", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
  });
  after(() => app.close());
  const setUp = (token: string, email = "admin@example.com", password = PASSWORD) =>
    createVisitor(app).request("POST", "/set-up", { token, email, password });

  it("is the same on every node and at every start, and invalid with a wrong token", async () => {
    const current = tokenOf(await (await accountLinksOf(app)).setUpLink());
    const other = await engine.open(app.place);
    const there = await accountLinksOf({ ...app, store: other });
    assert.equal(tokenOf(await there.setUpLink()), current);
    for (const wrong of ["", "nonsense", `${current}x`, "x".repeat(current.length)]) {
      assert.equal((await setUp(wrong)).status, 400);
    }
    assert.equal((await setUp(current, "nonsense")).status, 400, "a typing error does not invalidate the link");
    assert.equal((await setUp(current, "admin@example.com", "short")).status, 400);
    assert.equal(await app.store.users.count(), 0);
  });

  it("400: names a name that cannot be stored or shown on one line", async () => {
    const token = tokenOf(await (await accountLinksOf(app)).setUpLink());
    for (const name of ["a\0b", "\u202eEvil", "two\nlines"]) {
      const body = { token, name, email: "admin@example.com", password: PASSWORD };
      const { status, json } = await createVisitor(app).request("POST", "/set-up", body);
      assert.equal(status, 400, JSON.stringify(name));
      assert.deepEqual(
        json.details.map(({ field }: { field: string }) => field),
        ["name"],
      );
    }
    assert.equal(await app.store.users.count(), 0);
  });

  it("works if no account is an administrator, as in the demo", async () => {
    const { id } = await app.user();
    assert.notEqual(await (await accountLinksOf(app)).setUpLink(), null);
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.needsSetUp, true);
    await app.store.accounts.remove(id, Date.now());
  });

  it("creates exactly one administrator, even with concurrent requests", async () => {
    const token = tokenOf(await (await accountLinksOf(app)).setUpLink());
    const answers = await Promise.all([1, 2, 3, 4].map((n) => setUp(token, `admin${n}@example.com`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400, 400]);
    assert.equal(await app.store.users.count(), 1);
    const [user] = await app.store.users.list();
    assert.equal(user!.role, "admin");
  });

  it("is not created again, and no token is valid, once there is an account", async () => {
    assert.equal(await (await accountLinksOf(app)).setUpLink(), null);
    assert.equal((await setUp("anything")).status, 400);
  });
});

onSqlite("a link for a new password", (engine) => {
  it("works once, for a day, and ends every session", async () => {
    const app = await sharedApp({ engine });
    const visitor = await signedIn(app, "forgot@example.com");
    const user = (await app.store.users.findByEmail("forgot@example.com"))!;
    const clock = createTestClock(Date.now());
    const accountLinks = await accountLinksOf(app, clock);
    const reset = (token: string) =>
      createVisitor(app).request("POST", "/reset", { token, password: "a new good one" });

    const first = tokenOf((await accountLinks.resetLink(user.id)).link);
    const token = tokenOf((await accountLinks.resetLink(user.id)).link);
    assert.equal((await reset(first)).status, 400, "a newer link invalidates it");
    assert.equal((await reset(`${user.id}.wrong`)).status, 400);
    assert.equal((await reset(token)).status, 204);
    assert.equal((await reset(token)).status, 400, "only once");
    assert.equal((await visitor.request("GET", "/me")).status, 401);

    const late = tokenOf((await accountLinks.resetLink(user.id)).link);
    clock.move(24 * 3_600_000 + 1);
    await assert.rejects(accountLinks.reset(late, "a new good one"), /no longer valid/);
  });
});

onSqlite("a link's page", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine, clock, settings: { TRUSTED_PROXIES: "loopback" } });
  });
  after(() => app.close());
  const ask = (kind: string, token: string, address = "192.0.2.1") =>
    createVisitor(app).request("POST", "/link", { kind, token }, { headers: { "x-forwarded-for": address } });

  it("knows whom the link is for, without using it up", async () => {
    const links = await accountLinksOf(app, clock);
    const setUp = tokenOf(await links.setUpLink());
    for (const _ of [1, 2]) {
      assert.deepEqual((await ask("set-up", setUp)).json, { email: null, isNew: true });
    }
    const admin = await signedIn(app, "admin@example.com", "admin");
    const made = (await admin.request("POST", "/users", { email: "new@example.com", plan: "free" })).json;
    const first = tokenOf(made.link);
    assert.deepEqual((await ask("reset", first)).json, { email: "new@example.com", isNew: true });
    const body = { token: first, password: PASSWORD };
    assert.equal((await createVisitor(app).request("POST", "/reset", body)).status, 204);
    const again = tokenOf((await links.resetLink(made.user.id)).link);
    assert.deepEqual((await ask("reset", again)).json, { email: "new@example.com", isNew: false });
  });

  it("knows that a link is invalid: wrong, used, of another kind, too old", async () => {
    const links = await accountLinksOf(app, clock);
    const { id } = (await app.store.users.findByEmail("new@example.com"))!;
    const token = tokenOf((await links.resetLink(id)).link);
    const secret = await app.store.secret("set-up");
    for (const [kind, wrong] of [
      ["set-up", ""],
      ["set-up", secret],
      ["set-up", token],
      ["reset", ""],
      ["reset", secret],
      ["reset", `${id}.wrong`],
      ["reset", `nobody.${token.split(".")[1]}`],
    ] as const) {
      const answer = await ask(kind, wrong);
      assert.equal(answer.status, 400, `${kind} ${wrong}`);
      assert.match(
        answer.json.message,
        kind === "set-up" ? /^This set-up link is not valid/ : /^This link is no longer valid/,
      );
    }
    assert.equal((await ask("reset", token)).status, 200);
    clock.move(24 * 3_600_000 + 1);
    assert.equal((await ask("reset", token)).status, 400);
    assert.equal((await ask("else", token)).status, 400);
  });

  it("limits guessing: fifty wrong tokens from a network, and valid ones do not count", async () => {
    const links = await accountLinksOf(app, clock);
    const { id } = (await app.store.users.findByEmail("new@example.com"))!;
    const token = tokenOf((await links.resetLink(id)).link);
    const at = "198.51.100.7";
    for (let n = 0; n < 50; n++) {
      if (n < 10) assert.equal((await ask("reset", token, at)).status, 200);
      assert.equal((await ask("reset", `${id}.${n}`, at)).status, 400);
    }
    assert.equal((await ask("reset", token, at)).status, 429);
    assert.equal((await ask("reset", token, "203.0.113.9")).status, 200, "others are not affected");
  });

  it("leaves no token in the log", async () => {
    const token = tokenOf((await (await accountLinksOf(app, clock)).resetLink("someone")).link);
    await ask("reset", token);
    assert.ok(!app.log.join("").includes(token.split(".")[1]!));
  });
});
