/** P7: bytes on disk per scan, including rollups and indexes. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { total: Number(process.env.BENCH_SCANS ?? 5_000_000), many: 1000, quiet: 365_000 },
  small: { total: 500, many: 10, quiet: 0 },
};
const QUIET_DAYS = 365;

export async function run(report: Report, size: Size): Promise<void> {
  const { total, many, quiet } = SIZES[size];
  await measure(report, total, 1, 365);
  await measure(report, total, many, 90);
  if (quiet === 0) return;
  for (const scansADay of [1, 3, 10]) {
    const codes = Math.floor(quiet / QUIET_DAYS / scansADay);
    await measure(report, codes * QUIET_DAYS * scansADay, codes, QUIET_DAYS);
  }
}

async function measure({ say, tell }: Report, total: number, codes: number, days: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const { codes: made } = await prepareService(dataDir, codes);
  const scans = new Map(made.map((code) => [code.shareToken, Math.floor(total / codes)]));
  const file = join(dataDir, "tessera.db");
  const before = settledSize(file);
  const rate = await loadScans({ dataDir }, { scans, days });
  const bytes = settledSize(file) - before;
  tell({
    name: "P7",
    what: `disk space per scan, codes: ${codes}, days: ${days}`,
    ours: `${(bytes / total).toFixed(1)} bytes`,
    peer: `scans: ${total}`,
    value: bytes / total,
    target: { most: 120, unit: " bytes" },
  });
  say(`  settled at ${rate.toFixed(0)} a second`);
  rmSync(dataDir, { recursive: true, force: true });
}

function settledSize(file: string): number {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return statSync(file).size;
}
