/**
 * ANALYZE after growth. A connection keeps the plans of named statements until PostgreSQL has new statistics of a
 * table. A plan made for a small table reads all of it, and autovacuum looks at a table only once a minute: a bulk
 * creation or an import takes less.
 */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Tables that grow together. Raw scans are found by their primary key, whatever the statistics say. */
const GROUPS = {
  codes: ["codes", "code_counters"],
  scans: ["scan_daily", "scan_cities", "agents", "places"],
} as const;
type Group = keyof typeof GROUPS;

const TIMES = 10;
/** Reading so few rows costs no more than an index. */
const FEW = 100;

export interface Growth {
  /** Rows that this node has written. Runs ANALYZE in the background once they are ten times what is known. */
  added(group: Group, rows: number): void;
  /** Everything, after an import, which is done with statistics or without. */
  analyze(): Promise<void>;
  /** Waits for what runs. */
  idle(): Promise<void>;
}

export function createGrowth(db: Kysely<Tables>, warn: (message: string) => void): Growth {
  /** Rows written since the last ANALYZE, and how many make the next one due. */
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
      // Autovacuum, or another node, was quicker.
      if (counted.added < counted.due) continue;
      await analyzeTables(db, GROUPS[group]);
      counted.due = (TIMES - 1) * Math.max(await knownRows(db, GROUPS[group]), FEW);
      counted.added = 0;
    }
  }

  return {
    added(group, rows) {
      state[group].added += rows;
      if (isRunning || state[group].added < state[group].due) return;
      isRunning = true;
      running = analyzeGrown()
        .catch((error) => {
          failed(error);
          // Tried again once there is as much more, not with every settlement.
          for (const counted of Object.values(state)) counted.due = Math.max(counted.due, 2 * counted.added);
        })
        .finally(() => {
          isRunning = false;
        });
    },
    async analyze() {
      const tables = [...Object.values(GROUPS).flat(), "scans", "scan_monthly", "uncounted_daily"];
      await analyzeTables(db, tables).catch(failed);
    },
    idle: () => running,
  };
}

const analyzeTables = (db: Kysely<Tables>, tables: readonly string[]) =>
  sql`ANALYZE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);

/** The most that PostgreSQL believes one of the tables to hold. */
async function knownRows(db: Kysely<Tables>, tables: readonly string[]): Promise<number> {
  const names = sql.join(tables.map((table) => sql`to_regclass(${table})`));
  const { rows } = await sql<{ known: number }>`
    SELECT max(reltuples)::float8 AS known FROM pg_class WHERE oid IN (${names})`.execute(db);
  return rows[0]!.known;
}
