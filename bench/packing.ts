/**
 * P22: the CPU time, memory and effect on scans of packing what many quiet codes and one busy code gathered in a day, on
 * both engines. BENCH_ENGINE=sqlite leaves PostgreSQL out.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Pool } from "pg";
import { openDatabase } from "../src/database/sqlite/database.ts";
import { DAY_MS, dayOf } from "../src/shared/days.ts";
import type { Store } from "../src/store/store.ts";
import { loadCodes } from "../test/support/many-codes.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import { cpuOfTree, cpuTime, hasCpuTimes } from "./support/cpu.ts";
import { type Prepared, prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { hasWrk, runWrk, SMALL_PAUSE_MS } from "./support/wrk.ts";

const SIZES = {
  full: { codes: 1_000_000, scans: 5_000_000, scanned: 100, seconds: 8, pauseMs: 100, startingMs: 5_000 },
  small: { codes: 200, scans: 500, scanned: 5, seconds: 1, pauseMs: SMALL_PAUSE_MS, startingMs: 0 },
};
/** A small run has one of each engine. */
const IS_BUSY = {
  full: { SQLite: [false, true], PostgreSQL: [false, true] },
  small: { SQLite: [true], PostgreSQL: [false] },
};
type Sizes = (typeof SIZES)[Size];
const TUNED = ["fsync=on", "shared_buffers=256MB", "max_wal_size=2GB"];
const AGENTS = 120;
const PLACES = 2000;
const MAX_SECONDS = { SQLite: 120, PostgreSQL: 300 };

export async function run(report: Report, size: Size): Promise<void> {
  if (!hasCpuTimes || !hasWrk()) {
    report.say("P22 NOT MEASURED: it needs Linux and wrk.");
    return;
  }
  const sizes = SIZES[size];
  for (const isBusy of IS_BUSY[size].SQLite) await measure(report, "SQLite", { ...sizes, isBusy, database: undefined });
  if (process.env.BENCH_ENGINE === "sqlite") return;
  for (const isBusy of IS_BUSY[size].PostgreSQL) {
    const database = await startPostgres(TUNED);
    try {
      await measure(report, "PostgreSQL", { ...sizes, isBusy, database });
    } finally {
      await database.destroy();
    }
  }
}

type Case = Sizes & {
  isBusy: boolean;
  database: PostgresServer | undefined;
};

async function measure(report: Report, engine: keyof typeof MAX_SECONDS, given: Case): Promise<void> {
  const { isBusy, database, seconds, pauseMs, startingMs } = given;
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const url = database?.url("postgres");
  const prepared = await prepareService(dataDir, given.scanned, url);
  const { service, codes } = prepared;
  const what = isBusy ? `one code with ${given.scans} scans` : `${given.codes} codes with a scan each`;
  try {
    await service.withStore((store) => fill(store, url, prepared, given));
    const isPacked = watchRows(dataDir, url);
    const spent = () => cpuTime(service.pid()).all + (database ? cpuOfTree(pidOf(database)) : 0);
    await service.start();
    const begun = performance.now();
    await sleep(startingMs);
    const [early, earlyMs] = [spent(), performance.now() - begun];
    const before = service.residentMegabytes();
    const paths = codes.map(({ shareToken }) => `/r/${shareToken}`);
    const beside = await runWrk(service.url, paths, seconds, pauseMs);
    const wasPacking = !(await isPacked());
    let most = 0;
    while (!(await isPacked())) {
      most = Math.max(most, service.residentMegabytes());
      await sleep(500);
    }
    const tookMs = performance.now() - begun;
    const cpu = spent() / 1e6;
    await sleep(startingMs);
    const alone = await runWrk(service.url, paths, seconds, pauseMs);
    report.say(
      `  ${engine}, ${what}: ${(tookMs / 1000).toFixed(0)} s by the clock, ${(early / 1e6).toFixed(1)} s of processor in the first ${(earlyMs / 1000).toFixed(0)} s; memory ${before.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
    );
    report.say(
      `  scans at ${beside.perSecond.toFixed(0)}/s: p99 ${beside.p99.toFixed(1)} ms${wasPacking ? "" : " (packing was over before)"}, alone ${alone.p99.toFixed(1)} ms; ${beside.bad + alone.bad} bad`,
    );
    report.tell({
      name: "P22",
      what: `${engine}: processor time of packing ${what}, with ${beside.requests} scans meanwhile`,
      ours: `${cpu.toFixed(0)} s`,
      peer: database ? "with the database's" : "of the whole process",
      value: cpu,
      target: { most: MAX_SECONDS[engine], unit: " s" },
    });
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const pidOf = ({ dataDir }: PostgresServer): number =>
  Number.parseInt(readFileSync(join(dataDir, "postmaster.pid"), "utf8"), 10);

/** Codes and their scans of two days ago, as settling would have left them. */
async function fill(store: Store, url: string | undefined, { workspaceId }: Prepared, given: Case): Promise<void> {
  const day = (dayOf(Date.now()) - 2) * DAY_MS;
  const isSqlite = url === undefined;
  const hex = isSqlite
    ? `unhex(printf('%012x7%03x', at, i % 4096) || '8' || substr(hex(randomblob(8)), 2))`
    : `(lpad(to_hex(at), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(i::text), 1, 15))::uuid`;
  const db = store.auth.db;
  const { num: first } = (await db.selectFrom("codes").select("num").orderBy("num").executeTakeFirstOrThrow()) as {
    num: number;
  };
  if (!given.isBusy) await loadCodes(store, url, workspaceId, given.codes);
  const count = given.isBusy ? given.scans : given.codes;
  const numbers = isSqlite
    ? `(WITH RECURSIVE g (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM g WHERE i + 1 < ${count})
        SELECT i, ${day} + i * ${DAY_MS} / ${count} AS at FROM g)`
    : `(SELECT i, ${day} + i * ${DAY_MS} / ${count} AS at FROM generate_series(0::bigint, ${count - 1}::bigint) AS t(i))`;
  const code = given.isBusy ? `${first}` : `(SELECT max(num) FROM codes) - ${count} + 1 + i`;
  const text = `INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num)
    SELECT ${code}, ${hex}, at, 1 + i * 7 % ${AGENTS}, 1 + i * 31 % ${PLACES}, NULL FROM ${numbers} AS n`;
  if (isSqlite) {
    await sql.raw(text).execute(db);
    return;
  }
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(text);
  await pool.query("VACUUM (ANALYZE) scans");
  await pool.end();
}

/** Whether no scan of an earlier day is a row. */
function watchRows(dataDir: string, url: string | undefined): () => Promise<boolean> {
  const text = `SELECT 1 FROM scans WHERE at < ${(dayOf(Date.now()) - 1) * DAY_MS} LIMIT 1`;
  return async () => {
    if (url === undefined) {
      const sqlite = openDatabase(join(dataDir, "tessera.db"), true);
      try {
        return sqlite.run(text, []).rows.length === 0;
      } finally {
        sqlite.db.close();
      }
    }
    const pool = new Pool({ connectionString: url, max: 1 });
    try {
      return (await pool.query(text)).rowCount === 0;
    } finally {
      await pool.end();
    }
  };
}
