/** The tessera command as people run it: a process of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../src/config.ts";
import { freePort } from "../support/postgres-server.ts";
import { freshDir } from "../support/stores.ts";

const BIN = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Environment;
  input?: string;
  /** Another Node than this one. */
  node?: string | undefined;
  /** Another launcher than the checkout's. */
  bin?: string;
  cwd?: string;
}

/** Nothing of the caller's settings, and a folder without a .env file. */
export function start(
  args: readonly string[],
  { env, node, cwd, bin = BIN }: RunOptions = {},
): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(node ?? process.execPath, [bin, ...args], {
    cwd: cwd ?? freshDir(),
    env: { PATH, HOME, ...env } as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
    // A group of its own, so that a test can do what Ctrl-C in a terminal does.
    detached: true,
  });
}

/** Collects what a process says, and gives it when it ends. */
export async function outcome(child: ChildProcess): Promise<Outcome> {
  const said = { stdout: "", stderr: "" };
  child.stdout!.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code] = await once(child, "close");
  clearTimeout(late);
  return { code, ...said };
}

export function tessera(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = start(args, options);
  // One that ends without reading is judged by what it says and its exit code.
  child.stdin!.on("error", () => {});
  child.stdin!.end(options.input ?? "");
  return outcome(child);
}

export interface Serving {
  child: ChildProcess;
  url: string;
  /** What it has said to a person up to now, on standard error. */
  said(): string;
  /** What it has logged up to now, on standard output. */
  logged(): string;
  ended: Promise<Outcome>;
  /** Ends it as Ctrl-C in a terminal does: the whole group at once. */
  interrupt(): Promise<Outcome>;
}

export async function serve(options: RunOptions = {}): Promise<Serving> {
  const port = await freePort();
  const env = { PORT: String(port), HOST: "127.0.0.1", ...options.env };
  const child = start(["serve"], { ...options, env });
  let said = "";
  let logged = "";
  child.stderr!.on("data", (chunk) => {
    said += chunk;
  });
  child.stdout!.on("data", (chunk) => {
    logged += chunk;
  });
  const ended = outcome(child);
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; !said.includes("is ready"); i++) {
    if (child.exitCode !== null || i > 600) {
      child.kill("SIGKILL");
      throw new Error(`serve did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const interrupt = () => {
    process.kill(-child.pid!, "SIGINT");
    return ended;
  };
  return { child, url, said: () => said, logged: () => logged, ended, interrupt };
}

/** A Node older than the one Tessera runs on, where the machine has one. */
export function olderNode(): string | undefined {
  for (const path of ["/usr/bin/node", "/usr/local/bin/node"]) {
    try {
      const major = Number(execFileSync(path, ["-p", "process.versions.node.split('.')[0]"]));
      if (major < 26) return path;
    } catch {
      // Not there: the next one.
    }
  }
  return undefined;
}
