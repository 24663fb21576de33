/** The service as people start it, told to stop: it ends in order, and nothing of it is left behind. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { olderNode } from "../cli/support.ts";
import { freePort } from "../support/postgres-server.ts";
import { freshDir } from "../support/stores.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STOP_WITHIN_MS = 30_000;
const groups: number[] = [];

/** Whether any process of the group lives; it was given a group of its own. */
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

interface Started {
  child: ChildProcess;
  url: string;
  logged(): string;
}

async function start(command: string, args: readonly string[]): Promise<Started> {
  const port = await freePort();
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATA_DIR: freshDir(), HOST: "127.0.0.1", PORT: String(port) },
  });
  groups.push(child.pid!);
  let said = "";
  let logged = "";
  child.stderr!.on("data", (chunk) => {
    said += chunk;
  });
  child.stdout!.on("data", (chunk) => {
    logged += chunk;
  });
  while (!said.includes("is ready at")) {
    assert.equal(child.exitCode, null, said + logged);
    await sleep(50);
  }
  return { child, url: `http://127.0.0.1:${port}`, logged: () => logged };
}

/** Polls until nothing of it lives; the bound is there to end a test that would wait for ever. */
async function assertEnded({ child, url, logged }: Started): Promise<void> {
  for (const end = performance.now() + STOP_WITHIN_MS; lives(child.pid!); await sleep(50)) {
    assert.ok(performance.now() < end, `it lives on:\n${logged()}`);
  }
  await assert.rejects(fetch(`${url}/healthz`), "the port is free");
  assert.match(logged(), /"msg":"stopped"/, "it ended in order");
}

const windows = process.platform === "win32";
const older = olderNode();
const ways: [string, string, string[], string | false][] = [
  ["npm start", "npm", ["start"], false],
  ["npx tessera serve", "npx", ["--no-install", "tessera", "serve"], false],
  ["the launcher", process.execPath, ["bin/tessera.js", "serve"], false],
  [
    "the launcher under an older Node",
    older ?? "",
    ["bin/tessera.js", "serve"],
    older ? false : "THERE IS NO NODE OLDER THAN 26 HERE",
  ],
];

describe("Told to stop", { skip: windows && "WINDOWS HAS NO SIGNALS" }, () => {
  for (const [name, command, args, skip] of ways) {
    it(`${name} ends by SIGTERM to itself alone`, { skip }, async () => {
      const started = await start(command, args);
      started.child.kill("SIGTERM");
      await assertEnded(started);
    });

    it(`${name} ends by Ctrl-C, which all of it gets`, { skip }, async () => {
      const started = await start(command, args);
      process.kill(-started.child.pid!, "SIGINT");
      await assertEnded(started);
    });
  }

  it("the service ends when its launcher is killed", { skip: ways.at(-1)![3] }, async () => {
    const started = await start(older!, ["bin/tessera.js", "serve"]);
    const killed = once(started.child, "exit");
    started.child.kill("SIGKILL");
    await killed;
    await assertEnded(started);
  });
});
