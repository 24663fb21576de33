/** The service as people start it, and stopped: it exits cleanly, and no process is left. */

import assert from "node:assert/strict";
import type { SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { olderNode } from "../cli/support.ts";
import { freePort } from "../support/free-port.ts";
import { type Launched, launch } from "../support/process.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STOP_WITHIN_MS = 300_000;
const groups: number[] = [];

/** Whether any process of its group is alive. */
function lives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

after(() => {
  for (const group of groups.filter(lives)) process.kill(-group, "SIGKILL");
});

interface Started extends Launched {
  url: string;
}

/** Starts it, and waits until it is ready or, with `held`, until Node has begun to start. */
async function start(command: string, args: readonly string[], held?: Held): Promise<Started> {
  const port = await freePort();
  const settings = { DATA_DIR: freshDir(), HOST: "127.0.0.1", PORT: String(port), ...held?.env };
  const env = { ...process.env, ...settings };
  const stdio: SpawnOptions["stdio"] = ["ignore", "pipe", "pipe"];
  const launched = launch(command, args, { cwd: ROOT, detached: true, stdio, env });
  const { child, said } = launched;
  groups.push(child.pid!);
  while (held ? !existsSync(held.mark) : !said.stderr.includes("is ready at")) {
    assert.equal(child.exitCode, null, said.stderr + said.stdout);
    await sleep(50);
  }
  return { ...launched, url: `http://127.0.0.1:${port}` };
}

interface Held {
  mark: string;
  env: Record<string, string>;
}

/** Holds the service's Node at its very beginning until its parent has exited. */
function holdUntilOrphaned(): Held {
  const folder = freshDir();
  const mark = join(folder, "mark");
  const file = join(folder, "hold.cjs");
  writeFileSync(
    file,
    `const parent = process.ppid;
     const service = process.argv[1]?.endsWith("tessera.js") && parseInt(process.versions.node) >= 26;
     if (service) require("node:fs").writeFileSync(${JSON.stringify(mark)}, "");
     const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
     for (let i = 0; service && process.ppid === parent && i < 600; i++) wait();`,
  );
  return { mark, env: { NODE_OPTIONS: `--require ${file}` } };
}

/** Polls until no process is left; the bound ends a test that would wait for ever. */
async function assertGone({ child, url, said }: Started): Promise<void> {
  for (const end = performance.now() + STOP_WITHIN_MS; lives(child.pid!); await sleep(50)) {
    assert.ok(performance.now() < end, `it is still running:\n${said.stdout}`);
  }
  await assert.rejects(fetch(`${url}/healthz`), "the port is free");
}

async function assertEnded(started: Started): Promise<void> {
  await assertGone(started);
  assert.match(started.said.stdout, /"msg":"stopped"/, "it exited cleanly");
}

const older = olderNode();
// The launcher under this Node is the service itself, which test/cli stops with both signals.
const ways: [name: string, command: string, args: string[]][] = [["npm start", "npm", ["start"]]];
if (older) ways.push(["the launcher under an older Node", older, ["bin/tessera.js", "serve"]]);

// Windows has no signals.
where(process.platform !== "win32", describe)("When stopped", () => {
  for (const [name, command, args] of ways) {
    it(`${name} exits on SIGTERM to itself only`, async () => {
      const started = await start(command, args);
      started.child.kill("SIGTERM");
      await assertEnded(started);
    });

    it(`${name} exits on Ctrl-C, which reaches the whole group`, async () => {
      const started = await start(command, args);
      process.kill(-started.child.pid!, "SIGINT");
      await assertEnded(started);
    });
  }

  it("the service exits cleanly on SIGHUP, as when its terminal is closed", async () => {
    const started = await start(process.execPath, ["bin/tessera.js", "serve"]);
    started.child.kill("SIGHUP");
    await assertEnded(started);
    assert.equal(started.child.exitCode, 0);
  });

  it("npm start exits on a SIGTERM that arrives while Node is starting", async () => {
    const started = await start("npm", ["start"], holdUntilOrphaned());
    started.child.kill("SIGTERM");
    await assertGone(started);
    assert.doesNotMatch(started.said.stderr, /is ready at/);
  });

  if (older) {
    it("the service exits when its launcher is killed", async () => {
      const started = await start(older, ["bin/tessera.js", "serve"]);
      const killed = once(started.child, "exit");
      started.child.kill("SIGKILL");
      await killed;
      await assertEnded(started);
    });

    it("the service exits when its launcher is killed while Node is starting", async () => {
      const started = await start(older, ["bin/tessera.js", "serve"], holdUntilOrphaned());
      started.child.kill("SIGKILL");
      await assertGone(started);
      assert.doesNotMatch(started.said.stderr, /is ready at/);
    });
  }
});
