import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createAccounts } from "../../src/accounts/service.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Authenticator, codeOf, createAuthenticator } from "../support/authenticator.ts";
import { cheapPassword } from "../support/password.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const ORIGIN = "http://tessera.test";
const RP = "tessera.test";

/** A code works once, so each use takes the next: a service accepts those of the neighbouring half minutes. */
function createApp(secret: string) {
  const used = new Set<string>();
  return (): string => {
    const now = Date.now();
    const code = [now, now + 30_000, now - 30_000].map((at) => codeOf(secret, at)).find((one) => !used.has(one))!;
    used.add(code);
    return code;
  };
}

onEachEngine("a second factor", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
    await signedIn(app, "admin@example.com", "admin");
  });
  after(() => app.close());

  const signIn = async (email: string, password = PASSWORD) => {
    const visitor = createVisitor(app);
    return { visitor, answer: await visitor.request("POST", "/sign-in", { email, password }) };
  };
  const isIn = async (visitor: Visitor) => (await visitor.request("GET", "/me")).status === 200;

  async function withFactor(email: string) {
    const visitor = await signedIn(app, email);
    const started = await visitor.request("POST", "/second-factor/start", { password: PASSWORD });
    const { uri, secret, codes } = started.json;
    assert.equal(started.status, 200, started.text);
    assert.ok(uri.startsWith(`otpauth://totp/Tessera:${encodeURIComponent(email)}`), uri);
    const next = createApp(secret);
    assert.equal((await visitor.request("POST", "/second-factor", { code: next() })).status, 204);
    return { visitor, next, codes: codes as string[] };
  }

  it("is not needed before its first code is confirmed", async () => {
    const email = "unconfirmed@example.com";
    const visitor = await signedIn(app, email);
    const wrong = await visitor.request("POST", "/second-factor/start", { password: "not this one" });
    assert.equal(wrong.json.details[0].field, "password");
    await visitor.request("POST", "/second-factor/start", { password: PASSWORD });
    assert.deepEqual((await visitor.request("GET", "/second-factor")).json, {
      isOn: false,
      codesLeft: 0,
      hasPassword: true,
    });
    assert.equal((await visitor.request("POST", "/second-factor", { code: "000000" })).json.details[0].field, "code");
    assert.equal((await signIn(email)).answer.status, 204);
  });

  it("is asked for after the password, ends the other sessions, and each code works once", async () => {
    const email = "totp@example.com";
    await signedIn(app, email);
    const other = (await signIn(email)).visitor;
    const here = (await signIn(email)).visitor;
    const { secret } = (await here.request("POST", "/second-factor/start", { password: PASSWORD })).json;
    const next = createApp(secret);
    const enrolled = next();
    assert.equal((await here.request("POST", "/second-factor", { code: enrolled })).status, 204);
    assert.deepEqual([await isIn(here), await isIn(other)], [true, false], "only this device stays signed in");
    assert.deepEqual((await here.request("GET", "/second-factor")).json, {
      isOn: true,
      codesLeft: 10,
      hasPassword: true,
    });

    const { visitor, answer } = await signIn(email);
    assert.deepEqual([answer.status, answer.json], [200, { needsCode: true }]);
    assert.equal(await isIn(visitor), false);
    const early = (await signIn(email)).visitor;
    assert.equal((await early.request("POST", "/sign-in/code", { code: enrolled })).status, 401, "used to turn it on");
    const wrong = await visitor.request("POST", "/sign-in/code", { code: "123456" });
    assert.deepEqual([wrong.status, wrong.json.error], [401, "sign_in_failed"]);
    const code = next();
    assert.equal(
      (await visitor.request("POST", "/sign-in/code", { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
      204,
    );
    assert.equal(await isIn(visitor), true);

    const again = (await signIn(email)).visitor;
    assert.equal((await again.request("POST", "/sign-in/code", { code })).status, 401, "a code works once");
    assert.equal(await isIn(again), false);
  });

  it("has ten recovery codes, each for one sign-in, and new ones replace them", async () => {
    const email = "recovery@example.com";
    const { visitor, codes } = await withFactor(email);
    assert.equal(new Set(codes).size, 10);
    const use = async (code: string) => {
      const { visitor: browser } = await signIn(email);
      return (await browser.request("POST", "/sign-in/code", { code })).status;
    };
    assert.deepEqual([await use(codes[0]!), await use(codes[0]!), await use("aaaaa-bbbbb")], [204, 401, 401]);
    assert.equal((await visitor.request("GET", "/second-factor")).json.codesLeft, 9);
    const fresh = (await visitor.request("POST", "/second-factor/codes", { password: PASSWORD })).json.codes;
    assert.deepEqual([fresh.length, await use(codes[1]!), await use(fresh[0])], [10, 401, 204]);
  });

  it("allows few guesses: a challenge has five, and the account is closed to codes after ten", async () => {
    const email = "guessed@example.com";
    const { next } = await withFactor(email);
    const statuses: number[] = [];
    for (let challenge = 0; challenge < 3; challenge++) {
      const { visitor } = await signIn(email);
      for (let i = 0; i < 6; i++) {
        statuses.push((await visitor.request("POST", "/sign-in/code", { code: "000000" })).status);
      }
    }
    assert.ok(statuses.every((status) => status === 401 || status === 429));
    assert.ok(statuses.includes(429));
    const { visitor } = await signIn(email);
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: next() })).status, 429);
  });

  it("allows as few guesses at the same time", async () => {
    const email = "guessed-at-once@example.com";
    await withFactor(email);
    const browsers: Visitor[] = [];
    for (let i = 0; i < 25; i++) browsers.push((await signIn(email)).visitor);
    const guesses = browsers.map((visitor) => visitor.request("POST", "/sign-in/code", { code: "000000" }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  it("stays closed if its row is missing", async () => {
    const email = "missing@example.com";
    const { next } = await withFactor(email);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.auth.db.deleteFrom("twoFactor").where("userId", "=", id).execute();
    const { visitor, answer } = await signIn(email);
    assert.deepEqual(answer.json, { needsCode: true });
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: next() })).status, 401);
    assert.equal(await isIn(visitor), false);
  });

  it("is asked for after a reset of the password too", async () => {
    const email = "reset@example.com";
    const { visitor: here, next } = await withFactor(email);
    const admin = (await signIn("admin@example.com")).visitor;
    const { id } = (await app.store.users.findByEmail(email))!;
    const { link } = (await admin.request("POST", `/users/${id}/reset-link`)).json;
    const visitor = createVisitor(app);
    const reset = await visitor.request("POST", "/reset", {
      token: link.split("#")[1],
      password: "a new good password",
    });
    assert.deepEqual(reset.json, { needsCode: true });
    assert.deepEqual([await isIn(visitor), await isIn(here)], [false, false]);
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: next() })).status, 204);
  });

  it("can be removed with the password, or by an administrator for a user who has lost it", async () => {
    const email = "removed@example.com";
    const { visitor } = await withFactor(email);
    assert.equal((await visitor.request("POST", "/second-factor/remove", { password: "no" })).status, 400);
    assert.equal((await visitor.request("POST", "/second-factor/remove", { password: PASSWORD })).status, 204);
    assert.equal((await signIn(email)).answer.status, 204);

    const lost = "lost@example.com";
    await withFactor(lost);
    const admin = (await signIn("admin@example.com")).visitor;
    const { id } = (await app.store.users.findByEmail(lost))!;
    assert.equal((await visitor.request("DELETE", `/users/${id}/second-factor`)).status, 404, "not by others");
    assert.equal((await admin.request("DELETE", `/users/${id}/second-factor`)).status, 204);
    assert.equal((await signIn(lost)).answer.status, 204);
  });

  it("ends a sign-in that waits for its code when the password changes or other devices are signed out", async () => {
    const email = "waiting@example.com";
    const { visitor, codes } = await withFactor(email);
    const changes = [
      ["/sessions/end-others", undefined],
      ["/password", { current: PASSWORD, password: "another good password" }],
    ] as const;
    for (const [path, body] of changes) {
      const { visitor: waiting, answer } = await signIn(email);
      assert.deepEqual(answer.json, { needsCode: true });
      assert.equal((await visitor.request("POST", path, body)).status, 204);
      assert.equal((await waiting.request("POST", "/sign-in/code", { code: codes[0] })).status, 401, path);
      assert.equal(await isIn(waiting), false);
    }
  });

  it("works over https, where its cookies have other names", async (t) => {
    const safe = await startApp({ engine, settings: { BASE_URL: "https://tessera.test" } });
    t.after(() => safe.close());
    const https = { headers: { origin: "https://tessera.test" } };
    const email = "safe@example.com";
    await createAccounts({ store: safe.store, plans: ["free"], passwordHash: cheapPassword }).add({
      email,
      password: PASSWORD,
      plan: "free",
      role: "admin",
    });
    const credentials = { email, password: PASSWORD };
    const here = createVisitor(safe);
    await here.request("POST", "/sign-in", credentials, https);
    const { secret, codes } = (await here.request("POST", "/second-factor/start", { password: PASSWORD }, https)).json;
    const confirmed = await here.request("POST", "/second-factor", { code: codeOf(secret, Date.now()) }, https);
    assert.equal(confirmed.status, 204);
    const there = createVisitor(safe);
    assert.deepEqual((await there.request("POST", "/sign-in", credentials, https)).json, { needsCode: true });
    assert.match(there.cookie(), /__Host-tessera\.two_factor=/);
    assert.equal((await there.request("POST", "/sign-in/code", { code: codes[0] }, https)).status, 204);

    const key = createAuthenticator();
    const ceremony = { origin: "https://tessera.test", rpId: RP };
    const { challenge } = (await there.request("POST", "/passkeys/options", { password: PASSWORD }, https)).json;
    const made = { response: key.create({ ...ceremony, challenge }), name: "Phone" };
    assert.equal((await there.request("POST", "/passkeys", made, https)).status, 204);
    const last = createVisitor(safe);
    const asked = (await last.request("POST", "/sign-in/passkey/options", undefined, https)).json;
    const response = key.get({ ...ceremony, challenge: asked.challenge });
    assert.equal((await last.request("POST", "/sign-in/passkey", { response }, https)).status, 204);
  });

  it("is in the audit log only when the code was right too", async () => {
    const email = "audited@example.com";
    const { visitor: here, codes } = await withFactor(email);
    const signIns = async () => (await here.request("GET", "/audit?kind=sign-in")).json.data.length;
    const before = await signIns();
    const { visitor } = await signIn(email);
    assert.equal(await signIns(), before, "the password alone is no sign-in");
    await visitor.request("POST", "/sign-in/code", { code: codes[0] });
    assert.equal(await signIns(), before + 1);
  });

  it("is kept when the password is changed, which keeps this session only", async () => {
    const email = "changes@example.com";
    const { visitor, next } = await withFactor(email);
    const other = (await signIn(email)).visitor;
    assert.equal((await other.request("POST", "/sign-in/code", { code: next() })).status, 204);
    const body = { current: PASSWORD, password: "another good password" };
    assert.equal((await visitor.request("POST", "/password", body)).status, 204);
    assert.deepEqual([await isIn(visitor), await isIn(other)], [true, false]);
    assert.deepEqual((await signIn(email, body.password)).answer.json, { needsCode: true });
  });
});

