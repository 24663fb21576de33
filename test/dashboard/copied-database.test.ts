import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf } from "../support/authenticator.ts";
import { createTestClock, freshDir, onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

onEachEngine("A copy of the database", (engine) => {
  let app: TestApp;
  const clock = createTestClock(Date.now());
  before(async () => {
    app = await startApp({ engine, clock, settings: { TRUSTED_PROXIES: "loopback" } });
  });
  after(() => app.close());

  /** Every row of every table, from a backup where there is one. */
  async function copy(): Promise<Map<string, Record<string, unknown>[]>> {
    const tables = new Map<string, Record<string, unknown>[]>();
    if (app.store.engine === "sqlite") {
      const file = join(freshDir(), "copy.db");
      await app.store.backup(file);
      const db = new DatabaseSync(file);
      const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
      for (const { name } of names) tables.set(name, db.prepare(`SELECT * FROM "${name}"`).all());
      db.close();
      return tables;
    }
    const { db } = app.store.auth;
    // As pg_dump --no-unlogged-table-data does.
    const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relpersistence = 'p'`.execute(db);
    for (const { name } of rows) {
      tables.set(name, (await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(db)).rows);
    }
    return tables;
  }

  const textsOf = (rows: readonly Record<string, unknown>[]): string[] =>
    rows.flatMap((row) =>
      Object.values(row).flatMap((value) => (typeof value === "string" ? [value, ...value.split(/["\s:.!]+/)] : [])),
    );
  /** A cookie as better-auth signs it. */
  const signed = (name: string, value: string, secret: string): string =>
    `tessera.${name}=${encodeURIComponent(`${value}.${createHmac("sha256", secret).update(value).digest("base64")}`)}`;
  const valueIn = (cookies: string, name: string): string =>
    decodeURIComponent(new RegExp(`tessera\\.${name}=([^;]+)`).exec(cookies)![1]!).split(".")[0]!;

  it("opens no session of anybody who is signed in", async () => {
    const admin = await signedIn(app, "admin@example.com", "admin");
    const tables = await copy();
    const secrets = tables.get("secrets")!.map(({ value }) => String(value));
    const enter = async (cookie: string) =>
      (await createVisitor(app).request("GET", "/users", undefined, { headers: { cookie } })).status;
    const token = valueIn(admin.cookie(), "session_token");
    const answers = await Promise.all(secrets.map((secret) => enter(signed("session_token", token, secret))));
    assert.ok(answers.includes(200), "the forger knows how cookies are signed");
    const values = new Set(
      textsOf(
        [...tables]
          .filter(([name]) => /user|account|session|verification|members/.test(name))
          .flatMap(([, rows]) => rows),
      ),
    );
    assert.ok(!values.has(token), "the token itself is not stored");
    for (const value of values) {
      for (const secret of secrets) assert.equal(await enter(signed("session_token", value, secret)), 401, value);
    }
  });

  it("goes on with no sign-in that waits for a code, even with the right code", async () => {
    const careful = await signedIn(app, "careful@example.com");
    const { json } = await careful.request("POST", "/second-factor/start", { password: PASSWORD });
    assert.equal(
      (await careful.request("POST", "/second-factor", { code: codeOf(json.secret, Date.now()) })).status,
      204,
    );
    const waiting = createVisitor(app);
    const begun = await waiting.request("POST", "/sign-in", { email: "careful@example.com", password: PASSWORD });
    assert.deepEqual(begun.json, { needsCode: true });
    const tables = await copy();
    const secrets = tables.get("secrets")!.map(({ value }) => String(value));
    for (const value of new Set(textsOf(tables.get("verification")!))) {
      for (const secret of secrets) {
        const headers = { cookie: signed("two_factor", value, secret) };
        const answer = await createVisitor(app).request("POST", "/sign-in/code", { code: json.codes[0] }, { headers });
        assert.equal(answer.status, 401, value);
      }
    }
    assert.equal(
      (await waiting.request("POST", "/sign-in/code", { code: json.codes[0] })).status,
      204,
      "the owner can",
    );
  });

  it("sets no new password", async () => {
    const admin = await signedIn(app, "second@example.com", "admin");
    const { id } = (await app.store.users.findByEmail("careful@example.com"))!;
    const made = await admin.request("POST", `/users/${id}/reset-link`, {});
    assert.equal(made.status, 200, made.text);
    const tables = await copy();
    for (const { value } of tables.get("verification")!) {
      const answer = await createVisitor(app).request("POST", "/link", { kind: "reset", token: `${id}.${value}` });
      assert.equal(answer.status, 400);
    }
  });

  it("does not tell from which network somebody tried to sign in", async () => {
    const headers = { "x-forwarded-for": "203.0.113.77" };
    const wrong = { email: "careful@example.com", password: "wrong" };
    assert.equal((await createVisitor(app).request("POST", "/sign-in", wrong, { headers })).status, 401);
    const network = "203.0.113.77";
    const namesUnder = (key: string) => {
      const hash = (...parts: string[]) => createHmac("sha256", key).update(parts.join("\n")).digest("base64url");
      return [`network ${hash(network)}`, `site ${hash(network)}`, `pair ${hash("careful@example.com", network)}`];
    };
    const { db } = app.store.auth;
    const [live, keys] = [
      await db.selectFrom("throttles").select("name").execute(),
      await db.selectFrom("throttle_keys").select("key").execute(),
    ];
    const isThere = (name: string) => live.some((row: { name: string }) => row.name === name);
    assert.ok(
      keys.some(({ key }: { key: string }) => namesUnder(key).every(isThere)),
      "the forger knows how windows are named",
    );
    const tables = await copy();
    const texts = new Set(textsOf([...tables.values()].flat()));
    for (const key of ["", ...texts]) for (const name of namesUnder(key)) assert.ok(!texts.has(name), name);
    assert.equal(tables.get("throttle_keys")?.length ?? 0, 0);
  });
});
