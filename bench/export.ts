/**
 * The memory use of exporting and importing 5,000,000 scans, half of them of one code, on both engines: it must be
 * constant. BENCH_ENGINE=sqlite leaves PostgreSQL out.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../test/support/postgres-server.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median } from "./support/times.ts";

const PROGRAM = fileURLToPath(new URL("../bin/tessera.js", import.meta.url));
const SIZES = {
  full: { total: Number(process.env.BENCH_SCANS ?? 5_000_000), codes: 500, everyMs: 1000 },
  small: { total: 500, codes: 5, everyMs: 100 },
};
/** The heap limit of every thread: code that keeps everything it reads fails. */
const HEAP_MB = 256;
/** Threads and caches are warm after this share of the time. */
const WARM_UP = 0.1;
const COLUMNS = 20;

export async function run(report: Report, size: Size): Promise<void> {
  const { total, codes, everyMs } = SIZES[size];
  const root = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const at = (name: string) => join(root, name);
  const database = process.env.BENCH_ENGINE === "sqlite" ? undefined : await startPostgres([]);
  try {
    const { codes: made } = await prepareService(at("filled"), codes);
    const share = Math.floor(total / 2 / (codes - 1));
    const scans = new Map(made.map((code, i) => [code.shareToken, i === 0 ? total / 2 : share]));
    await loadScans({ dataDir: at("filled") }, { scans, days: 365 });
    report.say(`  ${total} scans loaded`);
    const measure = async (what: string, args: readonly string[], settings: Settings) => {
      const begun = performance.now();
      const samples = await watch(args, settings, everyMs);
      const seconds = (performance.now() - begun) / 1000;
      tellMemory(report, `${what}, ${total} scans`, samples);
      report.say(`  ${seconds.toFixed(0)} s, ${(total / seconds).toFixed(0)} scans a second`);
    };
    await measure("export from SQLite", ["export", at("bundle")], { DATA_DIR: at("filled") });
    await measure("import into SQLite", ["import", at("bundle")], { DATA_DIR: at("empty") });
    if (!database) return;
    const postgres = { DATA_DIR: at("node"), DATABASE_URL: database.url("postgres") };
    await measure("import into PostgreSQL", ["import", at("bundle")], postgres);
    await measure("export from PostgreSQL", ["export", at("second")], postgres);
  } finally {
    await database?.destroy();
    rmSync(root, { recursive: true, force: true });
  }
}

type Settings = Record<string, string>;

function tellMemory({ say, tell }: Report, what: string, samples: readonly number[]): void {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const third = Math.ceil(settled.length / 3);
  const [first, last] = [median(settled.slice(0, third)), median(settled.slice(-third))];
  const curve = Array.from({ length: COLUMNS }, (_, i) =>
    samples[Math.floor((i * samples.length) / COLUMNS)]!.toFixed(0),
  );
  say(`  ${what}, resident MB over time: ${curve.join(" ")}`);
  tell({
    name: "memory",
    what,
    ours: `${last.toFixed(0)} MB in the last third`,
    peer: `in the first ${first.toFixed(0)} MB, at most ${Math.max(...samples).toFixed(0)} MB`,
    value: last / first,
    target: { most: 1.25 },
  });
}

/** Runs the command with a limited heap and samples its resident megabytes. */
async function watch(args: readonly string[], settings: Settings, everyMs: number): Promise<number[]> {
  const env = { PATH: process.env.PATH, ...settings };
  const command = [`--max-old-space-size=${HEAP_MB}`, PROGRAM, ...args];
  const stdio = ["ignore", "ignore", "inherit"] as const;
  const child = spawn(process.execPath, command, { env, stdio: [...stdio] });
  const samples: number[] = [];
  const sample = () => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(statusOf(child.pid!)) ?? [];
    if (kilobytes) samples.push(Number(kilobytes) / 1024);
  };
  sample();
  const timer = setInterval(sample, everyMs);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`tessera ${args[0]} ended with ${code}.`);
  return samples;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
