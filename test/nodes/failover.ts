import assert from "node:assert/strict";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { createCodes, startServer, until } from "../../bench/support/server.ts";
import { startLoad } from "../support/load.ts";
import { ownDataDir, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { allSettled, assertNothingLost } from "./accounting.ts";

/** F5: the primary is killed under load and its synchronous standby promoted. */
export async function failOver(seconds: number): Promise<void> {
  const { primary, standby } = await startPair();
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
  const node = await startServer({ DATABASE_URL: url });
  try {
    const tokens = (await createCodes(node, 10)).map((code) => code.shareToken);
    for (const token of tokens)
      await fetch(`${node.url}/r/${token}`, { method: "HEAD", redirect: "manual" });
    const load = startLoad([node.url], tokens, { clients: 8, pauseMs: 2 });
    await sleep(seconds * 1000);
    await primary.stop("immediate");
    await sleep(500);
    const sql = postgres(standby.url("postgres"), { max: 1, onnotice: () => {} });
    await sql`SELECT pg_promote()`;
    await sql.end();
    const backMs = await until(async () => (await node.api("/qrcodes")).status === 200, 60_000);
    await sleep(seconds * 1000);
    const result = await load.stop();
    const emptyMs = await allSettled([node], 60_000);
    console.log(
      `  API answers ${backMs.toFixed(0)} ms after promotion, journal empty after ${emptyMs.toFixed(0)} ms`,
    );
    assert.deepEqual(result.failures, [], "every known code was answered throughout");
    await assertNothingLost("F5", standby.url("postgres"), [result]);
  } finally {
    await node.stop();
    await standby.destroy();
    await primary.destroy();
  }
}

/** A primary that commits nothing which its standby has not written too. */
export async function startPair(): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const primary = await startPostgres(["fsync=on", "wal_level=replica", "max_wal_senders=4"]);
  await primary.stop("fast");
  const standby = await startPostgres(
    [
      "fsync=on",
      "hot_standby=on",
      `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`,
    ],
    async (dataDir) => {
      cpSync(primary.dataDir, dataDir, { recursive: true });
      rmSync(join(dataDir, "postmaster.pid"), { force: true });
      writeFileSync(join(dataDir, "standby.signal"), "");
      ownDataDir(dataDir);
    },
  );
  await primary.start();
  const sql = postgres(primary.url("postgres"), { max: 1, onnotice: () => {} });
  await until(async () => {
    const [row] =
      await sql`SELECT count(*)::int AS n FROM pg_stat_replication WHERE state = 'streaming'`;
    return row!.n === 1;
  }, 60_000);
  await sql`ALTER SYSTEM SET synchronous_standby_names = 'standby'`;
  await sql`SELECT pg_reload_conf()`;
  await until(async () => {
    const [row] = await sql`SELECT sync_state FROM pg_stat_replication`;
    return row!.sync_state === "sync";
  }, 60_000);
  await sql.end();
  return { primary, standby };
}
