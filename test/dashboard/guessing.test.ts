import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Answer, startApp, type TestApp } from "../support/app.ts";
import { cheapPassword } from "../support/password.ts";
import { createTestClock, freshDir, onEachEngine, onSqlite } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const settings = { TRUSTED_PROXIES: "loopback", SIGNUP: "open" };

onEachEngine("guessing a password", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  let admin: Visitor;
  before(async () => {
    app = await startApp({ engine, clock, settings });
    admin = await signedIn(app, "admin@example.com", "admin");
  });
  after(() => app.close());

  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const signIn = (email: string, password: string, address: string, node = app) =>
    createVisitor(node).request("POST", "/sign-in", { email, password }, from(address));
  /** How often each status was returned; a few at a time, so that none finds the queue full. */
  async function statuses(tries: number, attempt: (n: number) => Promise<{ status: number }>) {
    const counts: Record<number, number> = {};
    for (let n = 0; n < tries; n += 20) {
      const some = Array.from({ length: Math.min(20, tries - n) }, (_, i) => attempt(n + i));
      for (const { status } of await Promise.all(some)) counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  it("is limited to ten tries from one /64, however its addresses are spelt", async () => {
    await signedIn(app, "one@example.com");
    const spelt = (n: number) => (n % 2 ? `2001:db8:7:7::${n}` : `2001:0DB8:7:0007:0:0:0:${n}`);
    const counts = await statuses(14, (n) => signIn("one@example.com", "no", spelt(n + 1)));
    assert.deepEqual(counts, { 401: 10, 429: 4 });
    const late = await signIn("one@example.com", PASSWORD, "2001:db8:7:7::ffff");
    assert.equal(late.status, 429);
    assert.equal(late.json.error, "too_many_attempts");
    assert.ok(Number(late.headers.get("retry-after")) > 800);
    clock.move(15 * 60_000);
    assert.equal((await signIn("one@example.com", PASSWORD, "2001:db8:7:7::ffff")).status, 204);
  });

  it("is limited to fifty tries for all accounts from one network", async () => {
    const all = await statuses(54, (n) => signIn(`sprayed${n}@example.com`, "no", `2001:db8:8:8::${n + 1}`));
    assert.deepEqual(all, { 401: 50, 429: 4 });
  });

  it("is limited to few tries from each of many networks and sites, and locks no one out", async () => {
    const email = "attacked@example.com";
    const owner = await signedIn(app, email);
    const attack = (tries: number, first: number) =>
      statuses(tries, (n) => signIn(email, "no", `198.51.${first + (n % 10)}.7`));
    assert.deepEqual(await attack(100, 0), { 401: 100 });
    assert.deepEqual(await attack(40, 20), { 401: 30, 429: 10 }, "three each");
    const site = await statuses(8, (n) => signIn(email, "no", `2001:db8:aaaa:${n}::1`));
    assert.deepEqual(site, { 401: 3, 429: 5 }, "the many /64 of one site count as one");
    assert.equal((await signIn(email, PASSWORD, "203.0.113.77")).status, 204, "from a network never seen before");
    assert.equal((await signIn(email, PASSWORD, "2001:db8:99::5")).status, 204);
    const known = await owner.request("POST", "/sign-in", { email, password: PASSWORD }, from("198.51.20.7"));
    assert.equal(known.status, 204, "a known device even from an attacker's network");
  });

  it("allows a known device ten tries of its own, for its own account only", async () => {
    const email = "device@example.com";
    const owner = await signedIn(app, email);
    const guess = (address: string) => owner.request("POST", "/sign-in", { email, password: "no" }, from(address));
    const all = await statuses(12, (n) => guess(`192.0.2.${n}`));
    assert.deepEqual(all, { 401: 10, 429: 2 });
    const [, cookie] = /(tessera\.device=[^;]+)/.exec(owner.cookie())!;
    const stolen = await statuses(12, () =>
      createVisitor(app).request(
        "POST",
        "/sign-in",
        { email: "admin@example.com", password: "no" },
        { headers: { cookie: cookie!, "x-forwarded-for": "192.0.2.200" } },
      ),
    );
    assert.deepEqual(stolen, { 401: 10, 429: 2 }, "as from any network");
  });

  it("is counted over all nodes, and across a restart", async () => {
    const email = "nodes@example.com";
    await signedIn(app, email);
    const place = { ...app.place, dataDir: freshDir() };
    const options = { engine, clock, settings };
    // SQLite has one node; there a second store on the same file stands for the restart.
    const node =
      engine.name === "postgres"
        ? await startApp({ ...options, place })
        : await startApp({ ...options, engine: { ...engine, open: () => engine.open(app.place, clock) } });
    try {
      const all = await statuses(20, (n) => signIn(email, "no", "192.0.2.99", n % 2 ? app : node));
      assert.deepEqual(all, { 401: 10, 429: 10 });
    } finally {
      await node.close();
    }
  });

  it("limits sign-ups by network", async () => {
    const all = await statuses(14, (n) =>
      createVisitor(app).request(
        "POST",
        "/sign-up",
        { email: `new${n}@example.com`, password: PASSWORD },
        from(`2001:db8:9:9::${n + 1}`),
      ),
    );
    assert.deepEqual(all, { 204: 10, 429: 4 });
  });

  it("400: creates one account for two concurrent sign-ups with one address", async () => {
    for (let round = 0; round < 3; round++) {
      const body = { email: `Twice${round}@example.com`, password: PASSWORD };
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) =>
          createVisitor(app).request("POST", "/sign-up", body, from(`203.0.113.${round * 10 + n}`)),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400, 400]);
      const refused = answers.find(({ status }) => status === 400)!;
      assert.match(refused.json.message, /^There is already an account for twice\d@example\.com\.$/);
    }
  });

  it("limits the tries of one's own current password", async () => {
    const owner = await signedIn(app, "changing@example.com");
    const change = () => owner.request("POST", "/password", { current: "no", password: "quite another" });
    assert.deepEqual(await statuses(12, change), { 400: 10, 429: 2 });
    assert.equal((await admin.request("GET", "/me")).status, 200);
  });

  it("stores no address and no account name", async () => {
    const rows = await app.store.auth.db.selectFrom("throttles").select("name").execute();
    assert.ok(rows.length > 100);
    for (const { name } of rows as { name: string }[]) {
      assert.match(name, /^(pair|network|site|account|attacked|device|sign-up|change) [\w-]{43}$|^dashboard /);
    }
  });
});

