import type { Clock } from "../shared/clock.ts";
import { openPostgres } from "./postgres/open.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store } from "./types.ts";

export interface StoreOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  codeLifetimeMs: number;
}

export function openStore(options: StoreOptions, clock: Clock): Promise<Store> {
  const { databaseUrl, dataDir, codeLifetimeMs: lifetimeMs } = options;
  if (databaseUrl) return openPostgres({ url: databaseUrl, lifetimeMs });
  return openSqlite({ dataDir, lifetimeMs, clock });
}
