import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { type Accounts, createAccounts } from "../accounts/service.ts";
import { type Config, loadConfig } from "../config.ts";
import { hasData } from "../database/data-dir.ts";
import { createKeys, type Keys } from "../keys/service.ts";
import { withStored } from "../settings/service.ts";
import { actAs } from "../shared/audit.ts";
import { type Clock, createSystemClock } from "../shared/clock.ts";
import { createIds } from "../shared/ids.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";

/** One command of the tessera program. */
export interface Command {
  words: string[];
  usage: string;
  help: string;
  /** The number of arguments. */
  takes: number;
  options?: ParseArgsOptionsConfig;
  /** Resolves to the exit code; 0 if that is not a number. */
  run(args: string[], options: Record<string, string | boolean | undefined>): Promise<unknown>;
}

/** Prints JSON for programs, one line on standard output. */
export const JSON_OPTION = { json: { type: "boolean" } } as const;

/** Wrong usage: the command's usage is printed. */
export class UsageError extends Error {}

export interface Tools {
  config: Config;
  store: Store;
  clock: Clock;
  createId: () => string;
  accounts: Accounts;
  keys: Keys;
}

/** Opens what a command needs, with or without a running server, and closes it afterwards. */
export async function withTools<T>(work: (tools: Tools) => Promise<T>, options?: StoreUse): Promise<T> {
  const clock = createSystemClock();
  return withStore(async (store, config) => {
    const accounts = createAccounts({ store, plans: [...config.planLimits.keys()] });
    const createId = createIds(clock.now);
    const keys = createKeys({ store, clock, createId });
    const actor = { kind: "command", name: "tessera" } as const;
    return actAs({ actor, agent: null }, () => work({ config, store, clock, createId, accounts, keys }));
  }, options);
}

/** For commands that may create the database. */
export const MAKING: StoreUse = { mayMake: true };

interface StoreUse {
  /** Whether a missing database is created. Commands that only read or change never do. */
  mayMake: boolean;
  /** Whether a missing database is created in a temporary place and discarded. */
  isTrial?: boolean;
}

/** True if the database does not exist yet. */
export const isNewService = (config: Config = loadConfig()): boolean => !config.databaseUrl && !hasData(config.dataDir);

export async function withStore<T>(
  work: (store: Store, config: Config) => Promise<T>,
  { mayMake, isTrial = false }: StoreUse = { mayMake: false },
): Promise<T> {
  const config = loadConfig();
  const isNew = isNewService(config);
  if (isNew && isTrial) return inTrial(config, work);
  if (isNew && !mayMake) {
    throw new Error(
      `There is no tessera.db in ${resolve(config.dataDir)}. Check DATA_DIR. A new service creates it when it starts for the first time.`,
    );
  }
  return inStore(config, work);
}

async function inStore<T>(config: Config, work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const store = await openStore(config, createSystemClock(), { warn: (message) => console.error(message) });
  try {
    // The public address may have been set on the Settings page.
    return await work(store, withStored(config, await store.settings.read()));
  } finally {
    await store.close();
  }
}

async function inTrial<T>(config: Config, work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-"));
  try {
    return await inStore({ ...config, dataDir }, work);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
