/** P1 and then P2: counted, durable redirects, compared with bare node:http in the same run. */
import { join } from "node:path";
import { createCodes, type Service, startService } from "../test/support/service.ts";
import { freshDir } from "../test/support/stores.ts";
import { run as measurePace } from "./pace.ts";
import { type CpuTime, cpuEach, cpuTime, hasCpuTimes } from "./support/cpu.ts";
import { startBare, startUsual } from "./support/peer.ts";
import type { Report } from "./support/report.ts";
import { tallyOf, until, wordsOf } from "./support/server.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk, SMALL_PAUSE_MS } from "./support/wrk.ts";

const SIZES = {
  full: { warmUp: 1, rounds: 3, seconds: 8, codes: 1000, pauseMs: undefined },
  small: { warmUp: 0, rounds: 1, seconds: 1, codes: 10, pauseMs: SMALL_PAUSE_MS },
};

interface Aims {
  name: string;
  engine: string;
  /** Relative to the rate of bare node:http. */
  rate: number;
  emptyWithinMs: number;
  /** CPU time per scan, relative to bare node:http. */
  cpu: CpuTime | null;
  /** Whether to compare with the usual server too. */
  besideUsual: boolean;
}

interface Measured {
  perSecond: number;
  cpu: CpuTime;
}

const P1: Aims = {
  name: "P1",
  engine: "SQLite",
  rate: 0.5,
  emptyWithinMs: 2000,
  cpu: { main: 1.7, all: 2.3 },
  besideUsual: true,
};

export async function run(report: Report, size: Size): Promise<void> {
  if (!hasWrk()) {
    report.say("P1 NOT MEASURED: wrk is not installed (apt-get install wrk).");
    return;
  }
  await compare(report, P1, await startService(), size);
  await measurePace(report, size);
}

/** Interleaved rounds, the best of each; then every request must be found through the API. */
export async function compare(report: Report, aims: Aims, server: Service, size: Size): Promise<void> {
  const { warmUp, rounds, seconds, codes: count, pauseMs } = SIZES[size];
  const codes = await createCodes(server, count);
  const paths = codes.map((code) => `/r/${code.shareToken}`);
  const bare = await startBare();
  const usual = aims.besideUsual && (await startUsual(join(freshDir(), "usual.db"), paths));
  const load = async (url: string, pid: number, ended?: () => Promise<unknown>) => {
    const before = hasCpuTimes ? cpuTime(pid) : null;
    const { perSecond, requests, bad } = await runWrk(url, paths, seconds, pauseMs);
    if (bad > 0) report.say(`  ${bad} answers of ${url} were bad`);
    await ended?.();
    const cpu = before ? cpuEach(pid, before, requests) : { main: 0, all: 0 };
    return { perSecond, cpu };
  };
  try {
    if (warmUp > 0) await runWrk(server.url, paths, warmUp);
    const runs = { bare: [] as Measured[], usual: [] as Measured[], ours: [] as Measured[] };
    let slowestEmpty = 0;
    const emptied = async () => {
      const isEmpty = async () => (await server.metric("tessera_journal_rows")) === 0;
      slowestEmpty = Math.max(slowestEmpty, await until(isEmpty, 60_000));
    };
    for (let round = 1; round <= rounds; round++) {
      runs.bare.push(await load(bare.url, bare.pid));
      if (usual) runs.usual.push(await load(usual.url, usual.pid));
      runs.ours.push(await load(server.url, server.pid(), emptied));
      const said = Object.entries(runs).flatMap(([who, all]) => all.slice(-1).map((last) => `${who} ${told(last)}`));
      report.say(`  round ${round}: ${said.join("; ")}`);
    }
    tellFigures(report, aims, bestOf(runs.ours), bestOf(runs.bare));
    if (usual) tellUsual(report, aims, bestOf(runs.ours), bestOf(runs.usual));
    report.tell({
      name: aims.name,
      what: `${aims.engine}: until the journal is empty`,
      ours: `${slowestEmpty.toFixed(0)} ms`,
      peer: "after the last scan",
      value: slowestEmpty,
      target: { most: aims.emptyWithinMs, unit: " ms" },
    });
    const tally = await tallyOf([server]);
    const unrecorded = await server.metric("tessera_scans_unrecorded_total");
    report.say(`  unrecorded ${unrecorded}, ${wordsOf(tally)}`);
  } finally {
    await bare.stop();
    if (usual) await usual.stop();
    await server.stop();
  }
}

const told = ({ perSecond, cpu: { main, all } }: Measured): string =>
  `${perSecond.toFixed(0)}/s, ${main.toFixed(1)} us main thread, ${all.toFixed(1)} us all`;

/** The best of each figure: a busy machine only makes them worse. */
function bestOf(runs: readonly Measured[]): Measured {
  const least = (values: number[]) => Math.min(...values);
  return {
    perSecond: Math.max(...runs.map(({ perSecond }) => perSecond)),
    cpu: { main: least(runs.map(({ cpu }) => cpu.main)), all: least(runs.map(({ cpu }) => cpu.all)) },
  };
}

function tellFigures({ tell }: Report, { name, engine, rate, cpu }: Aims, ours: Measured, bare: Measured): void {
  tell({
    name,
    what: `${engine}: counted, durable redirects`,
    ours: perSecond(ours),
    peer: `bare node:http ${perSecond(bare)}`,
    value: ours.perSecond / bare.perSecond,
    target: { least: rate },
  });
  if (!hasCpuTimes) return;
  for (const part of ["main", "all"] as const) {
    tell({
      name,
      what: `${engine}: CPU time per scan, ${PARTS[part]}`,
      ours: `${ours.cpu[part].toFixed(1)} us`,
      peer: `bare ${bare.cpu[part].toFixed(1)} us`,
      value: ours.cpu[part] / bare.cpu[part],
      target: cpu && { most: cpu[part] },
    });
  }
}

function tellUsual({ tell }: Report, { name, engine }: Aims, ours: Measured, usual: Measured): void {
  tell({
    name,
    what: `${engine}: the same, compared with a simple server`,
    ours: perSecond(ours),
    peer: `look up, insert, redirect ${perSecond(usual)}`,
    value: ours.perSecond / usual.perSecond,
    target: null,
  });
}

const perSecond = ({ perSecond }: Measured): string => `${perSecond.toFixed(0)}/s`;

const PARTS = { main: "main thread", all: "all threads" };