onEachEngine("passkeys", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
    await signedIn(app, "admin@example.com", "admin");
  });
  after(() => app.close());

  const isIn = async (visitor: Visitor) => (await visitor.request("GET", "/me")).status === 200;

  async function add(visitor: Visitor, key: Authenticator, change: object = {}) {
    const options = await visitor.request("POST", "/passkeys/options", { password: PASSWORD });
    assert.equal(options.status, 200, options.text);
    const { challenge } = options.json;
    const response = key.create({ challenge, origin: ORIGIN, rpId: RP, ...change });
    return visitor.request("POST", "/passkeys", { response, name: "Phone" });
  }

  async function enter(key: Authenticator, change: object = {}) {
    const visitor = createVisitor(app);
    const { challenge } = (await visitor.request("POST", "/sign-in/passkey/options")).json;
    const response = key.get({ challenge, origin: ORIGIN, rpId: RP, ...change });
    const answer = await visitor.request("POST", "/sign-in/passkey", { response });
    return { visitor, response, answer };
  }

  it("sign in without a password, and adding one ends the other sessions", async () => {
    const email = "passkey@example.com";
    const other = await signedIn(app, email);
    const here = createVisitor(app);
    await here.request("POST", "/sign-in", { email, password: PASSWORD });
    const refused = await here.request("POST", "/passkeys/options", { password: "no" });
    assert.equal(refused.json.details[0].field, "password");
    const key = createAuthenticator();
    const added = await add(here, key);
    assert.equal(added.status, 204, added.text);
    assert.deepEqual([await isIn(here), await isIn(other)], [true, false]);
    const { passkeys } = (await here.request("GET", "/passkeys")).json;
    assert.deepEqual(
      passkeys.map(({ name }: { name: string }) => name),
      ["Phone"],
    );

    const { visitor, answer, response } = await enter(key);
    assert.equal(answer.status, 204, answer.text);
    assert.equal((await visitor.request("GET", "/me")).json.email, email);
    const replayed = await createVisitor(app).request("POST", "/sign-in/passkey", { response });
    assert.equal(replayed.status, 401, "a response works once");
  });

  it("401: unknown ones, those of another site, and devices that did not ask for their user", async () => {
    const owner = await signedIn(app, "careful@example.com");
    const key = createAuthenticator();
    assert.equal((await add(owner, key, { userVerified: false })).status, 400);
    assert.equal((await add(owner, key, { origin: "http://evil.test" })).status, 400);
    assert.equal((await add(owner, key, { rpId: "evil.test" })).status, 400);
    assert.equal((await add(owner, key)).status, 204);
    assert.equal((await enter(createAuthenticator())).answer.status, 401);
    for (const change of [
      { userVerified: false },
      { origin: "http://evil.test" },
      { rpId: "evil.test" },
      { challenge: "AAAA" },
    ]) {
      const { visitor, answer } = await enter(key, change);
      assert.equal(answer.status, 401, JSON.stringify(change));
      assert.equal(await isIn(visitor), false);
    }
    for (const response of [{}, { id: 5 }, { id: "x", response: null }]) {
      const visitor = createVisitor(app);
      await visitor.request("POST", "/sign-in/passkey/options");
      assert.equal((await visitor.request("POST", "/sign-in/passkey", { response })).status, 401);
    }
  });

  it("403: those of a suspended user", async () => {
    const email = "suspended@example.com";
    const key = createAuthenticator();
    await add(await signedIn(app, email), key);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.accounts.change(id, { suspended: true });
    const { visitor, answer } = await enter(key);
    assert.deepEqual([answer.status, await isIn(visitor)], [403, false]);
  });

  it("need no code of a second factor, because the device has asked for its user", async () => {
    const visitor = await signedIn(app, "both@example.com");
    const key = createAuthenticator();
    await add(visitor, key);
    const { secret } = (await visitor.request("POST", "/second-factor/start", { password: PASSWORD })).json;
    await visitor.request("POST", "/second-factor", { code: codeOf(secret, Date.now()) });
    assert.equal((await enter(key)).answer.status, 204);
  });

  it("sign in a whole company behind one address", async () => {
    const key = createAuthenticator();
    await add(await signedIn(app, "office@example.com"), key);
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) statuses.push((await enter(key)).answer.status);
    assert.deepEqual([...new Set(statuses)], [204]);
  });

  it("end like keys if an administrator's link hands over an account whose address nobody has proved", async () => {
    const email = "claimed@example.com";
    const stranger = await signedIn(app, email);
    const passkey = createAuthenticator();
    await add(stranger, passkey);
    const { key } = (await stranger.request("POST", "/keys", { name: "Mine" })).json;
    const invited = (await stranger.request("POST", "/invitations", { role: "owner" })).json.link.split("#")[1];
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.auth.db.updateTable("user").set({ emailVerified: false }).where("id", "=", id).execute();
    const admin = createVisitor(app);
    await admin.request("POST", "/sign-in", { email: "admin@example.com", password: PASSWORD });
    const { link } = (await admin.request("POST", `/users/${id}/reset-link`)).json;
    const owner = createVisitor(app);
    const reset = { token: link.split("#")[1], password: "the owner's own password" };
    assert.equal((await owner.request("POST", "/reset", reset)).status, 204);
    assert.deepEqual([await isIn(owner), await isIn(stranger)], [true, false]);
    assert.equal((await enter(passkey)).answer.status, 401);
    assert.equal((await app.request("GET", "/api/v1/me", { key })).status, 401);
    assert.equal((await createVisitor(app).request("POST", "/join/check", { token: invited })).status, 400);
    const proved = app.store.auth.db.selectFrom("user").select("emailVerified").where("id", "=", id);
    assert.ok(!(await proved.executeTakeFirstOrThrow()).emailVerified, "only a mail proves the address");
  });

  it("can be removed by their owner only, but not the last way to sign in, also by two devices at once", async () => {
    const email = "last@example.com";
    const [first, second] = [createAuthenticator(), createAuthenticator()];
    const owner = await signedIn(app, email);
    await add(owner, first);
    await add(owner, second);
    const { id: userId } = (await app.store.users.findByEmail(email))!;
    const ids = (await owner.request("GET", "/passkeys")).json.passkeys.map(({ id }: { id: string }) => id);
    const stranger = await signedIn(app, "stranger@example.com");
    const remove = (visitor: Visitor, id: string) =>
      visitor.request("POST", `/passkeys/${id}/remove`, { password: PASSWORD });
    assert.equal((await remove(stranger, ids[0])).status, 404);

    // Without a password only the passkeys are left.
    await app.store.auth.db.deleteFrom("account").where("userId", "=", userId).execute();
    const { visitor: here } = await enter(first);
    const { visitor: there } = await enter(second);
    const both = await Promise.all([remove(here, ids[0]), remove(there, ids[1])]);
    const statuses = both.map(({ status }) => status).sort();
    assert.ok(statuses[0] === 204 && [400, 401].includes(statuses[1]!), `${statuses}`);
    const rows = await app.store.auth.db.selectFrom("passkey").select("id").where("userId", "=", userId).execute();
    assert.equal(rows.length, 1, "one is left");
  });

  it("let a user without a password set one, right after signing in", async () => {
    const email = "passwordless@example.com";
    const key = createAuthenticator();
    await add(await signedIn(app, email), key);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.auth.db.deleteFrom("account").where("userId", "=", id).execute();
    const { visitor } = await enter(key);
    const [passkey] = (await visitor.request("GET", "/passkeys")).json.passkeys;
    const last = await visitor.request("POST", `/passkeys/${passkey.id}/remove`, {});
    assert.match(last.json.message, /only way to sign in/);
    const old = app.store.auth.db.updateTable("session").set({ createdAt: new Date(Date.now() - 3_600_000) });
    const set = () => visitor.request("POST", "/password", { password: PASSWORD });
    await old.where("userId", "=", id).execute();
    assert.deepEqual([(await set()).status, (await set()).json.error], [403, "not_recent"]);
    const { visitor: fresh } = await enter(key);
    assert.equal((await fresh.request("POST", "/password", { password: PASSWORD })).status, 204);
    assert.equal((await fresh.request("POST", `/passkeys/${passkey.id}/remove`, { password: PASSWORD })).status, 204);
  });
});
