/** The service as users run it: a process that can be killed, stopped and started again. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type TesseraClient } from "../../client/src/index.ts";
import type { Environment } from "../../src/config.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freePort } from "./free-port.ts";
import { addOwnerWithKey } from "./owner.ts";
import { isRunning, type Launched, launch, PROGRAM } from "./process.ts";
import { freshDir, PATIENCE_MS } from "./stores.ts";

export interface ServiceOptions {
  /** Added to the settings made here; may override DATA_DIR and DATABASE_URL. */
  settings?: Environment;
  /** The key of an existing account. */
  key?: string;
  /** Another copy of bin/tessera.js. */
  program?: string;
  /** A command to run it under, such as a tracer. */
  under?: readonly string[];
  /** Collects its log and output, and allows its threads to be ended. */
  isWatched?: boolean;
}

export interface Service {
  url: string;
  port: number;
  dataDir: string;
  key: string;
  /** Starts it and returns the milliseconds until it was ready. */
  start(): Promise<number>;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  /** Stops it as an operator would; returns the exit code and the milliseconds it took. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
  /** Ends one of its threads as a crash would. Only with `watch`. */
  endThread(name: string): void;
  /** Its output since the start and, with `watch`, its log. */
  said(): { stdout: string; stderr: string };
  /** Waits until it exits on its own, and returns the exit code. */
  ended(): Promise<number | null>;
  /** Its store, opened by a second process as a command does. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Creates an account with a key, unless it was given one. */
  prepare(): Promise<void>;
  /** A client with the service's key, for set-up: it never retries and never waits. */
  tessera(): TesseraClient;
  ask(path: string, options?: { method?: string; json?: unknown }): Promise<Response>;
  /** The body of the answer; rejects unless the request succeeds. */
  api(path: string, options?: { method?: string; json?: unknown }): Promise<unknown>;
  metric(name: string): Promise<number>;
  /** Heap use of the main thread after garbage collection. Only with `watch`. */
  usedMegabytes(): Promise<number>;
  residentMegabytes(): number;
  pid(): number;
}

const OBEY = new URL("./obey.ts", import.meta.url).href;
const START_MS = 300_000;

export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const { settings = {}, key = "", program = PROGRAM, under = [], isWatched = false } = options;
  const dataDir = settings.DATA_DIR ?? freshDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    LOG_LEVEL: isWatched ? "error" : "warn",
    PLAN_LIMITS: "free=20,pro=100000",
    TRUSTED_PROXIES: "loopback",
    ...settings,
  };
  const flags = isWatched ? ["--import", OBEY] : [];
  const [command = "", ...args] = [...under, process.execPath, ...flags, program, "serve"];
  let running: Launched | undefined;

  async function end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
    if (!running || !isRunning(running)) return { code: 0, ms: 0 };
    const begun = performance.now();
    running.child.kill(signal);
    const { code } = await running.ended;
    return { code, ms: performance.now() - begun };
  }

  const service: Service = {
    url,
    port,
    dataDir,
    key,
    async start() {
      const begun = performance.now();
      running = launch(command, args, {
        env,
        stdio: isWatched ? ["ignore", "pipe", "pipe", "ipc"] : ["ignore", "ignore", "pipe"],
      });
      const { said } = running;
      while (!said.stderr.includes(" is ready at ")) {
        assert.ok(isRunning(running), `the service exited while starting: ${said.stderr}`);
        assert.ok(performance.now() - begun < START_MS, `not ready in time: ${said.stderr}`);
        await sleep(5);
      }
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      return performance.now() - begun;
    },
    kill: async () => void (await end("SIGKILL")),
    stop: (signal = "SIGTERM") => end(signal),
    endThread: (thread) => void running!.child.send({ thread }),
    said: () => running!.said,
    ended: async () => (await running!.ended).code,
    async withStore(work) {
      const store = await openStore(
        { dataDir, databaseUrl: settings.DATABASE_URL, codeLifetimeMs: 365 * DAY_MS },
        createSystemClock(),
        { patienceMs: PATIENCE_MS },
      );
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    async prepare() {
      if (service.key) return;
      service.key = (await service.withStore((store) => addOwnerWithKey(store))).key;
    },
    tessera: () => createClient({ url, key: service.key, retries: 0, limitWaitSeconds: 0, timeoutSeconds: 300 }),
    ask: (path, { method = "GET", json } = {}) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${service.key}`,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    async api(path, options) {
      const answer = await service.ask(path, options);
      assert.ok(answer.ok, `${path} returned ${answer.status}: ${await answer.clone().text()}`);
      return answer.json();
    },
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${RegExp.escape(name)} (.*)$`, "m").exec(text)?.[1]);
    },
    pid: () => running!.child.pid!,
    residentMegabytes() {
      const status = readFileSync(`/proc/${running!.child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async usedMegabytes() {
      running!.child.send("collect");
      const [{ heapUsed, external }] = (await once(running!.child, "message")) as [NodeJS.MemoryUsage];
      return (heapUsed + external) / 1e6;
    },
  };
  return service;
}

/** A service that is ready, with an account and its key. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await createService(options);
  await service.prepare();
  await service.start();
  return service;
}

export interface ServedCode {
  id: string;
  shareToken: string;
}

export async function createCodes(service: Service, count: number): Promise<ServedCode[]> {
  const codes: ServedCode[] = [];
  while (codes.length < count) {
    const next = Array.from({ length: Math.min(500, count - codes.length) }, (_, index) => {
      const number = codes.length + index;
      return { name: `Code ${number}`, content: `https://example.com/landing/${number}` };
    });
    codes.push(...(await service.tessera().codes.createMany(next)));
  }
  return codes;
}
