/** P7: bytes on disk per scan once it is packed, including visitors, counts, indexes and free space. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS } from "../src/shared/days.ts";
import { openStore } from "../src/store/open.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { scans: Number(process.env.BENCH_SCANS ?? 365_000), days: 365, scansADay: [1, 3, 10, 100, 13_700] },
  small: { scans: 100, days: 10, scansADay: [1, 50] },
};

export async function run(report: Report, size: Size): Promise<void> {
  const { scans, days, scansADay } = SIZES[size];
  for (const each of scansADay) await measure(report, each, Math.max(1, Math.floor(scans / days / each)), days);
}

async function measure({ say, tell }: Report, scansADay: number, codes: number, days: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const { codes: made } = await prepareService(dataDir, codes);
  const scans = new Map(made.map((code) => [code.shareToken, scansADay * days]));
  const total = codes * scansADay * days;
  const file = join(dataDir, "tessera.db");
  const before = settledSize(file);
  const rate = await loadScans({ dataDir }, { scans, days });
  await packAll(dataDir);
  const bytes = settledSize(file) - before;
  tell({
    name: "P7",
    what: `disk space per scan, codes: ${codes}, scans a day of each on average: ${scansADay}, days: ${days}`,
    ours: `${(bytes / total).toFixed(1)} bytes`,
    peer: `scans: ${total}`,
    value: bytes / total,
    target: { most: scansADay === 1 ? 60 : 30, unit: " bytes" },
  });
  say(`  settled at ${rate.toFixed(0)} a second`);
  rmSync(dataDir, { recursive: true, force: true });
}

/** As two days later. */
async function packAll(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: undefined, codeLifetimeMs: 365 * DAY_MS }, createSystemClock());
  await store.maintain(Date.now() + 2 * DAY_MS);
  await store.close();
}

function settledSize(file: string): number {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return statSync(file).size;
}
