import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf } from "../support/authenticator.ts";
import { type IdentityProvider, startIdentityProvider } from "../support/identity-provider.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const CALLBACK = "http://tessera.test/api/dashboard/oidc/callback";

onEachEngine("signing in with an identity provider", (engine) => {
  let app: TestApp;
  let closed: TestApp;
  let idp: IdentityProvider;
  let mail: MailServer;
  before(async () => {
    [idp, mail] = [await startIdentityProvider(CALLBACK), await startMailServer()];
    const settings = {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      SMTP_URL: mail.url,
      MAIL_FROM: "qr@tessera.test",
    };
    app = await startApp({ engine, settings: { ...settings, SIGNUP: "open" }, mailTiming: { lookMs: 50 } });
    closed = await startApp({ engine, settings });
    for (const one of [app, closed]) await signedIn(one, "admin@example.com", "admin");
  });
  after(async () => {
    await app.close();
    await closed.close();
    await mail.close();
    await idp.close();
  });

  async function start(visitor: Visitor): Promise<URL> {
    const answer = await visitor.request("POST", "/oidc/start");
    assert.equal(answer.status, 200, answer.text);
    return new URL(answer.json.url);
  }
  const comeBack = (visitor: Visitor, { search }: URL) => visitor.request("GET", `/oidc/callback${search}`);

  /** Where the browser is sent in the end, and who is signed in then. */
  async function enter(subject: string, at = app, visitor = createVisitor(at)) {
    const back = await idp.approve((await start(visitor)).href, subject);
    const answer = await comeBack(visitor, back);
    const me = await visitor.request("GET", "/me");
    return { visitor, back, to: answer.headers.get("location"), email: me.json?.email as string | undefined };
  }
  const refused = (reason: string) => `http://tessera.test/app/sign-in?oidc=${reason}`;
  const HOME = "http://tessera.test/app/";

  it("uses the authorization code with PKCE, state and nonce", async () => {
    assert.equal((await createVisitor(app).request("GET", "/sign-in")).json.oidc, new URL(idp.issuer).host);
    const { searchParams } = await start(createVisitor(app));
    assert.equal(searchParams.get("response_type"), "code");
    assert.equal(searchParams.get("code_challenge_method"), "S256");
    assert.equal(searchParams.get("redirect_uri"), CALLBACK);
    for (const name of ["code_challenge", "state", "nonce"]) assert.ok(searchParams.get(name), name);
    const stored = JSON.stringify(await app.store.auth.db.selectFrom("verification").selectAll().execute());
    assert.ok(!stored.includes(searchParams.get("state")!), "a copy of the database does not hold the state");
  });

  it("creates an account with a workspace while sign-up is open, and finds it again by its subject", async () => {
    idp.people.set("new", { email: "New@Example.com", email_verified: true, name: "New Person" });
    const first = await enter("new");
    assert.deepEqual([first.to, first.email], [HOME, "new@example.com"]);
    const me = (await first.visitor.request("GET", "/me")).json;
    assert.deepEqual([me.name, me.role, me.plan, me.workspaces.length], ["New Person", "member", "free", 1]);
    // Even if the provider no longer vouches for the address, or it has changed.
    idp.people.set("new", { email: "renamed@example.com", email_verified: false });
    assert.deepEqual((await enter("new")).email, "new@example.com");
    assert.equal(await app.store.users.findByEmail("renamed@example.com"), null);
  });

  it("creates none while sign-up is closed, but joins an account that an administrator created", async () => {
    idp.people.set("invited", { email: "invited@example.com", email_verified: true });
    assert.deepEqual((await enter("invited", closed)).to, refused("unknown"));
    await signedIn(closed, "invited@example.com");
    const { to, email } = await enter("invited", closed);
    assert.deepEqual([to, email], [HOME, "invited@example.com"]);
  });

  it("creates one by an invitation while sign-up is closed, in its workspace, once", async () => {
    const owner = await signedIn(closed, "owner@example.com");
    const { link } = (await owner.request("POST", "/invitations", { role: "editor" })).json;
    const token = new URL(link).hash.slice(1);
    const enterInvited = async (
      subject: string,
      begin: Promise<{ status: number; json: { url: string } }>,
      visitor: Visitor,
    ) => {
      const { status, json } = await begin;
      assert.equal(status, 200);
      const answer = await comeBack(visitor, await idp.approve(json.url, subject));
      return answer.headers.get("location");
    };
    const begin = (visitor: Visitor) => visitor.request("POST", "/join/oidc", { token });
    const [guest, late, liar] = [createVisitor(closed), createVisitor(closed), createVisitor(closed)];
    const begun = [begin(guest), begin(late), begin(liar)] as const;
    await Promise.all(begun);
    idp.people.set("liar", { email: "liar@example.com", email_verified: false });
    assert.notEqual(await enterInvited("liar", begun[2], liar), HOME);
    assert.equal(await closed.store.users.findByEmail("liar@example.com"), null);
    idp.people.set("guest", { email: "guest@example.com", email_verified: true });
    assert.equal(await enterInvited("guest", begun[0], guest), HOME);
    const { workspaces } = (await guest.request("GET", "/me")).json;
    assert.deepEqual(
      workspaces.map(({ role }: { role: string }) => role),
      ["owner", "editor"],
    );
    idp.people.set("late", { email: "late@example.com", email_verified: true });
    assert.equal(await enterInvited("late", begun[1], late), refused("failed"));
    assert.equal(await closed.store.users.findByEmail("late@example.com"), null);
    // It is used up by now: who has an account signs in nevertheless, and nobody gets one.
    const again = createVisitor(closed);
    assert.equal(await enterInvited("guest", begin(again), again), HOME);
    assert.equal((await again.request("GET", "/me")).json.email, "guest@example.com");
    const stranger = createVisitor(closed);
    assert.equal(await enterInvited("late", begin(stranger), stranger), refused("unknown"));
    assert.equal(await closed.store.users.findByEmail("late@example.com"), null);
  });

  it("does not join by an address that the provider has not verified", async () => {
    await signedIn(app, "victim@example.com");
    for (const [subject, verified] of [
      ["a", false],
      ["b", undefined],
      ["c", "false"],
      ["d", "yes"],
    ] as const) {
      const person = { email: "victim@example.com", ...(verified === undefined ? {} : { email_verified: verified }) };
      idp.people.set(subject, person);
      const { to, email } = await enter(subject);
      assert.deepEqual([to, email], [refused("unverified"), undefined], `${verified}`);
    }
    idp.people.set("stranger", { email: "nobody@example.com", email_verified: false });
    assert.equal((await enter("stranger")).email, undefined);
    assert.equal(await app.store.users.findByEmail("nobody@example.com"), null);
    idp.people.set("list", { email: ["victim@example.com"] as never, email_verified: true });
    assert.equal((await enter("list")).email, undefined);
    idp.people.set("without", { email_verified: true });
    assert.equal((await enter("without")).email, undefined);
  });

  it("does not join an account that somebody registered with the address before", async () => {
    const email = "early@example.com";
    const attacker = createVisitor(app);
    assert.equal((await attacker.request("POST", "/sign-up", { email, password: PASSWORD })).status, 204);
    const key = (await attacker.request("POST", "/keys", { name: "Mine" })).json.key;
    idp.people.set("owner", { email, email_verified: true });
    assert.deepEqual((await enter("owner")).to, refused("unverified"));

    // The owner proves the address by mail: nothing that the attacker left in the account works any more.
    await createVisitor(app).request("POST", "/forgot", { email });
    // Others are about new devices.
    let token: string | undefined;
    while (!token) token = /app\/reset#(\S+)/.exec((await mail.next()).text)?.[1];
    const password = "the owner's own password";
    assert.equal((await createVisitor(app).request("POST", "/reset", { token, password })).status, 204);
    assert.equal((await attacker.request("GET", "/me")).status, 401);
    assert.equal((await app.request("GET", "/api/v1/me", { key })).status, 401);
    assert.deepEqual((await enter("owner")).to, HOME);
  });

  it("does not join a second person of the provider by an address that was given to them, unless they prove it", async () => {
    const email = "passed-on@example.com";
    idp.people.set("first holder", { email, email_verified: true });
    assert.equal((await enter("first holder")).email, email);
    idp.people.set("second holder", { email: "Passed-On@example.com", email_verified: true });
    assert.deepEqual((await enter("second holder")).to, refused("unverified"));
    assert.deepEqual((await enter("first holder")).to, HOME);

    await createVisitor(app).request("POST", "/forgot", { email });
    let token: string | undefined;
    while (!token) token = /app\/reset#(\S+)/.exec((await mail.next()).text)?.[1];
    assert.equal((await createVisitor(app).request("POST", "/reset", { token, password: PASSWORD })).status, 204);
    assert.equal((await enter("second holder")).email, email);
    assert.deepEqual((await enter("first holder")).to, refused("unverified"));
  });

  it("asks for the second factor of an account that has one, and only then is it a sign-in", async () => {
    const email = "careful@example.com";
    const here = await signedIn(app, email);
    const { secret, codes } = (await here.request("POST", "/second-factor/start", { password: PASSWORD })).json;
    await here.request("POST", "/second-factor", { code: codeOf(secret, Date.now()) });
    const signIns = async () => (await here.request("GET", "/audit?kind=sign-in")).json.data.length;
    const before = await signIns();
    idp.people.set("careful", { email, email_verified: true });
    const { visitor, to, email: who } = await enter("careful");
    assert.deepEqual([to, who], [refused("code"), undefined]);
    assert.equal(await signIns(), before);
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: "000000" })).status, 401);
    assert.equal((await visitor.request("POST", "/sign-in/code", { code: codes[0] })).status, 204);
    assert.equal((await visitor.request("GET", "/me")).json.email, email);
    assert.equal(await signIns(), before + 1);
  });

  it("leads back to a page also if no account can be created", async () => {
    idp.people.set("odd", { email: "odd!address@example.com", email_verified: true });
    assert.deepEqual((await enter("odd")).to, refused("failed"));
    assert.ok(app.log.some((line) => line.includes('"fields":["email"]')));
    assert.ok(!app.log.some((line) => line.includes("odd!address")), "no address is logged");
  });

  it("refuses a callback of another browser, a repeated one, and one without state", async () => {
    idp.people.set("forged", { email: "forged@example.com", email_verified: true });
    const back = await idp.approve((await start(createVisitor(app))).href, "forged");
    const other = createVisitor(app);
    await start(other);
    assert.equal((await comeBack(other, back)).headers.get("location"), refused("failed"));
    assert.equal((await other.request("GET", "/me")).status, 401);
    const first = await enter("forged");
    assert.equal((await comeBack(createVisitor(app), first.back)).headers.get("location"), refused("failed"));
    for (const search of ["", "?code=x", "?state=x&code=y", "?error=access_denied", "?code=x&code=y&state=z"]) {
      const answer = await createVisitor(app).request("GET", `/oidc/callback${search}`);
      assert.equal(answer.headers.get("location"), refused("failed"), search);
    }
  });

  it("refuses an answer without an ID token, and a profile of somebody else", async () => {
    idp.people.set("honest", { email: "honest@example.com", email_verified: true });
    const changes = [
      ["/token", (body: Record<string, unknown>) => delete body.id_token],
      ["/token", (body: Record<string, unknown>) => (body.id_token = `${body.id_token}x`)],
      ["/me", (body: Record<string, unknown>) => (body.sub = "somebody else")],
    ] as const;
    for (const [path, change] of changes) {
      idp.tamper.set(path, change);
      const { to, email } = await enter("honest");
      idp.tamper.clear();
      assert.deepEqual([to, email], [refused("failed"), undefined], path);
    }
    assert.equal((await enter("honest")).to, HOME);
  });

  it("refuses a suspended user, and keeps no token of the provider", async () => {
    idp.people.set("bad", { email: "bad@example.com", email_verified: true });
    await enter("bad");
    const { id } = (await app.store.users.findByEmail("bad@example.com"))!;
    const rows = await app.store.auth.db.selectFrom("account").selectAll().where("userId", "=", id).execute();
    assert.deepEqual(
      rows.map(({ accountId, accessToken, idToken, refreshToken }: Record<string, unknown>) => [
        accountId,
        accessToken,
        idToken,
        refreshToken,
      ]),
      [["bad", null, null, null]],
    );
    await app.store.accounts.change(id, { suspended: true });
    const { to, email } = await enter("bad");
    assert.deepEqual([to, email], [refused("suspended"), undefined]);
  });

  it("applies a new role and a suspension to the next request: no cookie holds them", async () => {
    idp.people.set("stale", { email: "stale@example.com", email_verified: true });
    const { visitor } = await enter("stale");
    assert.doesNotMatch(visitor.cookie(), /session_data|account_data/);
    const { id } = (await app.store.users.findByEmail("stale@example.com"))!;
    assert.equal((await visitor.request("GET", "/users")).status, 404);
    await app.store.accounts.change(id, { role: "admin" });
    assert.equal((await visitor.request("GET", "/users")).status, 200);
    await app.store.accounts.change(id, { role: "member" });
    assert.equal((await visitor.request("GET", "/users")).status, 404);
  });

  it("503: a provider that is away stops no other sign-in, and works as soon as it is back", async (t) => {
    const away = await startIdentityProvider(CALLBACK);
    await away.close();
    const settings = { OIDC_ISSUER: away.issuer, OIDC_CLIENT_ID: "tessera" };
    const lonely = await startApp({ engine, settings });
    t.after(() => lonely.close());
    await signedIn(lonely, "admin@example.com", "admin");
    const answer = await createVisitor(lonely).request("POST", "/oidc/start");
    assert.deepEqual([answer.status, answer.json.error], [503, "busy"]);
    const back = await startIdentityProvider(CALLBACK, Number(new URL(away.issuer).port));
    t.after(back.close);
    assert.equal((await createVisitor(lonely).request("POST", "/oidc/start")).status, 200);
  });

  it("503: a provider that never answers", async (t) => {
    const silent = createServer(() => {});
    t.after(() => silent.close());
    t.after(() => silent.closeAllConnections());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const settings = { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: "tessera" };
    const lonely = await startApp({ engine, settings });
    t.after(() => lonely.close());
    const answer = await createVisitor(lonely).request("POST", "/oidc/start");
    assert.deepEqual([answer.status, answer.json.error], [503, "busy"]);
    const back = await createVisitor(lonely).request("GET", "/oidc/callback?code=x&state=y");
    assert.equal(back.headers.get("location"), refused("failed"));
  });
});
