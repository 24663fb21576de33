/**
 * Half an hour of mixed load, or BENCH_MINUTES, with everything on: scans by new visitors, which are packed every minute,
 * changes, reads, images, insights with and without filters, CSV files, exports, a webhook and live scans. Samples what
 * must not grow (memory, handles, the journal) and reports its slope.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccounts } from "../src/accounts/service.ts";
import { createKeys } from "../src/keys/service.ts";
import { createSystemClock } from "../src/shared/clock.ts";
import { createIds } from "../src/shared/ids.ts";
import { signIn } from "../test/faults/support/neighbours.ts";
import { createCodes, createService, type Service } from "../test/support/service.ts";
import { type Receiver, startReceiver } from "../test/webhooks/receiver.ts";
import { type Plot, savePlot } from "./support/plot.ts";
import type { Report } from "./support/report.ts";
import { tallyOf, until, wordsOf } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk } from "./support/wrk.ts";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 30);
const SIZES = {
  full: { seconds: MINUTES * 60, everyMs: 5000, codes: 50, turnSeconds: 10 },
  small: { seconds: 1, everyMs: 200, codes: 5, turnSeconds: 1 },
};
/** 64 connections with this pause between scans send 300 a second: every code is packed several times an hour. */
const PAUSE_MS = 200;
const LIVE_STREAMS = 3;
const EMAIL = "soak@example.com";
const PASSWORD = "a password for the soak";
const SETTINGS = { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow" };

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
  const server = await createService({ settings: SETTINGS });
  const receiver = await startReceiver();
  try {
    server.key = await server.withStore(async (store) => {
      const accounts = createAccounts({ store, plans: ["free", "pro"] });
      const { user } = await accounts.add({ email: EMAIL, password: PASSWORD, plan: "pro", role: "member" });
      const keys = createKeys({ store, clock: createSystemClock(), createId: createIds(Date.now) });
      return (await keys.create({ workspaceId: user.workspaceId, userId: user.id }, "soak")).text;
    });
    await server.start();
    const cookie = await signIn(server, EMAIL, PASSWORD);
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
    const [bad, , , streamed, exports, delivered] = await Promise.all([
      scanning(),
      using(server, ids, asked, goOn),
      sampling(),
      watching(server, cookie, seconds),
      exporting(server, cookie, goOn),
      receiving(server, receiver, goOn),
    ]);
    const isEmpty = async () => (await server.metric("tessera_journal_rows")) === 0;
    const emptyMs = await until(isEmpty, 60_000);
    report.say(
      `  scans: ${wordsOf(await tallyOf([server]))}; ${bad} bad answers to scans; API answers ${JSON.stringify([...asked])}; journal empty ${emptyMs.toFixed(0)} ms after the end`,
    );
    report.say(
      `  ${exports} exports of the workspace, ${(streamed / 1e6).toFixed(1)} MB of live scans, ${delivered} scans in ${receiver.requests} webhook requests`,
    );
    tellSlopes(report, samples);
    if (size === "full") report.say(`  plot: ${savePlot("soak", plotOfSamples(samples))}`);
  } finally {
    await server.stop();
    await receiver.close();
  }
}

/** Bytes of live scans that arrived in open pages. */
async function watching(server: Service, cookie: string, seconds: number): Promise<number> {
  const read = async () => {
    let bytes = 0;
    const signal = AbortSignal.timeout(seconds * 1000);
    try {
      const { body } = await fetch(`${server.url}/api/dashboard/live`, { headers: { cookie }, signal });
      for await (const part of body!) bytes += part.length;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return bytes;
  };
  const all = await Promise.all(Array.from({ length: LIVE_STREAMS }, read));
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

const EXPORT_EVERY_MS = 60_000;

/** Exports that were made and read to their end, one a minute. */
async function exporting(server: Service, cookie: string, goOn: () => boolean): Promise<number> {
  const origin = `http://localhost:${server.port}`;
  const ask = (path: string, method = "GET") =>
    fetch(`${server.url}/api/dashboard/export${path}`, { method, headers: { cookie, origin } });
  let made = 0;
  for (; goOn(); made++) {
    const until = performance.now() + EXPORT_EVERY_MS;
    const started = await ask("", "POST");
    if (!started.ok) throw new Error(`An export was refused: ${await started.text()}`);
    let state = (await started.json()) as { isReady: boolean; problem: string | null };
    while (!state.isReady && goOn()) {
      if (state.problem) throw new Error(`An export failed: ${state.problem}`);
      await sleep(500);
      state = (await (await ask("")).json()) as typeof state;
    }
    if (!state.isReady) break;
    const answer = await ask("/bundle.zip");
    if (!answer.ok) throw new Error(`An export was not delivered: ${await answer.text()}`);
    for await (const _ of answer.body!);
    while (goOn() && performance.now() < until) await sleep(500);
  }
  return made;
}

/** Scans that a webhook reported. What the receiver keeps is counted and dropped. */
async function receiving(server: Service, receiver: Receiver, goOn: () => boolean): Promise<number> {
  const json = { url: receiver.url, events: ["qrcode.scanned"] };
  receiver.secret = ((await server.api("/webhooks", { method: "POST", json })) as { secret: string }).secret;
  let scans = 0;
  while (goOn()) {
    await sleep(500);
    for (const { data } of receiver.taken.splice(0)) scans += data.scans.length;
  }
  return scans;
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

const CSV_EVERY = 100;

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
    await ask(`${path}/insights?timezone=Asia/Kathmandu`);
    await ask(`${path}/insights?device=mobile&timezone=Asia/Kathmandu`);
    if (n % CSV_EVERY === 0) {
      await ask(`${path}/scans.csv`);
      await ask("/insights");
    }
    await ask(`/qrcodes/${id}/image?format=png`);
    await ask("/qrcodes?limit=20&q=soak");
    await ask(`/qrcodes/${id}`, { method: "DELETE" });
    await sleep(400);
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
