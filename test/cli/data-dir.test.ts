/** One process owns a DATA_DIR, and only its user may read it. */

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { command } from "../support/command.ts";
import { until } from "../support/eventually.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { type Serving, serve, tessera } from "./support.ts";

// Windows has no such modes.
const HAS_MODES = process.platform !== "win32";
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (dir: string) => Object.fromEntries(readdirSync(dir).map((name) => [name, modeOf(join(dir, name))]));

// The folder and its lock do not depend on the engine, so one is enough; the tests share one folder.
describe("a DATA_DIR", () => {
  const dataDir = join(freshDir(), "new", "data");
  const env = { DATA_DIR: dataDir };
  let server: Serving;
  before(async () => {
    server = await serve({ env });
  });
  after(() => server.child.kill("SIGKILL"));

  where(HAS_MODES, it)("is readable by its owner only, with all its files and backups", async () => {
    const backup = join(freshDir(), "backup.db");
    assert.equal((await command(["backup", backup], { env })).code, 0);
    assert.equal(modeOf(dataDir), "700");
    const modes = modesIn(dataDir);
    assert.ok(Object.keys(modes).length >= 6, JSON.stringify(modes));
    assert.deepEqual(new Set(Object.values(modes)), new Set(["600"]), JSON.stringify(modes));
    assert.equal(modeOf(backup), "600");
    assert.doesNotMatch(server.logged(), /could read/);
  });

  it("is never copied partially: a failed backup is removed", async () => {
    const dir = freshDir();
    const backup = join(dir, "backup.db");
    // The file seems to be missing, and cannot be created.
    symlinkSync(join(dir, "none", "there.db"), backup);
    const { code, stderr } = await command(["backup", backup], { env });
    assert.equal(code, 1);
    assert.notEqual(stderr, "");
    assert.deepEqual(readdirSync(dir), ["backup.db"]);
    rmSync(backup);
    assert.equal((await command(["backup", backup], { env })).code, 0);
    assert.deepEqual(readdirSync(dir).sort(), ["backup.db", "backup.db.journal"]);
    // The name of its journal exceeds the maximum length.
    const long = join(freshDir(), "b".repeat(250));
    assert.equal((await command(["backup", long], { env })).code, 1);
    assert.deepEqual(readdirSync(dirname(long)), []);
  });

  it("is copied to a name by one of two concurrent backups: one is complete, the other is refused", async () => {
    const dataDir = freshDir();
    const options = { env: { DATA_DIR: dataDir } };
    assert.equal((await command(["user", "add", "you@example.com"], options)).code, 0);
    const journal = new DatabaseSync(join(dataDir, "journal.db"));
    // Until this ends, no backup gets further than its copy of the journal.
    journal.exec("CREATE TABLE lines (line text); BEGIN EXCLUSIVE");
    const backup = join(freshDir(), "backup.db");
    const first = tessera(["backup", backup], options);
    await until(() => existsSync(backup));
    const refused = await command(["backup", backup], options);
    journal.exec("ROLLBACK");
    journal.close();
    const stderr = `tessera: ${backup} already exists; use a new file.\n`;
    assert.deepEqual(refused, { code: 1, stdout: "", stderr });
    const made = await first;
    assert.equal(made.stdout, `Copied to ${backup} and ${backup}.journal.\n`);
    const copy = freshDir();
    renameSync(backup, join(copy, "tessera.db"));
    renameSync(`${backup}.journal`, join(copy, "journal.db"));
    const checked = await command(["check"], { env: { DATA_DIR: copy } });
    assert.equal(checked.code, 0, checked.stderr);
  });

  it("is refused to a second server and to settle, not to other commands, and is free after kill -9", async () => {
    const owner = `process ${server.child.pid} (port ${new URL(server.url).port})`;
    const refusal = `tessera: The folder ${dataDir} is in use by ${owner}; stop that one first, or use another DATA_DIR.\n`;
    const second = await tessera(["serve"], { env: { ...env, PORT: "1" } });
    assert.deepEqual(second, { code: 1, stdout: "", stderr: refusal });
    const settle = await command(["settle", dataDir], { env });
    assert.deepEqual(settle, { code: 1, stdout: "", stderr: refusal });
    for (const args of [["user", "add", "you@example.com"], ["check"]]) {
      const { code, stderr } = await command(args, { env });
      assert.equal(code, 0, stderr);
    }
    server.child.kill("SIGKILL");
    await server.ended;
    assert.equal((await command(["settle", dataDir], { env })).code, 0);
  });

  it("is locked again after that, and made private if an earlier version left it open, with one log line", async () => {
    const files = ["tessera.db", "journal.db"].map((name) => join(dataDir, name));
    if (HAS_MODES) chmodSync(dataDir, 0o755);
    if (HAS_MODES) for (const file of files) chmodSync(file, 0o644);
    server = await serve({ env });
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    if (!HAS_MODES) return;
    assert.equal(modeOf(dataDir), "700");
    assert.deepEqual(new Set(Object.values(modesIn(dataDir))), new Set(["600"]));
    const told = server
      .logged()
      .split("\n")
      .filter((line) => line.includes("other users could read"));
    assert.equal(told.length, 1);
    assert.deepEqual(JSON.parse(told[0]!).changed.sort(), [dataDir, ...files].sort());
  });

  it("is awaited while the previous server stops, and stays readable if it contains other folders, as /tmp does", async () => {
    const before = server;
    before.child.kill("SIGTERM");
    mkdirSync(join(dataDir, "somebody-else"));
    if (HAS_MODES) chmodSync(dataDir, 0o755);
    server = await serve({ env });
    assert.equal((await before.ended).code, 0);
    assert.equal((await server.interrupt()).code, 0);
    if (!HAS_MODES) return;
    assert.equal(modeOf(dataDir), "755");
    assert.equal(modeOf(join(dataDir, "tessera.db")), "600");
    assert.match(server.logged(), /"left":\["[^"]* \(it contains other folders too\)"\]/);
  });
});
