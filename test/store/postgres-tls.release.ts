/** TLS to the database, in the ways described in docs/operations.md. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { until } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { freshDir, PATIENCE_MS } from "../support/stores.ts";
import { needs } from "../support/tools.ts";

describe("TLS to the database", { skip: needs("openssl") }, () => {
  let server: PostgresServer;
  const authority = join(freshDir(), "ca.pem");
  before(async () => {
    server = await startPostgres();
    const key = join(server.dataDir, "server.key");
    const certificate = join(server.dataDir, "server.crt");
    const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
    const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    execFileSync("openssl", [...kind, ...names, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    execFileSync("cp", [certificate, authority]);
    const { uid, gid } = statSync(server.dataDir);
    for (const file of [key, certificate]) {
      chmodSync(file, 0o600);
      if (process.getuid?.() === 0) chownSync(file, uid, gid);
    }
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    await client.query("ALTER SYSTEM SET ssl = on");
    await client.query("SELECT pg_reload_conf()");
    await until(async () => (await client.query("SHOW ssl")).rows[0].ssl === "on");
    await client.end();
  });
  after(() => server.destroy());
  const open = (parameters: string) =>
    openPostgres({ url: `${server.url("postgres")}?${parameters}`, lifetimeMs: 1, patienceMs: PATIENCE_MS });

  it("is refused with what to add if its certificate authority is unknown", async () => {
    const message =
      /^The certificate of the PostgreSQL server in DATABASE_URL is not trusted\. .*sslmode=verify-full&sslrootcert=FILE/;
    await assert.rejects(open("sslmode=verify-full"), { message });
  });

  it("is used with the authority's file, and without verification on request", async () => {
    for (const parameters of [`sslmode=verify-full&sslrootcert=${authority}`, "sslmode=no-verify"]) {
      const store = await open(parameters);
      const { rows } = await sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(
        store.auth.db,
      );
      assert.deepEqual(rows, [{ ssl: true }], parameters);
      await store.close();
    }
  });
});
