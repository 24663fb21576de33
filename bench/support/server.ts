/** The service as its users run it: a process of its own, on an empty folder. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../test/support/postgres-server.ts";

export interface BenchServer {
  url: string;
  dataDir: string;
  key: string;
  child: ChildProcess;
  /** Milliseconds from spawn until /readyz said yes. */
  startMs: number;
  api(path: string, options?: { method?: string; json?: unknown }): Promise<Response>;
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

const execute = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

/** With `known`, a key, the account is there already. */
export async function startServer(
  settings: Record<string, string> = {},
  known?: string,
): Promise<BenchServer> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    PLAN_LIMITS: "free=20,pro=10000",
    TRUSTED_PROXIES: "loopback",
    ...settings,
  };
  const begun = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "serve"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(async () => (await fetch(`${url}/readyz`)).ok, 60_000);
  const startMs = performance.now() - begun;
  const run = async (...args: string[]) => {
    const { stdout } = await execute(process.execPath, [PROGRAM, ...args], { env });
    return stdout.trim();
  };
  if (!known) await run("user", "add", "bench@example.com", "--plan", "pro");
  const key = known ?? (await run("key", "create", "bench@example.com", "--name", "bench"));

  return {
    url,
    dataDir,
    key,
    child,
    startMs,
    api: (path, { method = "GET", json } = {}) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function createCodes(
  server: BenchServer,
  count: number,
): Promise<{ id: string; shareToken: string }[]> {
  const codes: { id: string; shareToken: string }[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await server.api("/qrcodes", {
      method: "POST",
      json: { name: `Code ${i}`, content: `https://example.com/landing/${i}` },
    });
    if (answer.status !== 201) throw new Error(`creating a code gave ${answer.status}`);
    codes.push((await answer.json()) as { id: string; shareToken: string });
  }
  return codes;
}

/** All scans the API knows of, over every code. */
export async function countScans(server: BenchServer): Promise<number> {
  let sum = 0;
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/qrcodes?limit=500${cursor ? `&cursor=${cursor}` : ""}`;
    const page = (await (await server.api(path)).json()) as {
      data: { scanCount: number }[];
      nextCursor: string | null;
    };
    for (const code of page.data) sum += code.scanCount;
    cursor = page.nextCursor;
  }
  return sum;
}

export async function until(condition: () => Promise<boolean>, ms: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await condition().catch(() => false)) return performance.now() - begun;
    await sleep(20);
  }
  throw new Error(`not so within ${ms} ms`);
}
