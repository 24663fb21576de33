/** The whole application on a fresh store, tested through its HTTP server. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PasswordHash } from "../../src/accounts/password-queue.ts";
import { createApp } from "../../src/app.ts";
import { type Config, type Environment, readConfig } from "../../src/config.ts";
import type { MailTiming } from "../../src/mail/mailer.ts";
import { createLogger } from "../../src/server/log.ts";
import { type Clock, createSystemClock } from "../../src/shared/clock.ts";
import { createThreads, type Threads } from "../../src/shared/threads.ts";
import type { Waits } from "../../src/sharing/scanning.ts";
import type { Store } from "../../src/store/store.ts";
import type { Timing } from "../../src/webhooks/deliverer.ts";
import { writeMmdb } from "../visits/mmdb.ts";
import { addOwnerWithKey } from "./owner.ts";
import { cheapPassword } from "./password.ts";
import { type Engine, freshDir, type TestPlace, whenAllIsOver } from "./stores.ts";

export interface TestApp {
  config: Config;
  store: Store;
  place: TestPlace;
  /** Undefined uses the real password hash. */
  passwordHash: PasswordHash | undefined;
  /** The address it listens on. */
  url: string;
  threads: Threads;
  /** For routesOf and leastRoleOf. */
  server: object;
  /** The log, one entry per line. */
  log: string[];
  /** Sends an HTTP request; `key` becomes the Authorization header, `json` the body. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** A new user with a key of their own. */
  user(plan?: string): Promise<{ id: string; email: string; key: string }>;
  /** Idempotent: a test that closes the app also calls this in `t.after`, in case it fails earlier. */
  close(): Promise<void>;
}

export interface RequestOptions {
  key?: string;
  json?: unknown;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
  json: any;
}

export interface TestAppOptions {
  engine: Engine;
  clock?: Clock;
  place?: TestPlace;
  settings?: Environment;
  passwordHash?: PasswordHash;
  /** The clock of the thread watchdog, in milliseconds. */
  threadTime?: () => number;
  /** Defaults to new threads, watched by `threadTime`. */
  threads?: Threads;
  waits?: Waits;
  webhookTiming?: Partial<Timing>;
  mailTiming?: Partial<MailTiming>;
}

/**
 * Longer than the service's own time-outs, which a busy machine exceeds, so that a read would count too little. Still
 * below 12 s, when silent connections are cut, or below 60 s for the API.
 */
export const LONG_WAITS: Waits = { journalMs: 8_000, readMs: 50_000, lookupMs: 8_000, brandMs: 8_000, moveMs: 50_000 };

let users = 0;
let places: string | undefined;

/**
 * A location database without any address used in tests: reading the shipped one (63 MB) would double the start time.
 */
function noPlaces(): string {
  if (places === undefined) {
    places = join(freshDir(), "no-places.mmdb");
    writeFileSync(places, writeMmdb([[[81, 2], { country: { iso_code: "GB" } }]]));
  }
  return places;
}

const shared = new Map<string, Promise<TestApp>>();
const clocks = new Map<Clock, number>();

/**
 * Shares one app among all suites of this process with the same clock and settings, since starting it takes most of a
 * suite's time. Each suite has its own users, and no suite closes it.
 */
export function sharedApp(options: Pick<TestAppOptions, "engine" | "clock" | "settings">): Promise<TestApp> {
  const { engine, clock, settings } = options;
  if (clock && !clocks.has(clock)) clocks.set(clock, clocks.size);
  const key = JSON.stringify([engine.name, clock && clocks.get(clock), settings]);
  const app = shared.get(key) ?? startApp({ ...options, engine: engine.lasting });
  shared.set(key, app);
  return app;
}

export async function startApp({
  engine,
  clock,
  settings,
  passwordHash = cheapPassword,
  threadTime = () => performance.now(),
  waits = LONG_WAITS,
  webhookTiming,
  mailTiming,
  ...given
}: TestAppOptions): Promise<TestApp> {
  const place = given.place ?? (await engine.migratedPlace());
  const log: string[] = [];
  const logger = createLogger("info", { write: (line) => void log.push(line) });
  const threads =
    given.threads ??
    createThreads({ onRestart: (thread, err) => logger.error({ thread, err }, "a thread ended"), now: threadTime });
  const store = await engine.open(place, clock, threads);
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    BASE_URL: "http://tessera.test",
    GEO_DB: noPlaces(),
    ...settings,
  });
  const appClock = clock ?? createSystemClock();
  const app = await createApp({
    config,
    store,
    clock: appClock,
    logger,
    threads,
    passwordHash,
    waits,
    webhookTiming,
    mailTiming,
  });
  const address = await app.server.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close().then(() => store.close()));
  // A test that fails before it closes its app would keep the process running. The store may already be closed.
  whenAllIsOver(() => close().catch(() => {}));

  return {
    config,
    store,
    place,
    passwordHash,
    url: address,
    threads,
    server: app.server,
    log,
    async request(method, path, { key, json, body, headers = {} } = {}) {
      const answer = await fetch(address + path, {
        method,
        redirect: "manual",
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(body === undefined ? {} : { body: body as string }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.startsWith("application/json");
      return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
    },
    async user(plan = "pro") {
      const email = `user${++users}-${process.pid}@example.com`;
      const { id, key } = await addOwnerWithKey(store, { plan, email, clock: appClock });
      return { id, email, key };
    },
    close,
  };
}
