/** P5 and P6: analytics, and pages of scans, of a code with very many. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { uuidText } from "../src/database/scan-ids.ts";
import { type PackedBlock, unpackBlock } from "../src/scans/block.ts";
import { idAt } from "../src/scans/columns.ts";
import { DAY_MS, dayOf } from "../src/shared/days.ts";
import type { Service } from "../test/support/service.ts";
import { loadScans } from "./support/load.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median } from "./support/times.ts";

const SIZES = {
  full: { many: Number(process.env.BENCH_SCANS ?? 5_000_000), few: 5000, days: 365, repeats: 40 },
  small: { many: 700, few: 10, days: 5, repeats: 1 },
};

export async function run(report: Report, size: Size): Promise<void> {
  const { many, few, days: loaded, repeats } = SIZES[size];
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const { service: server, codes } = await prepareService(dataDir, 2);
  const [big, small] = codes as [Code, Code];
  const scans = new Map([
    [big.shareToken, many],
    [small.shareToken, few],
  ]);
  const rate = await loadScans({ dataDir }, { scans, days: loaded });
  report.say(`\n  loaded ${many} and ${few} scans over ${loaded} days, ${rate.toFixed(0)}/s`);

  await server.start();
  try {
    for (const days of [30, 365]) {
      const [ours, control] = await measureAnalytics(server, big, small, days, repeats);
      const groupBy = rawGroupBy(dataDir, big.id, days);
      const figure = { name: "P5", ours: `${ours.toFixed(2)} ms` };
      report.tell({
        ...figure,
        what: `analytics of ${days} days, ${many} scans`,
        peer: `with ${few} scans ${control.toFixed(2)} ms`,
        value: ours,
        target: { most: days === 30 ? 20 : 100, unit: " ms" },
      });
      report.tell({
        ...figure,
        what: `analytics of ${days} days, times faster than GROUP BY`,
        peer: `GROUP BY ${groupBy.toFixed(0)} ms`,
        value: groupBy / ours,
        target: { least: 100 },
      });
    }
    await measurePages(report, server, big, repeats);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Code = { id: string; shareToken: string };

/** Milliseconds for the code with many scans, and for the one with few. */
async function measureAnalytics(
  server: Service,
  big: Code,
  small: Code,
  days: number,
  repeats: number,
): Promise<[number, number]> {
  const read = (code: Code) => time(() => server.ask(`/qrcodes/${code.id}/analytics?days=${days}`));
  const times = { big: [] as number[], small: [] as number[] };
  for (let i = 0; i < repeats; i++) {
    times.small.push(await read(small));
    times.big.push(await read(big));
  }
  return [median(times.big), median(times.small)];
}

/** A connection with a table `raw` of a code's scans as rows, in the order of a usual table of scans. */
function openRaw(dataDir: string, id: string): DatabaseSync {
  const db = new DatabaseSync(join(dataDir, "tessera.db"), { readOnly: true });
  const { num } = db.prepare("SELECT num FROM codes WHERE id = ?").get(id) as { num: number };
  db.exec(`PRAGMA temp_store = MEMORY; CREATE TEMP TABLE raw (
    id blob NOT NULL PRIMARY KEY, at integer NOT NULL, agent_id integer NOT NULL, place_id integer NOT NULL) WITHOUT ROWID`);
  db.prepare("INSERT INTO raw SELECT id, at, agent_id, place_id FROM scans WHERE code_num = ?").run(num);
  const insert = db.prepare("INSERT INTO raw VALUES (?, ?, ?, ?)");
  const blocks = db.prepare("SELECT month, count, runs, facts, ids FROM scan_blocks WHERE code_num = ?").all(num);
  db.exec("BEGIN");
  for (const block of blocks as unknown as (PackedBlock & { month: number })[]) {
    const columns = unpackBlock(block, block.month);
    for (const [i, at] of columns.at.entries()) insert.run(idAt(columns, i), at, columns.agent[i]!, columns.place[i]!);
  }
  db.exec("COMMIT");
  return db;
}

/** The same result from rows. */
function rawGroupBy(dataDir: string, id: string, days: number): number {
  const db = openRaw(dataDir, id);
  const from = (dayOf(Date.now()) - days + 1) * DAY_MS;
  const begun = performance.now();
  for (const value of ["s.at / 86400000", "device", "browser", "os", "country"]) {
    db.prepare(
      `SELECT ${value} AS value, count(*) FROM raw s JOIN agents a ON a.id = s.agent_id
       JOIN places p ON p.id = s.place_id WHERE at >= ? GROUP BY 1`,
    ).all(from);
  }
  const ms = performance.now() - begun;
  db.close();
  return ms;
}

async function measurePages({ tell }: Report, server: Service, big: Code, repeats: number): Promise<void> {
  const page = (cursor?: string) =>
    server.ask(`/qrcodes/${big.id}/scans?limit=500${cursor ? `&cursor=${cursor}` : ""}`);
  const last = await lastCursor(server, big);
  const times = { first: [] as number[], last: [] as number[] };
  for (let i = 0; i < repeats; i++) {
    times.first.push(await time(() => page()));
    times.last.push(await time(() => page(last)));
  }
  const [near, far] = [median(times.first), median(times.last)];
  tell({
    name: "P6",
    what: "a page of 500 scans at the far end",
    ours: `${far.toFixed(2)} ms`,
    peer: `the first page ${near.toFixed(2)} ms`,
    value: far / near,
    target: { most: 3 },
  });
}

/** The cursor before the last 500, read from the file so that finding it is not measured. */
async function lastCursor(server: Service, big: Code): Promise<string> {
  const db = openRaw(server.dataDir, big.id);
  const row = db.prepare("SELECT id FROM raw ORDER BY id LIMIT 1 OFFSET 500").get() as { id: Uint8Array };
  db.close();
  return uuidText(row.id);
}

async function time(work: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const answer = await work();
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - begun;
}
