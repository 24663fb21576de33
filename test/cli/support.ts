/** The tessera command as people run it: in its own process. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync } from "node:child_process";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../src/config.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { isRunning, type Launched, launch, type Outcome, PROGRAM } from "../support/process.ts";
import { freshDir } from "../support/stores.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));
const running = new Set<Launched>();
// A process left by a failed test would keep this one from exiting.
after(() => {
  for (const { child } of running) child.kill("SIGKILL");
});

export interface RunOptions {
  env?: Environment;
  input?: string;
  /** Another Node that starts the launcher. */
  node?: string | undefined;
  /** Another launcher than the checkout's. */
  bin?: string;
  cwd?: string;
}

/** None of the caller's environment, and a folder without a .env file. */
function start(
  args: readonly string[],
  { env, node, cwd, bin = node ? LAUNCHER : PROGRAM }: RunOptions = {},
): Launched {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const launched = launch(node ?? process.execPath, [bin, ...args], {
    cwd: cwd ?? freshDir(),
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } as NodeJS.ProcessEnv,
    // Its own process group, so that a test can do what Ctrl-C in a terminal does.
    detached: true,
  });
  running.add(launched);
  void launched.ended.then(() => running.delete(launched));
  return launched;
}

export async function tessera(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { child, ended } = start(args, options);
  // A command may exit without reading; its output and exit code are what counts.
  child.stdin!.on("error", () => {});
  child.stdin!.end(options.input ?? "");
  const late = setTimeout(() => child.kill("SIGKILL"), 300_000);
  const outcome = await ended;
  clearTimeout(late);
  return outcome;
}

export interface Serving {
  child: ChildProcess;
  url: string;
  /** Its output for people so far, on standard error. */
  said(): string;
  /** Its log so far, on standard output. */
  logged(): string;
  ended: Promise<Outcome>;
  /** Ends it as Ctrl-C in a terminal does: the whole group at once. */
  interrupt(): Promise<Outcome>;
}

export async function serve(options: RunOptions = {}): Promise<Serving> {
  const port = await freePort();
  const env = { PORT: String(port), HOST: "127.0.0.1", ...options.env };
  const launched = start(["serve"], { ...options, env });
  const { child, said, ended } = launched;
  await eventually(() => {
    if (isRunning(launched)) assert.match(said.stderr, /is ready/);
  }).catch(() => child.kill("SIGKILL"));
  assert.ok(isRunning(launched), `serve did not start: ${said.stderr}`);
  const interrupt = () => {
    process.kill(-child.pid!, "SIGINT");
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  return { child, url, said: () => said.stderr, logged: () => said.stdout, ended, interrupt };
}

/** An older Node than Tessera requires, if the machine has one. */
export function olderNode(): string | undefined {
  for (const path of ["/usr/bin/node", "/usr/local/bin/node"]) {
    try {
      const major = Number(execFileSync(path, ["-p", "process.versions.node.split('.')[0]"]));
      if (major < 26) return path;
    } catch {
      // Not installed: try the next one.
    }
  }
  return undefined;
}
