/** Fresh stores for tests: every suite that uses them runs on both engines. */
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe } from "node:test";
import { type Clock, createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Threads } from "../../src/shared/threads.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freshDatabase, migratedDatabase, migratedFile, removeRows, stopOwnServer } from "./databases.ts";

export { freshDatabase };

const LIFETIME_MS = 365 * DAY_MS;
/** Far longer than a busy machine needs. Tests of time-outs open their stores themselves. */
export const PATIENCE_MS = 300_000;

export interface TestPlace {
  dataDir: string;
  /** Undefined on SQLite. */
  databaseUrl: string | undefined;
}

export interface Engine {
  name: "sqlite" | "postgres";
  /** An empty database. */
  place(): Promise<TestPlace>;
  /** May already have its tables: faster, for tests that do not test the migrations. */
  migratedPlace(): Promise<TestPlace>;
  /** Opens a store; opening one place twice is like a second process to the store. */
  open(place: TestPlace, clock?: Clock, threads?: Threads): Promise<Store>;
  fresh(clock?: Clock): Promise<Store>;
  /** The one store of all suites, without rows: its threads are already running. Used until the next call. */
  emptied(): Promise<Store>;
  /** The same store and another of its database. */
  emptiedPair(): Promise<[Store, Store]>;
  /** Where they are. */
  emptiedPlace(): TestPlace;
  /** The same engine, but its stores outlive the suite: the caller closes them. */
  lasting: Engine;
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

/** With ENGINE=sqlite or ENGINE=postgres the suites of the other engine are not defined. */
const only = process.env.ENGINE || undefined;
if (only && !ENGINES.some((name) => name === only)) {
  throw new Error(`ENGINE is "${only}", but must be one of: ${ENGINES.join(", ")}.`);
}

const atTheEnd: (() => Promise<void>)[] = [];

/** Closes what all suites of this process share once they have finished. */
export const whenAllIsOver = (end: () => Promise<void>): void => void atTheEnd.push(end);

async function endAll(): Promise<void> {
  for (const end of atTheEnd.splice(0)) await end();
  await stopOwnServer();
}

/** Runs a suite once per engine and closes what it opened. */
export function onEachEngine(title: string, suite: (engine: Engine) => void): void {
  for (const name of ENGINES) onEngine(name, title, suite);
  after(endAll);
}

/** The same on one engine, for suites that do not depend on the engine. */
export function onSqlite(title: string, suite: (engine: Engine) => void): void {
  onEngine("sqlite", title, suite);
  after(endAll);
}

function onEngine(name: Engine["name"], title: string, suite: (engine: Engine) => void): void {
  if (only !== undefined && only !== name) return;
  describe(`${title} on ${name}`, () => {
    const opened: Store[] = [];
    suite(createEngine(name, (store) => opened.push(store)));
    // After the suite's own hooks, which close what uses the stores.
    after(async () => {
      for (const store of opened) await store.close();
    });
  });
}

interface Kept {
  place: TestPlace;
  stores: Store[];
  /** Calls of the stores that have not ended. */
  running: Set<{ name: string }>;
}

const kept: { [name in Engine["name"]]?: Kept } = {};

function createEngine(name: Engine["name"], onOpen: (store: Store) => void): Engine {
  const engine: Engine = {
    name,
    async place() {
      return { dataDir: freshDir(), databaseUrl: name === "postgres" ? await freshDatabase() : undefined };
    },
    async migratedPlace() {
      const dataDir = freshDir();
      if (name === "postgres") return { dataDir, databaseUrl: await migratedDatabase() };
      copyFileSync(await migratedFile(freshDir), join(dataDir, "tessera.db"));
      return { dataDir, databaseUrl: undefined };
    },
    async open({ dataDir, databaseUrl }, clock, threads) {
      const store = databaseUrl
        ? await openPostgres({
            url: databaseUrl,
            lifetimeMs: LIFETIME_MS,
            threads,
            patienceMs: PATIENCE_MS,
            ...(clock ? { windowNow: clock.steady } : {}),
          })
        : await openSqlite({ dataDir, lifetimeMs: LIFETIME_MS, threads, clock: clock ?? createSystemClock() });
      onOpen(store);
      return store;
    },
    fresh: async (clock) => engine.open(await engine.migratedPlace(), clock),
    emptied: async () => (await emptied(1))[0]!,
    emptiedPair: async () => (await emptied(2)) as [Store, Store],
    emptiedPlace: () => kept[name]!.place,
    get lasting() {
      return createEngine(name, () => {});
    },
  };
  return engine;

  async function emptied(count: number): Promise<Store[]> {
    kept[name] ??= { place: await engine.migratedPlace(), stores: [], running: new Set() };
    const { place, stores, running } = kept[name];
    // It would write into the next test.
    const left = [...running].map(({ name }) => name);
    assert.deepEqual(left, [], "an earlier test left work running on the shared store");
    if (stores[0]) await removeRows(stores[0]);
    while (stores.length < count) {
      const store = watchCalls(await engine.lasting.open(place), running);
      stores.push(store);
      whenAllIsOver(store.close);
    }
    return stores.slice(0, count);
  }
}

/** The same object, whose calls are in `running` until they end. */
function watchCalls<T extends object>(part: T, running: Set<{ name: string }>, path = "store"): T {
  const entries = Object.entries(part).map(([key, value]) => {
    const name = `${path}.${key}`;
    if (typeof value === "function") return [key, watchCall(value, running, name)];
    // Not the database, which is an object of a class.
    const isPart = value !== null && Object.getPrototypeOf(value) === Object.prototype;
    return [key, isPart ? watchCalls(value, running, name) : value];
  });
  return Object.fromEntries(entries) as T;
}

const watchCall =
  (called: (...args: unknown[]) => unknown, running: Set<{ name: string }>, name: string) =>
  (...args: unknown[]) => {
    const result = called(...args);
    if (!(result instanceof Promise)) return result;
    const call = { name };
    running.add(call);
    const end = () => running.delete(call);
    result.then(end, end);
    return result;
  };

/** A clock that only moves when the test moves it. */
export function createTestClock(start = Date.UTC(2026, 0, 15, 12)): Clock & { move(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    steady: () => now,
    move(ms) {
      now += ms;
    },
  };
}
