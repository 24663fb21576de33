/** P7: bytes on disk per scan, rollups and indexes included. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createCodes, startService } from "../test/support/service.ts";
import { loadScans } from "./support/load.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { total: Number(process.env.BENCH_SCANS ?? 5_000_000), many: 1000 },
  small: { total: 500, many: 10 },
};

export async function run(size: Size = "full"): Promise<void> {
  const { total, many } = SIZES[size];
  await measure(total, 1, 365);
  await measure(total, many, 90);
}

async function measure(total: number, codes: number, days: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const server = await startService({ settings: { DATA_DIR: dataDir } });
  const made = await createCodes(server, codes);
  await server.kill();
  const scans = new Map(made.map((code) => [code.shareToken, Math.floor(total / codes)]));
  const file = join(dataDir, "tessera.db");
  const before = settledSize(file);
  const rate = await loadScans({ dataDir }, { scans, days });
  const bytes = settledSize(file) - before;
  console.log(
    `\nP7, codes: ${codes}, ${total} scans over ${days} days: ${(bytes / total).toFixed(1)} bytes a scan (target <= 120), settled at ${rate.toFixed(0)}/s`,
  );
  rmSync(dataDir, { recursive: true, force: true });
}

function settledSize(file: string): number {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return statSync(file).size;
}
