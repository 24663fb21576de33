/**
 * Half an hour of mixed load, or BENCH_MINUTES: scans by new visitors, changes, reads, images. Samples what must not
 * grow (memory, handles, the journal) and reports its slope.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { type Plot, savePlot } from "./support/plot.ts";
import type { Report } from "./support/report.ts";
import { tallyOf, until, wordsOf } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk } from "./support/wrk.ts";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 30);
const SIZES = {
  full: { seconds: MINUTES * 60, everyMs: 5000, codes: 500, turnSeconds: 10 },
  small: { seconds: 1, everyMs: 200, codes: 5, turnSeconds: 1 },
};
/** 64 connections with this pause between scans send 600 to 700 a second. */
const PAUSE_MS = 90;

interface Sample {
  minute: number;
  megabytes: number;
  handles: number;
  journalRows: number;
  journalMegabytes: number;
}

export async function run(report: Report, size: Size): Promise<void> {
  if (!hasWrk()) {
    report.say("The soak was NOT RUN: wrk is not installed (apt-get install wrk).");
    return;
  }
  const { seconds, everyMs, codes: count, turnSeconds } = SIZES[size];
  const server = await startService();
  try {
    const codes = await createCodes(server, count);
    const ids = codes.map(({ id }) => id);
    const paths = codes.map(({ shareToken }) => `/r/${shareToken}`);
    const begun = performance.now();
    const goOn = () => performance.now() - begun < seconds * 1000;
    const asked = new Map<number, number>();
    const samples: Sample[] = [];
    const scanning = async () => {
      let bad = 0;
      while (goOn()) bad += (await runWrk(server.url, paths, turnSeconds, PAUSE_MS)).bad;
      return bad;
    };
    const sampling = async () => {
      do {
        await sleep(everyMs);
        samples.push(await sampleOf(server, (performance.now() - begun) / 60_000));
      } while (goOn());
    };
    const [bad] = await Promise.all([scanning(), using(server, ids, asked, goOn), sampling()]);
    const isEmpty = async () => (await server.metric("tessera_journal_rows")) === 0;
    const emptyMs = await until(isEmpty, 60_000);
    report.say(
      `  scans: ${wordsOf(await tallyOf([server]))}; ${bad} bad answers to scans; API answers ${JSON.stringify([...asked])}; journal empty ${emptyMs.toFixed(0)} ms after the end`,
    );
    tellSlopes(report, samples);
    if (size === "full") report.say(`  plot: ${savePlot("soak", plotOfSamples(samples))}`);
  } finally {
    await server.stop();
  }
}

async function sampleOf(server: Service, minute: number): Promise<Sample> {
  const journal = ["journal.db", "journal.db-wal"].map((name) => join(server.dataDir, name));
  return {
    minute,
    megabytes: server.residentMegabytes(),
    handles: process.platform === "linux" ? readdirSync(`/proc/${server.pid()}/fd`).length : 0,
    journalRows: await server.metric("tessera_journal_rows"),
    journalMegabytes: journal.reduce((sum, file) => sum + statSync(file).size / 1e6, 0),
  };
}

/** One client that creates, changes, reads, draws and deletes continuously. */
async function using(
  server: Service,
  ids: readonly string[],
  asked: Map<number, number>,
  goOn: () => boolean,
): Promise<void> {
  const ask = async (path: string, options?: { method?: string; json?: unknown }) => {
    const answer = await server.ask(path, options);
    asked.set(answer.status, (asked.get(answer.status) ?? 0) + 1);
    return answer.arrayBuffer();
  };
  for (let n = 0; goOn(); n++) {
    const path = `/qrcodes/${ids[n % ids.length]}`;
    const json = { name: `Soak ${n}`, content: `https://example.com/${n}` };
    const made = await server.ask("/qrcodes", { method: "POST", json });
    const { id } = (await made.json()) as { id: string };
    await ask(path);
    await ask(path, { method: "PATCH", json: { name: `Changed ${n}` } });
    await ask(`${path}/analytics?days=30`);
    await ask(`${path}/scans?limit=100`);
    await ask(`/qrcodes/${id}/image?format=png`);
    await ask("/qrcodes?limit=20&q=soak");
    await ask(`/qrcodes/${id}`, { method: "DELETE" });
    await sleep(50);
  }
}

/** The second half, when caches are full and code is compiled. */
function tellSlopes({ say }: Report, samples: readonly Sample[]): void {
  const half = samples.slice(samples.length >> 1);
  for (const name of ["megabytes", "handles", "journalRows", "journalMegabytes"] as const) {
    const values = samples.map((sample) => sample[name]);
    const slope = slopeOf(half.map((sample) => [sample.minute, sample[name]])) * 60;
    say(
      `  ${name.padEnd(18)} first ${values[0]!.toFixed(1)}, most ${Math.max(...values).toFixed(1)}, last ${values.at(-1)!.toFixed(1)}, slope of the second half ${slope.toFixed(2)} an hour`,
    );
  }
}

/** By least squares. */
function slopeOf(points: readonly [x: number, y: number][]): number {
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const square = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const both = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return square === 0 ? 0 : both / square;
}

const plotOfSamples = (samples: readonly Sample[]): Plot => ({
  title: "Memory and handles under mixed load",
  x: { label: "minutes", isLogarithmic: false },
  y: { label: "MB, handles" },
  lines: [
    { name: "memory, MB", points: samples.map(({ minute, megabytes }) => [minute, megabytes]) },
    { name: "handles", points: samples.map(({ minute, handles }) => [minute, handles]) },
  ],
});
