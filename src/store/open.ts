import type { Clock } from "../shared/clock.ts";
import type { Threads } from "../shared/threads.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  dataDir: string;
  codeLifetimeMs: number;
}

interface OpenOptions {
  threads?: Threads;
  warn?: (message: string) => void;
  /** Called before migrations run, which may take minutes. */
  onMigrating?: () => void;
  /** See PostgresOptions. */
  patienceMs?: number;
}

/** Loads only the engine in use. */
export async function openStore(
  options: StoreOptions,
  clock: Clock,
  { threads, warn, onMigrating, patienceMs }: OpenOptions = {},
): Promise<Store> {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseReadUrl: readUrl, dataDir } = options;
  const { codeLifetimeMs: lifetimeMs } = options;
  if (databaseUrl) {
    const { openPostgres } = await import("./postgres/open.ts");
    return openPostgres({ url: databaseUrl, directUrl, readUrl, lifetimeMs, threads, warn, onMigrating, patienceMs });
  }
  const { openSqlite } = await import("./sqlite/open.ts");
  return openSqlite({ dataDir, lifetimeMs, clock, threads, onMigrating });
}
