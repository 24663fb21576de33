/** P9: counted redirects on PostgreSQL, all on one machine; then two nodes and one hot code. */

import { countAcknowledged, startLoad } from "../test/support/load.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { allSettled } from "../test/support/verify.ts";
import { compare } from "./redirect.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { hasWrk } from "./support/wrk.ts";

const SIZES = {
  full: {
    seconds: 8,
    layouts: [
      { title: "one node, 100 codes", count: 1, codes: 100 },
      { title: "two nodes, 100 codes", count: 2, codes: 100 },
      { title: "two nodes, one hot code", count: 2, codes: 1 },
    ],
  },
  small: { seconds: 1, layouts: [{ title: "one node, one hot code", count: 1, codes: 1 }] },
};
const P9 = {
  name: "P9",
  engine: "PostgreSQL on the same cores",
  rate: 0.3,
  emptyWithinMs: 5000,
  cpu: null,
  besideUsual: false,
};
const TUNED = ["fsync=on", "shared_buffers=256MB", "max_wal_size=2GB"];

export async function run(report: Report, size: Size): Promise<void> {
  const { seconds, layouts } = SIZES[size];
  if (!hasWrk()) {
    report.say("P9 NOT MEASURED: wrk is not installed (apt-get install wrk).");
    return;
  }
  const database = await startPostgres(TUNED);
  try {
    const url = database.url("postgres");
    const first = await startService({ settings: { DATABASE_URL: url } });
    const { key } = first;
    await compare(report, P9, first, size);
    for (const layout of layouts) await nodes(report, { ...layout, url, key, seconds });
  } finally {
    await database.destroy();
  }
}

interface NodesOptions {
  title: string;
  url: string;
  key: string;
  count: number;
  codes: number;
  seconds: number;
}

async function nodes({ say }: Report, { title, url, key, count, codes, seconds }: NodesOptions): Promise<void> {
  const servers: Service[] = [];
  for (let i = 0; i < count; i++) servers.push(await startService({ settings: { DATABASE_URL: url }, key }));
  const made = await createCodes(servers[0]!, codes);
  const load = startLoad(servers, made, { connections: 32 });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const acknowledged = countAcknowledged(await load.stop());
  const sum = async (name: string) =>
    (await Promise.all(servers.map((server) => server.metric(name)))).reduce((a, b) => a + b, 0);
  const emptyMs = await allSettled(servers);
  const failures = await sum("tessera_settle_failures_total");
  say(
    `  ${title}: ${(acknowledged / seconds).toFixed(0)} scans/s (a JavaScript client on the same cores), journals empty after ${emptyMs.toFixed(0)} ms, ${failures} settle failures`,
  );
  for (const server of servers) await server.stop();
}
