import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import postgres, { type Sql } from "postgres";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir } from "../support/stores.ts";
import { needs, postgresBin } from "../support/tools.ts";

const SCRIPTS = fileURLToPath(new URL("../../deploy/postgres", import.meta.url));
const WORKSPACE = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const BIN = postgresBin;

describe("the scripts that set up a primary and its standby", { skip: needs("postgres") }, () => {
  const root = freshDir();
  const [pg1, pg2] = [join(root, "pg1"), join(root, "pg2")];
  const running: ChildProcess[] = [];
  const secrets = { TESSERA_DB_PASSWORD: "tes'sera", REPLICATION_PASSWORD: "repl'ica" };
  let primary: Sql;
  let standby: Sql;
  let ports: number[];

  const environment = (dataDir: string, port: number) => ({
    ...secrets,
    PATH: `${root}:${BIN}:${process.env.PATH}`,
    PGDATA: dataDir,
    PGHOST: root,
    PGPORT: String(port),
    POSTGRES_USER: "postgres",
    STANDBY_NAME: "pg2",
    PRIMARY_HOST: "127.0.0.1",
    PRIMARY_PORT: String(ports[0]),
  });
  const flags = (port: number, listen: string) =>
    [`port=${port}`, `listen_addresses=${listen}`, `unix_socket_directories=${root}`].flatMap((flag) => ["-c", flag]);
  function start(program: string, args: string[], dataDir: string, port: number): ChildProcess {
    const env = environment(dataDir, port);
    const child = spawn(program, args, { ...WORKSPACE, cwd: root, env, stdio: "ignore" });
    running.push(child);
    return child;
  }
  async function stop(child: ChildProcess, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill(signal)) await ended;
  }
  const connect = (port: number, user = "postgres") =>
    postgres({
      host: "127.0.0.1",
      port,
      user,
      database: "tessera",
      max: 1,
      onnotice: () => {},
      password: secrets.TESSERA_DB_PASSWORD,
    });

  before(async () => {
    if (WORKSPACE.uid) chownSync(root, WORKSPACE.uid, WORKSPACE.gid);
    ports = [await freePort(), await freePort()];
    // The image's entry point, as far as it concerns an existing folder.
    writeFileSync(join(root, "docker-entrypoint.sh"), '#!/bin/sh\nexec "$@"\n');
    chmodSync(join(root, "docker-entrypoint.sh"), 0o755);
    const initdb = ["-D", pg1, "-U", "postgres", "-A", "trust", "-N"];
    execFileSync(join(BIN!, "initdb"), initdb, { ...WORKSPACE, cwd: root, stdio: "ignore" });
    writeFileSync(
      join(pg1, "pg_hba.conf"),
      "local all all trust\nhost all postgres all trust\nhost all all all scram-sha-256\n",
    );

    // Like the image: a first start without network access, the script, the real start.
    const first = start(join(BIN!, "postgres"), flags(ports[0]!, ""), pg1, ports[0]!);
    const env = environment(pg1, ports[0]!);
    await eventually(async () => {
      const ready = spawnSync(join(BIN!, "pg_isready"), ["-q"], { env });
      assert.equal(ready.status, 0);
    });
    execFileSync(join(SCRIPTS, "primary.sh"), { env, stdio: ["ignore", "ignore", "inherit"] });
    await stop(first, "SIGINT");
    start(join(BIN!, "postgres"), flags(ports[0]!, "127.0.0.1"), pg1, ports[0]!);
    primary = connect(ports[0]!);
    await eventually(() => primary`SELECT 1`);
    start(join(SCRIPTS, "standby.sh"), flags(ports[1]!, "127.0.0.1"), pg2, ports[1]!);
    standby = connect(ports[1]!);
    await eventually(() => standby`SELECT 1`);
  });
  after(async () => {
    await primary.end({ timeout: 1 });
    await standby.end({ timeout: 1 });
    for (const child of running) await stop(child, "SIGQUIT");
  });

  it("give the service its own database and a password, and no other rights", async () => {
    const service = connect(ports[0]!, "tessera");
    const [role] = await service`SELECT rolsuper, rolreplication, rolcreaterole FROM pg_roles
      WHERE rolname = current_user`;
    assert.deepEqual({ ...role }, { rolsuper: false, rolreplication: false, rolcreaterole: false });
    await service`CREATE TABLE probe (n integer)`;
    await service.end();
  });

  it("make a synchronous standby", async () => {
    await eventually(async () => {
      const [row] = await primary`SELECT application_name, sync_state FROM pg_stat_replication`;
      assert.deepEqual({ ...row }, { application_name: "pg2", sync_state: "sync" });
    });
    await primary`INSERT INTO probe VALUES (1)`;
    await eventually(async () => assert.equal((await standby`SELECT n FROM probe`).length, 1));
  });

  it("leave a standby that accepts writes after promotion, without a standby of its own", async () => {
    await stop(running[1]!, "SIGQUIT");
    await standby`SELECT pg_promote(true)`;
    await standby`INSERT INTO probe VALUES (2)`;
    assert.equal((await standby`SELECT n FROM probe`).length, 2);
  });
});
