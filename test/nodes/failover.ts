import assert from "node:assert/strict";
import postgres from "postgres";
import { eventually } from "../support/eventually.ts";
import { startLoad } from "../support/load.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { createCodes, startService } from "../support/service.ts";
import { allSettled, verify } from "../support/verify.ts";
import { answersAgain, warm } from "./nodes.ts";

/** F5: the primary is killed under load and its synchronous standby promoted. */
export async function failOver(scans: number, pauseMs: number): Promise<void> {
  const { primary, standby } = await startPair();
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
  const node = await startService({ settings: { DATABASE_URL: url } });
  try {
    const codes = await createCodes(node, 10);
    await warm([node], codes);
    const load = startLoad([node], codes, { connections: 8, pauseMs });
    await load.acknowledges(scans);
    await primary.stop("immediate");
    await load.acknowledges(scans / 4);
    const sql = postgres(standby.url("postgres"), { max: 1, onnotice: () => {} });
    await sql`SELECT pg_promote()`;
    await sql.end();
    const backMs = await answersAgain(node);
    await load.acknowledges(scans);
    const tally = await load.stop();
    const emptyMs = await allSettled([node]);
    console.log(`  API answers ${backMs.toFixed(0)} ms after promotion, journal empty after ${emptyMs.toFixed(0)} ms`);
    assert.deepEqual(tally.failed, [], "every known code was answered throughout");
    await verify(node, "F5", [tally]);
  } finally {
    await node.kill();
    await standby.destroy();
    await primary.destroy();
  }
}

/** A primary that waits for its standby to write each commit. */
export async function startPair(): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const primary = await startPostgres(["fsync=on", "wal_level=replica", "max_wal_senders=4"]);
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  const standby = await startPostgres(["fsync=on", "hot_standby=on", `primary_conninfo=${from}`], { isStandby: true });
  const sql = postgres(primary.url("postgres"), { max: 1, onnotice: () => {} });
  await eventually(async () => {
    const [row] = await sql`SELECT state FROM pg_stat_replication`;
    assert.equal(row?.state, "streaming");
  });
  await sql`ALTER SYSTEM SET synchronous_standby_names = 'standby'`;
  await sql`SELECT pg_reload_conf()`;
  await eventually(async () => {
    const [row] = await sql`SELECT sync_state FROM pg_stat_replication`;
    assert.equal(row?.sync_state, "sync");
  });
  await sql.end();
  return { primary, standby };
}
