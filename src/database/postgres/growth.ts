/**
 * ANALYZE after growth. Prepared plans are kept until PostgreSQL has new statistics. A plan for a small table reads
 * all of it, and autovacuum checks a table only once a minute, which is slower than a bulk creation or an import.
 */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Tables that grow together. */
const GROUPS = {
  codes: ["codes", "code_counters"],
  scans: ["scans", "scan_visitors", "agents", "places"],
} as const;
type Group = keyof typeof GROUPS;

const TIMES = 10;
/** Reading this few rows costs no more than an index. */
const FEW = 100;

export function createGrowth(db: Kysely<Tables>, warn: (message: string) => void) {
  /** Rows written since the last ANALYZE, and the number that triggers the next. */
  const state = {
    codes: { added: 0, due: (TIMES - 1) * FEW },
    scans: { added: 0, due: (TIMES - 1) * FEW },
  };
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  const failed = (error: unknown) =>
    warn(`ANALYZE failed, so reads may be slow until autovacuum has run: ${(error as Error).message}`);

  async function analyzeGrown(): Promise<void> {
    for (const group of Object.keys(GROUPS) as Group[]) {
      const counted = state[group];
      if (counted.added < counted.due) continue;
      const known = await knownRows(db, GROUPS[group]);
      counted.due = (TIMES - 1) * Math.max(known, FEW);
      // Autovacuum or another node was faster.
      if (counted.added < counted.due) continue;
      await analyzeTables(db, GROUPS[group]);
      counted.due = (TIMES - 1) * Math.max(await knownRows(db, GROUPS[group]), FEW);
      counted.added = 0;
    }
  }

  return {
    /** Rows written by this node. Runs ANALYZE in the background once they exceed ten times the known size. */
    added(group: Group, rows: number): void {
      state[group].added += rows;
      if (isRunning || state[group].added < state[group].due) return;
      isRunning = true;
      running = analyzeGrown()
        .catch((error) => {
          failed(error);
          // Retried after as much growth again, not at every settlement.
          for (const counted of Object.values(state)) counted.due = Math.max(counted.due, 2 * counted.added);
        })
        .finally(() => {
          isRunning = false;
        });
    },
    /** All tables, after an import; failing is harmless. */
    async analyze(): Promise<void> {
      const tables = [...Object.values(GROUPS).flat(), "scan_blocks", "uncounted_daily"];
      await analyzeTables(db, tables).catch(failed);
    },
    /** Waits for a running ANALYZE. */
    idle: (): Promise<void> => running,
  };
}

const analyzeTables = (db: Kysely<Tables>, tables: readonly string[]) =>
  sql`ANALYZE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);

/** PostgreSQL's largest estimate of the tables' rows. */
async function knownRows(db: Kysely<Tables>, tables: readonly string[]): Promise<number> {
  const names = sql.join(tables.map((table) => sql`to_regclass(${table})`));
  const { rows } = await sql<{ known: number }>`
    SELECT max(reltuples)::float8 AS known FROM pg_class WHERE oid IN (${names})`.execute(db);
  return rows[0]!.known;
}