onSqlite("too many concurrent password checks", (engine) => {
  it("503: are refused with Retry-After when the queue is full", async (t) => {
    let gate = Promise.withResolvers<void>();
    let checking = Promise.withResolvers<void>();
    const slow = {
      ...cheapPassword,
      verify: async (given: { hash: string; password: string }) => {
        checking.resolve();
        await gate.promise;
        return cheapPassword.verify(given);
      },
    };
    const app = await startApp({ engine, settings, passwordHash: slow });
    t.after(() => app.close());
    const email = "slow@example.com";
    gate.resolve();
    await signedIn(app, email);
    gate = Promise.withResolvers();
    checking = Promise.withResolvers();
    const signIn = (n: number) =>
      createVisitor(app).request(
        "POST",
        "/sign-in",
        { email, password: n === 0 ? PASSWORD : "no" },
        { headers: { "x-forwarded-for": `203.0.113.${n % 7}` } },
      );
    const first = signIn(0);
    await checking.promise;
    const full = Promise.withResolvers<void>();
    const refused: Answer[] = [];
    const flood = Array.from({ length: 59 }, async (_, n) => {
      const answer = await signIn(n + 1);
      if (answer.status === 503) refused.push(answer);
      if (refused.length === 8) full.resolve();
      return answer.status;
    });
    // Two are checked and fifty wait: the other eight are refused immediately.
    await full.promise;
    for (const { headers, json } of refused) {
      assert.equal(json.error, "busy");
      assert.match(json.message, /^Too many users sign in .* seconds\.$/);
      assert.equal(headers.get("retry-after"), "5");
    }
    gate.resolve();
    assert.equal((await first).status, 204);
    assert.equal((await Promise.all(flood)).filter((status) => status === 401).length, 51);
  });
});
