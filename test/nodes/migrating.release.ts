/** A start that waits while another node migrates the tables, and the command that migrates them beforehand. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { serve, tessera } from "../cli/support.ts";
import { freshDatabase, stopOwnServer } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir } from "../support/stores.ts";

/** The advisory lock of src/store/postgres/open.ts, held during migrations. */
const MIGRATION_LOCK = 7_367_726;

describe("During migrations", () => {
  after(stopOwnServer);

  it("a node answers /healthz, is not ready, and serves as soon as they are done", async () => {
    const url = await freshDatabase();
    const other = new pg.Client(url);
    await other.connect();
    await other.query("BEGIN");
    await other.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const port = await freePort();
    const at = `http://127.0.0.1:${port}`;
    const env = { DATA_DIR: freshDir(), DATABASE_URL: url, HOST: "127.0.0.1", PORT: String(port) };
    const serving = serve({ env });
    const alive = await eventually(() => fetch(`${at}/healthz`));
    assert.equal(alive.status, 200);
    assert.deepEqual(await alive.json(), { status: "ok" });
    for (const path of ["/readyz", "/r/abcdefghjkmn", "/api/v1/qrcodes"]) {
      const answer = await fetch(`${at}${path}`);
      assert.deepEqual([answer.status, await answer.json()], [503, { status: "migrating" }], path);
      assert.equal(answer.headers.get("retry-after"), "5");
    }
    await other.query("COMMIT");
    await other.end();
    const server = await serving;
    assert.match(server.logged(), /waiting for another node that is migrating the database/);
    assert.equal((await fetch(`${at}/readyz`)).status, 200);
    assert.equal((await fetch(`${at}/api/v1/qrcodes`)).status, 401);
    assert.equal((await server.interrupt()).code, 0);
  });

  it("tessera migrate applies them, and a second run changes nothing", async () => {
    for (const DATABASE_URL of [undefined, await freshDatabase()]) {
      const env = { DATA_DIR: freshDir(), DATABASE_URL };
      for (let times = 0; times < 2; times++) {
        const { code, stdout, stderr } = await tessera(["migrate"], { env });
        assert.equal(code, 0, stderr);
        assert.match(stdout, /^The tables are up to date with version \S+\.\n$/);
      }
    }
  });
});
