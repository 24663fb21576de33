/**
 * The memory use of exporting and importing 5,000,000 scans, half of them of one code, on both engines: it must be
 * constant. Before the second export a placement with its scans is moved and a code erased, and scans and counts are
 * compared after each step. BENCH_ENGINE=sqlite leaves PostgreSQL out.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN_MS } from "../src/shared/bin.ts";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { createIds } from "../src/shared/ids.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { PROGRAM } from "../test/support/process.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median } from "./support/times.ts";

const SIZES = {
  full: { total: Number(process.env.BENCH_SCANS ?? 5_000_000), codes: 500, days: 365, everyMs: 1000 },
  small: { total: 500, codes: 5, days: 5, everyMs: 100 },
};
/** The heap limit of every thread: code that keeps everything it reads fails. */
const HEAP_MB = 256;
/** Threads and caches are warm after this share of the time. */
const WARM_UP = 0.1;
const COLUMNS = 20;
const createId = createIds(Date.now);

export async function run(report: Report, size: Size): Promise<void> {
  const { total, codes, days, everyMs } = SIZES[size];
  const root = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const at = (name: string) => join(root, name);
  const database = process.env.BENCH_ENGINE === "sqlite" ? undefined : await startPostgres([]);
  try {
    const { codes: made, workspaceId, service } = await prepareService(at("filled"), codes);
    const busy = made[0]!.id;
    const placed = ["Counter", "Window"].map((name) => {
      return { id: createId(), name, token: `place${name}`, isSlug: false, createdAt: Date.now() };
    });
    await service.withStore((store) => store.placements.create({ workspaceId, codeId: busy }, placed));
    const share = Math.floor(total / 2 / (codes - 1));
    const scans = new Map(made.map((code, i) => [code.shareToken, i === 0 ? total / 2 : share]));
    const placements = new Map([[busy, placed.map(({ id }) => id)]]);
    const rate = await loadScans({ dataDir: at("filled") }, { scans, days, placements });
    report.say(`  ${total} scans loaded at ${rate.toFixed(0)} a second`);
    const codeIds = made.map(({ id }) => id);
    const change = (name: string, settings: Settings, n: number) =>
      withStore(report, name, settings, async (store, timed) => {
        await timed("packed", () => store.maintain(Date.now() + 2 * DAY_MS));
        const of = { workspaceId, codeId: busy };
        await timed("a placement moved", () => move(report, store, of, placed[n]!.id, codeIds[1 + 2 * n]!));
        await timed("a code erased", () => erase(store, [codeIds[2 + 2 * n]!]));
      });
    const eraseAll = (name: string, settings: Settings) =>
      withStore(report, name, settings, (store, timed) => timed("all codes erased", () => erase(store, codeIds)));
    const measure = async (what: string, args: readonly string[], settings: Settings) => {
      const begun = performance.now();
      const samples = await watch(args, settings, everyMs);
      const seconds = (performance.now() - begun) / 1000;
      tellMemory(report, `${what}, ${total} scans`, samples);
      report.say(`  ${seconds.toFixed(0)} s, ${(total / seconds).toFixed(0)} scans a second`);
    };
    const filled = { DATA_DIR: at("filled") };
    await change("SQLite", filled, 0);
    await measure("export from SQLite", ["export", at("bundle")], filled);
    await measure("import into SQLite", ["import", at("bundle")], { DATA_DIR: at("empty") });
    await checkImported(report, "SQLite, imported", { DATA_DIR: at("empty") });
    if (!database) return eraseAll("SQLite", filled);
    const postgres = { DATA_DIR: at("node"), DATABASE_URL: database.url("postgres") };
    await measure("import into PostgreSQL", ["import", at("bundle")], postgres);
    await checkImported(report, "PostgreSQL, imported", postgres);
    await change("PostgreSQL", postgres, 1);
    await measure("export from PostgreSQL", ["export", at("second")], postgres);
    await measure("import into SQLite again", ["import", at("second")], { DATA_DIR: at("again") });
    await checkImported(report, "SQLite, imported again", { DATA_DIR: at("again") });
    await eraseAll("PostgreSQL", postgres);
    await eraseAll("SQLite", filled);
  } finally {
    await database?.destroy();
    rmSync(root, { recursive: true, force: true });
  }
}

type Settings = Record<string, string>;

type Timed = (what: string, work: () => Promise<unknown>) => Promise<void>;

const opened = ({ DATA_DIR, DATABASE_URL }: Settings): Promise<Store> =>
  openStore({ dataDir: DATA_DIR!, databaseUrl: DATABASE_URL, codeLifetimeMs: 365 * DAY_MS }, createSystemClock());

/** The store is checked after everything that is timed. */
async function withStore(
  report: Report,
  name: string,
  settings: Settings,
  work: (store: Store, timed: Timed) => Promise<void>,
): Promise<void> {
  const store = await opened(settings);
  try {
    await work(store, async (what, task) => {
      const [begun, before] = [performance.now(), process.cpuUsage()];
      await task();
      const { user, system } = process.cpuUsage(before);
      const spent = ((user + system) / 1e6).toFixed(1);
      report.say(`  ${name}, ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${spent} s of processor`);
      await check(report, `${name}, ${what}`, store);
    });
  } finally {
    await store.close();
  }
}

async function move(
  report: Report,
  store: Store,
  of: { workspaceId: string; codeId: string },
  id: string,
  toId: string,
): Promise<void> {
  const moved = await store.placements.move(of, id, toId, Date.now());
  if (moved === null || typeof moved === "string") throw new Error(`The placement was not moved: ${moved}`);
  await store.placements.moveScans(moved.num);
  const found = store.auth.db.selectFrom("placements").select("scan_count").where("num", "=", moved.num);
  report.say(`  ${(await found.executeTakeFirstOrThrow()).scan_count} scans moved`);
}

async function erase(store: Store, ids: readonly string[]): Promise<void> {
  const gone = Date.now() - BIN_MS - 1;
  await store.auth.db.updateTable("codes").set({ deleted_at: gone }).where("id", "in", ids).execute();
  await store.maintain(Date.now());
}

/** As `tessera check`. Fails unless everything adds up. */
async function check(report: Report, what: string, store: Store): Promise<void> {
  const begun = performance.now();
  const problems = await store.integrity();
  for await (const range of store.scans.checkRanges(0)) problems.push(...range.problems);
  if (problems.length > 0) throw new Error(`After ${what}: ${problems.join("; ")}`);
  report.say(`  check after ${what}, ${((performance.now() - begun) / 1000).toFixed(1)} s: scans and counts match`);
}

async function checkImported(report: Report, what: string, settings: Settings): Promise<void> {
  const store = await opened(settings);
  await check(report, what, store).finally(() => store.close());
}

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
