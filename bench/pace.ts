/** P2: the latency of a redirect at 5,000 scans a second, alone and during an export. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Service } from "../test/support/service.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { type Load, runWrk, SMALL_PAUSE_MS } from "./support/wrk.ts";

const SIZES = {
  full: {
    exported: Number(process.env.BENCH_EXPORT ?? 1_000_000),
    codes: 100,
    days: 90,
    warmUp: 3,
    rounds: 3,
    seconds: 8,
    // 64 connections with this pause after each response send a little over 5,000 scans a second.
    pauseMs: 10,
  },
  small: { exported: 600, codes: 5, days: 5, warmUp: 0, rounds: 1, seconds: 1, pauseMs: SMALL_PAUSE_MS },
};
type Rounds = Pick<(typeof SIZES)[Size], "rounds" | "seconds" | "pauseMs">;

export async function run(report: Report, size: Size): Promise<void> {
  const { exported: scans, codes, days, warmUp, ...rounds } = SIZES[size];
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const { service: server, codes: made } = await prepareService(dataDir, codes + 1);
  const [exported, ...scanned] = made;
  await loadScans({ dataDir }, { scans: new Map([[exported!.shareToken, scans]]), days });
  await server.start();
  const paths = scanned.map((code) => `/r/${code.shareToken}`);
  try {
    if (warmUp > 0) await runWrk(server.url, paths, warmUp, rounds.pauseMs);
    const alone = await bestOf(server, paths, rounds);
    let rows = 0;
    let exporting = true;
    const reading = (async () => {
      while (exporting) rows += await exportAll(server, exported!.id, () => exporting);
    })();
    const beside = await bestOf(server, paths, rounds);
    exporting = false;
    await reading;
    report.say(`  alone: ${told(alone)}`);
    report.say(`  during an export (${rows} scans read meanwhile, page by page): ${told(beside)}`);
    report.tell({
      name: "P2",
      what: "p99 of a redirect at 5,000 a second",
      ours: `${alone.p99.toFixed(1)} ms`,
      peer: `at ${alone.perSecond.toFixed(0)}/s`,
      value: alone.p99,
      target: { most: 10, unit: " ms" },
    });
    report.tell({
      name: "P2",
      what: `the same during an export of ${scans} scans`,
      ours: `${beside.p99.toFixed(1)} ms`,
      peer: `alone ${alone.p99.toFixed(1)} ms`,
      value: beside.p99 / alone.p99,
      target: { most: 2 },
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function bestOf(server: Service, paths: readonly string[], { rounds, seconds, pauseMs }: Rounds): Promise<Load> {
  const loads: Load[] = [];
  for (let i = 0; i < rounds; i++) loads.push(await runWrk(server.url, paths, seconds, pauseMs));
  return loads.toSorted((a, b) => a.p99 - b.p99)[0]!;
}

const told = ({ requests, perSecond, bad, p50, p99 }: Load): string =>
  `${requests} scans at ${perSecond.toFixed(0)}/s, ${bad} bad, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;

async function exportAll(server: Service, id: string, goOn: () => boolean): Promise<number> {
  let rows = 0;
  let cursor: string | null = "";
  while (cursor !== null && goOn()) {
    const path: string = `/qrcodes/${id}/scans?limit=500${cursor ? `&cursor=${cursor}` : ""}`;
    const page = (await (await server.ask(path)).json()) as { data: unknown[]; nextCursor: string | null };
    rows += page.data.length;
    cursor = page.nextCursor;
  }
  return rows;
}
