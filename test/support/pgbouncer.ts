/** A real PgBouncer in transaction mode in front of a test's PostgreSQL. */
import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { until } from "../../bench/support/server.ts";
import { freePort } from "./free-port.ts";
import { missing } from "./tools.ts";

/** Debian installs it in a folder that is not on every PATH. */
const PROGRAM = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "pgbouncer"))
  .find((path) => existsSync(path));

/** For a test's `skip`: false, or why the test cannot run. */
export const PGBOUNCER_MISSING = PROGRAM === undefined && missing("pgbouncer");

/** PgBouncer refuses to run as root. */
const USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export async function startPgBouncer(databasePort: number) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  const port = await freePort();
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${databasePort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = extra_float_digits,options
`,
  );
  if (USER.uid) for (const path of [folder, file]) chownSync(path, USER.uid, USER.gid);
  const child = spawn(PROGRAM!, ["-q", file], { ...USER, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.once("exit", () => child.kill("SIGKILL"));
  await until(() => reachable(port), 30_000);
  return {
    port,
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
