/** Compares what clients were told with what the service knows afterwards. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { type BenchServer, until } from "../../bench/support/server.ts";
import type { LoadResult } from "../support/load.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

/** Waits until the nodes' journals are empty; returns how long that took. */
export async function allSettled(nodes: readonly BenchServer[], ms: number): Promise<number> {
  return until(async () => {
    const rows = await Promise.all(nodes.map((node) => node.metric("tessera_journal_rows")));
    return rows.every((count) => count === 0);
  }, ms);
}

/** Prints sent, acknowledged, found, lost, doubled, and holds the last two to nought. */
export async function assertNothingLost(
  title: string,
  databaseUrl: string,
  loads: readonly LoadResult[],
): Promise<void> {
  const acknowledged = loads.flatMap((load) => load.acknowledged);
  const sent = loads.reduce((sum, load) => sum + load.sent, 0);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const rows = await sql`SELECT id::text FROM scans`;
  const [{ count }] =
    (await sql`SELECT coalesce(sum(scan_count), 0)::int AS count FROM code_counters`) as [
      { count: number },
    ];
  await sql.end();
  const found = new Set(rows.map((row) => row.id));
  const lost = acknowledged.filter((id) => !found.has(id)).length;
  const doubled = acknowledged.length - new Set(acknowledged).size + rows.length - found.size;
  console.log(
    `${title}: sent ${sent}, acknowledged ${acknowledged.length}, found ${found.size}, lost ${lost}, doubled ${doubled}`,
  );
  assert.ok(acknowledged.length > 0, "some scans were acknowledged");
  assert.equal(lost, 0, "acknowledged scans lost");
  assert.equal(doubled, 0, "scans doubled");
  assert.equal(count, found.size, "scan counts equal raw scans");
  check(databaseUrl);
}

/** tessera check: raw scans, rollups and counts agree. */
function check(databaseUrl: string): void {
  const out = execFileSync(process.execPath, [PROGRAM, "check"], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: "/nonexistent" },
    encoding: "utf8",
  });
  assert.match(out, /agree/);
}
