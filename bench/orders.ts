/** P12: lists in orders for which the scans of a period are counted, of 100,000 codes in one account, on both engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Pool } from "pg";
import type { ListSort } from "../src/codes/code.ts";
import { createCodes } from "../src/codes/service.ts";
import { createListFigures } from "../src/insights/list-figures.ts";
import { monthAt, packBlock } from "../src/scans/block.ts";
import { emptyColumns } from "../src/scans/columns.ts";
import { createSystemClock } from "../src/shared/clock.ts";
import { DAY_MS, firstDayOf } from "../src/shared/days.ts";
import { openPostgres } from "../src/store/postgres/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import type { Store } from "../src/store/store.ts";
import { loadCodes } from "../test/support/many-codes.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";
import { median, msOf } from "./support/times.ts";

const SIZES = {
  full: { many: 100_000, repeats: 5 },
  small: { many: 300, repeats: 1 },
};
const lifetimeMs = 365 * DAY_MS;
const WORKSPACE = "workspace";
/** Of each code in each of three months. */
const SCANS = 10;
const MONTHS = 3;
const AT_ONCE = 1_000;

export async function run(report: Report, size: Size): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  try {
    const store = await openSqlite({ dataDir, lifetimeMs, clock: createSystemClock() });
    await measure(report, "SQLite", store, undefined, size);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    const store = await openPostgres({ url: server.url("postgres"), lifetimeMs });
    await measure(report, "PostgreSQL", store, server.url("postgres"), size);
  } finally {
    await server.destroy();
  }
}

async function measure(report: Report, name: string, store: Store, url: string | undefined, size: Size): Promise<void> {
  const { many, repeats } = SIZES[size];
  const clock = createSystemClock();
  await loadCodes(store, url, WORKSPACE, many);
  await store.auth.db
    .insertInto("workspaces")
    .values({ id: WORKSPACE, name: WORKSPACE, plan: "pro", created_at: 1 } as never)
    .execute();
  await loadBlocks(store, url, clock.now());
  const createId = () => WORKSPACE;
  const codes = createCodes({ store, clock, createId, lifetimeMs, scansSettled: async () => {} });
  const figures = createListFigures({ store, clock });
  const times = new Map<string, number>();
  for (const sort of ["newest", "name", "last", "scans", "rising"] as const) {
    const first: number[] = [];
    const next: number[] = [];
    for (let i = 0; i < repeats; i++) {
      // Another period each time, so that its order is not known yet.
      const period = await figures.periodOf(WORKSPACE, { from: dateOf(clock.now() - (27 + i) * DAY_MS) });
      const page = (sorted: ListSort, offset: number) =>
        msOf(() => codes.browse(WORKSPACE, {}, { sort: sorted, spans: period.spans, offset, limit: 20 }));
      first.push(await page(sort, 0));
      for (const offset of [20, 499 * 20]) next.push(await page(sort, offset));
      if (first.length === 1) {
        const found = await codes.browse(WORKSPACE, {}, { sort, spans: period.spans, offset: 0, limit: 100 });
        const ms = await msOf(() => figures.read(found.codes, period));
        report.say(`  ${name}: figures of 100 codes by ${sort} ${ms.toFixed(0)} ms`);
      }
    }
    report.say(
      `  ${name}: ${many} codes by ${sort}: ${median(first).toFixed(0)} ms, other pages ${median(next).toFixed(1)} ms`,
    );
    times.set(`${sort} first`, median(first)).set(`${sort} next`, median(next));
  }
  for (const sort of ["scans", "rising"]) {
    report.tell({
      name: "P12",
      what: `${name}: other pages of ${many} codes by ${sort} of four weeks`,
      ours: `${times.get(`${sort} next`)!.toFixed(1)} ms, counted first ${times.get(`${sort} first`)!.toFixed(0)} ms`,
      peer: `by name ${times.get("name next")!.toFixed(1)} ms`,
      value: times.get(`${sort} next`)!,
      target: { most: 100, unit: " ms" },
    });
  }
  await store.close();
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Scans of every code, at different times. */
async function loadBlocks(store: Store, url: string | undefined, now: number): Promise<void> {
  const { db } = store.auth;
  const { rows } = await sql<{ num: number }>`SELECT num FROM codes WHERE workspace_id = ${WORKSPACE}`.execute(db);
  const blocks = rows.flatMap(({ num }) => blocksOf(Number(num), now));
  const pool = url === undefined ? null : new Pool({ connectionString: url, max: 1 });
  for (let i = 0; i < blocks.length; i += AT_ONCE) {
    await db
      .insertInto("scan_blocks")
      .values(blocks.slice(i, i + AT_ONCE))
      .execute();
  }
  // On PostgreSQL over its own connection, since the store's statements have a time-out.
  const last = `${now} - (code_num * 7919 % 1209600) * 1000`;
  const noted = `UPDATE code_counters SET last_scan_at = ${last}, last_quarter = (${last}) / 900000`;
  await (pool ? pool.query(noted) : sql.raw(noted).execute(db));
  await pool?.query("VACUUM ANALYZE code_counters, scan_blocks");
  await pool?.end();
}

function blocksOf(code_num: number, now: number) {
  const months = Array.from({ length: MONTHS }, (_, ago) => monthAt(now) - ago);
  return months.map((month) => {
    const begin = firstDayOf(month) * DAY_MS;
    const length = Math.min(now, firstDayOf(month + 1) * DAY_MS) - begin;
    const columns = emptyColumns(1 + ((code_num * 31 + month) % (2 * SCANS)));
    columns.at.set(
      Array.from(
        columns.at,
        (_, i) => begin + Math.floor((((code_num * 7919 + i * 104_729) % 10_007) / 10_007) * length),
      ).sort((a, b) => a - b),
    );
    return { code_num, month, n: 0, ...packBlock(columns, month) };
  });
}
