/** Signing out and changing a password while the database cannot end a session. */
import assert from "node:assert/strict";
import { afterEach, before, it } from "node:test";
import { sql } from "kysely";
import { sharedApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn } from "./support.ts";

const FAILS = "BEGIN SELECT RAISE(ABORT, 'kept'); END";

onEachEngine("a session that cannot be ended", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await sharedApp({ engine });
  });
  const run = (text: string) => sql.raw(text).execute(app.store.auth.db);
  const onPostgres = engine.name === "postgres";

  async function keepSessions(): Promise<void> {
    if (onPostgres) {
      await run(`CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`);
    }
    const fails = onPostgres ? "FOR EACH ROW EXECUTE FUNCTION kept()" : FAILS;
    await run(`CREATE TRIGGER kept BEFORE DELETE ON "session" ${fails}`);
  }

  afterEach(async () => {
    await run(onPostgres ? `DROP TRIGGER kept ON "session"` : "DROP TRIGGER kept");
    if (onPostgres) await run("DROP FUNCTION kept()");
  });

  it("500: no one is told that they are signed out", async () => {
    const visitor = await signedIn(app, "unfinished-out@example.com");
    const cookie = visitor.cookie();
    await keepSessions();
    assert.equal((await visitor.request("POST", "/sign-out", {})).status, 500);
    const me = await app.request("GET", "/api/dashboard/me", { headers: { cookie } });
    assert.equal(me.status, 200);
  });

  it("500: a password is changed with the end of all other sessions, or not at all", async () => {
    const visitor = await signedIn(app, "unfinished@example.com");
    const elsewhere = { email: "unfinished@example.com", password: PASSWORD };
    assert.equal((await createVisitor(app).request("POST", "/sign-in", elsewhere)).status, 204);
    await keepSessions();
    const change = { current: PASSWORD, password: "another password" };
    assert.equal((await visitor.request("POST", "/password", change)).status, 500);
    const signIn = async (password: string) =>
      (await createVisitor(app).request("POST", "/sign-in", { email: "unfinished@example.com", password })).status;
    assert.deepEqual([await signIn(PASSWORD), await signIn("another password")], [204, 401]);
  });
});
