/** Runs the commands of docs/operations.md in order on a complete PostgreSQL: the registry's has no pg_dump. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { command } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startLoad } from "../support/load.ts";
import { createCodes, startService } from "../support/service.ts";
import { freshDir } from "../support/stores.ts";
import { needs, postgresBin } from "../support/tools.ts";
import { allSettled } from "../support/verify.ts";

const WORKSPACE = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

describe("backup and restore on PostgreSQL", { skip: needs("postgres") }, () => {
  const root = freshDir();
  let server: ChildProcess;
  let url = "";
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(postgresBin!, program), args, { ...WORKSPACE, cwd: root, stdio: "pipe" });

  before(async () => {
    if (WORKSPACE.uid) chownSync(root, WORKSPACE.uid, WORKSPACE.gid);
    const port = await freePort();
    const data = join(root, "data");
    run("initdb", "-E", "UTF8", "--locale", "C.UTF-8", "-D", data, "-U", "postgres", "-A", "trust", "-N");
    const flags = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${root}`];
    const args = ["-D", data, ...flags.flatMap((flag) => ["-c", flag]), "-c", "fsync=off"];
    server = spawn(join(postgresBin!, "postgres"), args, { ...WORKSPACE, cwd: root, stdio: "ignore" });
    const address = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    await eventually(async () => {
      assert.equal(spawnSync(join(postgresBin!, "pg_isready"), ["-q", ...address]).status, 0);
    });
    run("createdb", ...address, "tessera");
    url = `postgres://postgres@127.0.0.1:${port}/tessera`;
  });
  after(async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill("SIGINT")) await ended;
  });

  it("restores what was settled when the copy was made, and the service continues with it", async (t) => {
    const settings = { DATABASE_URL: url, DATA_DIR: freshDir() };
    const service = await startService({ settings });
    // Otherwise a failure would be reported only after the time-out of all tests.
    t.after(() => service.kill());
    const codes = await createCodes(service, 2);
    const load = startLoad([service], codes, { connections: 4 });
    await load.acknowledges(100);
    const counted = async () => {
      const list = (await service.api("/qrcodes")) as { data: { scanCount: number }[] };
      return list.data.reduce((sum, { scanCount }) => sum + scanCount, 0);
    };
    await eventually(async () => assert.ok((await counted()) >= 100));
    const dump = join(root, "tessera.dump");
    run("pg_dump", "--format=custom", `--file=${dump}`, url);
    await load.acknowledges(50);
    await load.stop();
    await allSettled([service]);
    const all = await counted();
    assert.ok(all >= 150);
    await service.stop();

    const maintenance = `--maintenance-db=${url.replace(/tessera$/, "postgres")}`;
    run("dropdb", maintenance, "tessera");
    run("createdb", maintenance, "tessera");
    run("pg_restore", "--exit-on-error", `--dbname=${url}`, dump);
    const checked = await command(["check"], { env: settings });
    assert.equal(checked.code, 0, checked.stderr);
    // The journal names the same database, so the service starts with it.
    await service.start();
    await allSettled([service]);
    const restored = await counted();
    assert.ok(restored > 0 && restored < all, `${restored} of ${all}`);
    await fetch(`${service.url}/r/${codes[0]!.shareToken}`, { redirect: "manual" });
    // On a busy machine a read does not wait for the scan to be settled.
    await eventually(async () => assert.equal(await counted(), restored + 1));
    await service.stop();
  });
});
