/**
 * P5, P16 and P17: insights of a code with many scans, with filters, and of many codes. With BENCH_ENGINE=postgres on
 * PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Service } from "../test/support/service.ts";
import { cpuTime, hasCpuTimes } from "./support/cpu.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median, msOf } from "./support/times.ts";

const SIZES = {
  full: {
    many: 5_000_000,
    few: 5000,
    filtered: 1_000_000,
    codes: 10_000,
    scans: 10_000_000,
    days: [365, 30],
    repeats: 40,
  },
  small: { many: 700, few: 10, filtered: 700, codes: 5, scans: 200, days: [5, 5], repeats: 1 },
};
const TUNED = ["fsync=on", "shared_buffers=256MB", "max_wal_size=2GB"];
/** A whole number of hours, of half and of quarter hours from UTC. */
const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu"];
const TURN_MS = 500;
const FILTER = "&country=US&country=DE&country=FR&device=mobile";

export async function run(report: Report, size: Size): Promise<void> {
  const { many, few, filtered, codes, scans, repeats } = SIZES[size];
  const [year, month] = SIZES[size].days as [number, number];
  const zones: Work = (server, [big, small]) => measureZones(report, server, { big: big!, small: small! }, repeats);
  const filter: Work = (server, [big, small]) => measureFilter(report, server, { big: big!, small: small! }, repeats);
  const workspace: Work = (server) => measureWorkspace(report, server, { codes, scans }, repeats);
  const each = new Array<number>(codes).fill(scans / codes);
  if (size === "small") return withService(codes, [many, few, ...each.slice(2)], year, [zones, filter, workspace]);
  await withService(2, [many, few], year, [zones]);
  await withService(2, [filtered, few], month, [filter]);
  await withService(codes, each, year, [workspace]);
}

type Work = (server: Service, ids: string[]) => Promise<void>;

/** A service with this many scans of each code. */
async function withService(
  count: number,
  scans: readonly number[],
  days: number,
  works: readonly Work[],
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const database = process.env.BENCH_ENGINE === "postgres" ? await startPostgres(TUNED) : undefined;
  const databaseUrl = database?.url("postgres");
  const { service, codes } = await prepareService(dataDir, count, databaseUrl);
  await loadScans(
    { dataDir, databaseUrl },
    { scans: new Map(codes.map(({ shareToken }, i) => [shareToken, scans[i]!])), days },
  );
  await service.start();
  try {
    const ids = codes.map(({ id }) => id);
    for (const work of works) await work(service, ids);
  } finally {
    await service.stop();
    await database?.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Codes {
  big: string;
  small: string;
}

async function read(server: Service, path: string): Promise<number> {
  return msOf(async () => {
    const answer = await server.ask(path);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  });
}

async function measureZones({ tell }: Report, server: Service, { big, small }: Codes, repeats: number) {
  for (const zone of ZONES) {
    for (const [period, most] of [
      ["30d", 20],
      ["12mo", 100],
    ] as const) {
      const times = { big: [] as number[], small: [] as number[] };
      const of = (id: string) => read(server, `/qrcodes/${id}/insights?period=${period}&timezone=${zone}`);
      for (let i = 0; i < repeats; i++) {
        times.small.push(await of(small));
        times.big.push(await of(big));
      }
      const [ours, control] = [median(times.big), median(times.small)];
      tell({
        name: "P5",
        what: `insights of ${period} in ${zone}`,
        ours: `${ours.toFixed(2)} ms`,
        peer: `with few scans ${control.toFixed(2)} ms`,
        value: ours,
        target: { most, unit: " ms" },
      });
    }
  }
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

async function measureFilter({ tell }: Report, server: Service, { big, small }: Codes, repeats: number) {
  const filtered = () => read(server, `/qrcodes/${big}/insights?period=30d&compare=none${FILTER}`);
  const others = async (isOver: () => boolean, least: number) => {
    const times: number[] = [];
    while (times.length < least || !isOver()) times.push(await read(server, `/qrcodes/${small}`));
    return times;
  };
  const alone = await others(() => true, 5 * repeats);
  const reads = Math.max(1, repeats / 8);
  const spent = () => (hasCpuTimes ? cpuTime(server.pid()).all / 1000 : Number.NaN);
  await filtered();
  const before = spent();
  for (let i = 0; i < reads; i++) await filtered();
  const cpu = (spent() - before) / reads;
  const times: number[] = [];
  let isOver = false;
  const beside = others(() => isOver, 1);
  for (let i = 0; i < reads; i++) times.push(await filtered());
  isOver = true;
  const besides = await beside;
  tell({
    name: "P16",
    what: "processor time of insights of 30 days by country and device",
    ours: `${cpu.toFixed(0)} ms`,
    peer: `by the clock, beside other reads, ${median(times).toFixed(0)} ms`,
    value: cpu,
    target: { most: 100, unit: " ms" },
  });
  tell({
    name: "P16",
    what: "p99 of a read of another code meanwhile",
    ours: `${p99(besides).toFixed(2)} ms`,
    peer: `alone ${p99(alone).toFixed(2)} ms`,
    value: p99(besides) / p99(alone),
    target: { most: 1.2 },
  });
}

async function measureWorkspace(
  { tell }: Report,
  server: Service,
  { codes, scans }: { codes: number; scans: number },
  repeats: number,
) {
  for (const [what, query, most] of [
    ["30 days", "period=30d", 300],
    ["30 days in Kathmandu", "period=30d&timezone=Asia/Kathmandu", 300],
    ["30 days by country and device", `period=30d&compare=none${FILTER}`, 500],
    ["12 months", "period=12mo&compare=none", 2000],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < Math.max(1, repeats / 8); i++) {
      times.push(await read(server, `/insights?${query}`));
      // A workspace that asks without a break has to wait for its turn.
      await sleep(TURN_MS);
    }
    tell({
      name: "P17",
      what: `insights of ${codes} codes with ${scans} scans, ${what}`,
      ours: `${median(times).toFixed(0)} ms`,
      peer: "by the clock",
      value: median(times),
      target: { most, unit: " ms" },
    });
  }
}
