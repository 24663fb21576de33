/** Fresh stores for tests: every suite that takes one runs on both engines. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe } from "node:test";
import postgres from "postgres";
import { type Clock, createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Threads } from "../../src/shared/threads.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { notAllowed } from "./tools.ts";

const LIFETIME_MS = 365 * DAY_MS;

export interface TestPlace {
  dataDir: string;
  /** Undefined on SQLite. */
  databaseUrl: string | undefined;
}

export interface Engine {
  name: "sqlite" | "postgres";
  /** An empty database. */
  place(): Promise<TestPlace>;
  /** Opens it; a second opening of one place is a second process, as far as the store can tell. */
  open(place: TestPlace, clock?: Clock, threads?: Threads): Promise<Store>;
  fresh(clock?: Clock): Promise<Store>;
}

let own: Promise<PostgresServer> | undefined;

/** The server that the test run started for all files, or else one of this file's own. */
async function serverUrl(database: string): Promise<string> {
  const shared = process.env.TEST_POSTGRES_URL;
  if (shared) return shared.replace("DATABASE", database);
  own ??= startPostgres();
  return (await own).url(database);
}

/** For the end of a file that asks for databases itself. */
export const endOwnServer = async (): Promise<void> => (await own)?.destroy();

export async function freshDatabase(): Promise<string> {
  const name = `t${randomBytes(8).toString("hex")}`;
  const sql = postgres(await serverUrl("postgres"), { max: 1, onnotice: () => {} });
  await sql.unsafe(`CREATE DATABASE ${name}`);
  await sql.end();
  return serverUrl(name);
}

const dirs: string[] = [];
process.on("exit", () => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

export function freshDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "tessera-test-"));
  dirs.push(dir);
  return dir;
}

const ENGINES: readonly Engine["name"][] = ["sqlite", "postgres"];

/** ENGINE=sqlite or ENGINE=postgres leaves the other out, and the end of the run says so. */
const only = process.env.ENGINE || undefined;
if (only && !ENGINES.some((name) => name === only)) {
  throw new Error(`ENGINE is "${only}", but must be one of: ${ENGINES.join(", ")}.`);
}

/** Runs a suite once per engine, and closes what it opened. */
export function onEachEngine(title: string, suite: (engine: Engine) => void): void {
  for (const name of ENGINES) {
    const isLeftOut = only !== undefined && only !== name;
    const skip = isLeftOut && notAllowed(`what runs on ${name}`, `ENGINE=${only} leaves it out`);
    describe(`${title} on ${name}`, { skip }, () => {
      const opened: Store[] = [];
      const engine: Engine = {
        name,
        place: async () => ({
          dataDir: freshDir(),
          databaseUrl: name === "postgres" ? await freshDatabase() : undefined,
        }),
        async open({ dataDir, databaseUrl }, clock, threads) {
          const store = databaseUrl
            ? await openPostgres({
                url: databaseUrl,
                lifetimeMs: LIFETIME_MS,
                threads,
                ...(clock ? { windowNow: clock.steady } : {}),
              })
            : await openSqlite({
                dataDir,
                lifetimeMs: LIFETIME_MS,
                threads,
                clock: clock ?? createSystemClock(),
              });
          opened.push(store);
          return store;
        },
        fresh: async (clock) => engine.open(await engine.place(), clock),
      };
      suite(engine);
      // After the suite's own hooks, which close what stands on the stores.
      after(async () => {
        for (const store of opened) await store.close();
      });
    });
  }
  after(endOwnServer);
}

/** A clock that stands still until it is moved. */
export function createTestClock(
  start = Date.UTC(2026, 0, 15, 12),
): Clock & { move(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    steady: () => now,
    move(ms) {
      now += ms;
    },
  };
}
