/** The service as its users run it: a process that can be killed, stopped and started again. */
import assert from "node:assert/strict";
import { type ChildProcess, execFile, type StdioOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../support/postgres-server.ts";
import { freshDir } from "../../support/stores.ts";

export interface NodeOptions {
  databaseUrl?: string | undefined;
  dataDir?: string;
  /** Another copy of bin/tessera.js. */
  program?: string;
  /** What to run it under, such as a tracer. */
  under?: readonly string[];
  /** Collects what it logs and says, and lets its threads be ended. */
  isWatched?: boolean;
}

export interface FaultNode {
  url: string;
  port: number;
  dataDir: string;
  key: string;
  /** Starts it and gives the milliseconds until it was ready. */
  start(): Promise<number>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** As an operator would; gives the exit code and the milliseconds it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** Ends one of its threads, as a crash would. Of a watched node only, as are the next two. */
  endThread(name: string): void;
  /** Its log, and what it said to people, since it was started. */
  said(): { stdout: string; stderr: string };
  /** Waits until it ends by itself, and gives the exit code. */
  ended(): Promise<number | null>;
  /** A command beside the server; gives what it printed, throws when it fails. */
  run(...args: string[]): Promise<string>;
  /** Makes an account and its key, once. */
  prepare(): Promise<void>;
  api(path: string, options?: { method?: string; json?: unknown }): Promise<unknown>;
  metric(name: string): Promise<number>;
  residentMegabytes(): number;
}

const PROGRAM = fileURLToPath(new URL("../../../bin/tessera.js", import.meta.url));
const START_MS = 60_000;
const UNWATCHED: StdioOptions = ["ignore", "ignore", "inherit"];
const WATCHED: StdioOptions = ["ignore", "pipe", "pipe", "ipc"];
const OBEY = new URL("./obey.ts", import.meta.url).href;
const runFile = promisify(execFile);

export async function createNode(options: NodeOptions = {}): Promise<FaultNode> {
  const { databaseUrl, dataDir = freshDir(), program = PROGRAM, under = [], isWatched } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    LOG_LEVEL: isWatched ? "error" : "fatal",
    PLAN_LIMITS: "free=20,pro=100000",
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  let child: ChildProcess | undefined;
  const said = { stdout: "", stderr: "" };
  process.on("exit", () => child?.kill("SIGKILL"));

  async function end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return { code: 0, ms: 0 };
    const begun = performance.now();
    const ended = new Promise<number | null>((resolve) => running.once("exit", resolve));
    running.kill(signal);
    return { code: await ended, ms: performance.now() - begun };
  }

  const node: FaultNode = {
    url,
    port,
    dataDir,
    key: "",
    async start() {
      const begun = performance.now();
      const flags = isWatched ? ["--import", OBEY] : [];
      const [command = "", ...args] = [...under, process.execPath, ...flags, program, "serve"];
      const stdio = isWatched ? WATCHED : UNWATCHED;
      child = spawn(command, args, { env, stdio });
      Object.assign(said, { stdout: "", stderr: "" });
      for (const name of ["stdout", "stderr"] as const) {
        child[name]?.on("data", (chunk) => {
          said[name] += chunk;
        });
      }
      while (performance.now() - begun < START_MS) {
        const ready = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (ready) return performance.now() - begun;
        assert.equal(child.exitCode, null, "the service ended while it started");
        await sleep(20);
      }
      throw new Error("the service was not ready within a minute");
    },
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    endThread: (name) => void child!.send(name),
    said: () => said,
    ended: () =>
      new Promise((resolve) => {
        if (child!.exitCode !== null) resolve(child!.exitCode);
        else child!.once("exit", resolve);
      }),
    run: async (...args) => (await runFile(process.execPath, [program, ...args], { env })).stdout,
    async prepare() {
      await node.run("user", "add", "owner@example.com", "--plan", "pro");
      node.key = (await node.run("key", "create", "owner@example.com", "--name", "faults")).trim();
    },
    async api(path, { method = "GET", json } = {}) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${node.key}`,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      assert.ok(answer.ok, `${path} gave ${answer.status}: ${await answer.clone().text()}`);
      return answer.json();
    },
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${RegExp.escape(name)} (.*)$`, "m").exec(text)?.[1]);
    },
    residentMegabytes() {
      const status = readFileSync(`/proc/${child!.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
  };
  return node;
}

export interface FaultCode {
  id: string;
  shareToken: string;
}

export async function createCodes(node: FaultNode, count: number): Promise<FaultCode[]> {
  const codes: FaultCode[] = [];
  for (let i = 0; i < count; i++) {
    const json = { name: `Code ${i}`, content: `https://example.com/${i}` };
    codes.push((await node.api("/qrcodes", { method: "POST", json })) as FaultCode);
  }
  return codes;
}
