/** P9: counted redirects on PostgreSQL, all on one machine; then two nodes, and one hot code. */

import { startLoad } from "../test/support/load.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { compare } from "./redirect.ts";
import { type BenchServer, createCodes, startServer, until } from "./support/server.ts";
import { hasWrk } from "./support/wrk.ts";

const SECONDS = 8;
const TUNED = ["fsync=on", "shared_buffers=256MB", "max_wal_size=2GB"];

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log("P9 NOT MEASURED: wrk is not installed (apt-get install wrk).");
    return;
  }
  const database = await startPostgres(TUNED);
  try {
    const url = database.url("postgres");
    const first = await startServer({ DATABASE_URL: url });
    const { key } = first;
    await compare("P9, PostgreSQL on the same cores", first, 0.25, 5000);
    await nodes("one node, 100 codes", url, key, 1, 100);
    await nodes("two nodes, 100 codes", url, key, 2, 100);
    await nodes("two nodes, one hot code", url, key, 2, 1);
  } finally {
    await database.destroy();
  }
}

async function nodes(title: string, url: string, key: string, count: number, codes: number) {
  const servers: BenchServer[] = [];
  for (let i = 0; i < count; i++) servers.push(await startServer({ DATABASE_URL: url }, key));
  const made = await createCodes(servers[0]!, codes);
  const load = startLoad(
    servers.map((server) => server.url),
    made.map((code) => code.shareToken),
    { clients: 32 },
  );
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const { acknowledged } = await load.stop();
  const sum = async (name: string) =>
    (await Promise.all(servers.map((server) => server.metric(name)))).reduce((a, b) => a + b, 0);
  const emptyMs = await until(async () => (await sum("tessera_journal_rows")) === 0, 60_000);
  const failures = await sum("tessera_settle_failures_total");
  console.log(
    `  ${title}: ${(acknowledged.length / SECONDS).toFixed(0)} scans/s (a JavaScript client on the same cores), journals empty after ${emptyMs.toFixed(0)} ms, ${failures} settle failures`,
  );
  for (const server of servers) await server.stop();
}
