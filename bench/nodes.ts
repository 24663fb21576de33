/**
 * Several nodes on one machine behind one port, with the shipped PostgreSQL and nginx. On two cores it shows that
 * nothing is lost and what each part costs per scan; docs/scaling.md calculates larger machines from that.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { layOut, startNginx } from "../test/deploy/nginx.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { TOOLS } from "../test/support/tools.ts";
import { allSettled } from "../test/support/verify.ts";
import { cpuOfTree, cpuTime, hasCpuTimes } from "./support/cpu.ts";
import type { Report } from "./support/report.ts";
import { tallyOf, wordsOf } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk, SMALL_PAUSE_MS } from "./support/wrk.ts";

const SIZES = {
  full: { counts: [1, 2, 4], seconds: 8, codes: 1000, warmUp: 2, pauseMs: undefined },
  small: { counts: [2], seconds: 1, codes: 5, warmUp: 0, pauseMs: SMALL_PAUSE_MS },
};
const TUNED = ["fsync=on", "shared_buffers=256MB", "max_wal_size=2GB"];

export async function run(report: Report, size: Size): Promise<void> {
  if (!hasWrk() || !TOOLS.nginx.isHere() || !hasCpuTimes) {
    report.say("Nodes were NOT MEASURED: this needs Linux, wrk and nginx (apt-get install wrk nginx).");
    return;
  }
  for (const count of SIZES[size].counts) {
    const database = await startPostgres(TUNED);
    try {
      await measure(report, database, count, SIZES[size]);
    } finally {
      await database.destroy();
    }
  }
}

async function measure(
  { say }: Report,
  database: PostgresServer,
  count: number,
  { seconds, codes: codeCount, warmUp, pauseMs }: (typeof SIZES)[Size],
): Promise<void> {
  const settings = { DATABASE_URL: database.url("postgres"), TRUSTED_PROXIES: "127.0.0.1" };
  const first = await startService({ settings });
  const nodes: Service[] = [first];
  while (nodes.length < count) nodes.push(await startService({ settings, key: first.key }));
  const site = await layOut(nodes.map(({ url }) => new URL(url).host));
  const proxy = await startNginx(site);
  try {
    const paths = (await createCodes(first, codeCount)).map((code) => `/r/${code.shareToken}`);
    const url = `http://127.0.0.1:${proxy.port}`;
    if (warmUp > 0) await runWrk(url, paths, warmUp);
    await allSettled(nodes);
    const pids = {
      nginx: pidIn(join(dirname(site.config), "nginx.pid")),
      postgres: pidIn(join(database.dataDir, "postmaster.pid")),
    };
    const times = () => ({
      loops: sum(nodes.map((node) => cpuTime(node.pid()).main)),
      nodes: sum(nodes.map((node) => cpuTime(node.pid()).all)),
      nginx: cpuOfTree(pids.nginx),
      postgres: cpuOfTree(pids.postgres),
    });
    const before = times();
    const { perSecond, requests, bad, p99 } = await runWrk(url, paths, seconds, pauseMs);
    const emptyMs = await allSettled(nodes);
    const after = times();
    const each = (name: keyof typeof before) => `${((after[name] - before[name]) / requests).toFixed(1)} us`;
    const tally = await tallyOf(nodes);
    say(
      `  nodes: ${count}, ${perSecond.toFixed(0)} scans/s, p99 ${p99.toFixed(1)} ms, ${bad} bad; a scan takes ${each("loops")} of an event loop, ${each("nodes")} of the nodes in all, ${each("nginx")} of nginx, ${each("postgres")} of PostgreSQL; journals empty after ${emptyMs.toFixed(0)} ms; ${wordsOf(tally)}`,
    );
  } finally {
    await proxy.stop();
    for (const node of nodes) await node.stop();
  }
}

const pidIn = (file: string): number => Number(readFileSync(file, "utf8").split("\n")[0]);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
