/** One process owns a DATA_DIR, and only its owner reads what is in it. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { openJournal } from "../../src/scans/journal.ts";
import { command } from "../support/command.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { serve, tessera } from "./support.ts";

onEachEngine("a DATA_DIR", (engine) => {
  it("is refused to a second server and to settle, not to other commands, and is free after kill -9", async () => {
    const { dataDir, databaseUrl } = await engine.place();
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const first = await serve({ env });
    const { pid } = first.child;
    const owner = `process ${pid} (port ${new URL(first.url).port})`;
    const refusal = `tessera: The folder ${dataDir} belongs to ${owner}, which still runs; stop that one first, or name another DATA_DIR.\n`;
    for (const args of [["serve"], ["settle", dataDir]]) {
      const { code, stdout, stderr } = await tessera(args, { env: { ...env, PORT: "1" } });
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: refusal });
    }
    for (const args of [["user", "add", "you@example.com"], ["check"]]) {
      const { code, stderr } = await command(args, { env });
      assert.equal(code, 0, stderr);
    }
    first.child.kill("SIGKILL");
    await first.ended;
    assert.equal((await command(["settle", dataDir], { env })).code, 0);
    const second = await serve({ env });
    assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
    assert.equal((await second.interrupt()).code, 0);
  });

  it("is waited for while the server before is stopping", async () => {
    const { dataDir, databaseUrl } = await engine.place();
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const first = await serve({ env });
    first.child.kill("SIGTERM");
    const second = await serve({ env });
    assert.equal((await first.ended).code, 0);
    assert.equal((await second.interrupt()).code, 0);
  });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (dir: string) =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, modeOf(join(dir, name))]));

// Windows has no such modes.
where(process.platform !== "win32", describe)("the files of a node", () => {
  it("are their owner's alone, backups too", async () => {
    const dataDir = join(freshDir(), "new", "data");
    const env = { DATA_DIR: dataDir };
    const server = await serve({ env });
    const backup = join(freshDir(), "backup.db");
    assert.equal((await command(["backup", backup], { env })).code, 0);
    assert.equal(modeOf(dataDir), "700");
    const modes = modesIn(dataDir);
    assert.ok(Object.keys(modes).length >= 6, JSON.stringify(modes));
    assert.deepEqual(new Set(Object.values(modes)), new Set(["600"]), JSON.stringify(modes));
    assert.equal(modeOf(backup), "600");
    assert.doesNotMatch(server.logged(), /could read/);
    await server.interrupt();
  });

  it("are closed to others when an earlier version left them open, with one line", async () => {
    const dataDir = freshDir();
    const env = { DATA_DIR: dataDir };
    assert.equal((await command(["user", "add", "a@example.com"], { env })).code, 0);
    await (await openJournal({ dataDir })).close();
    chmodSync(dataDir, 0o755);
    for (const name of ["tessera.db", "journal.db"]) chmodSync(join(dataDir, name), 0o644);
    const server = await serve({ env });
    await server.interrupt();
    assert.equal(modeOf(dataDir), "700");
    assert.deepEqual(new Set(Object.values(modesIn(dataDir))), new Set(["600"]));
    const lines = server.logged().split("\n");
    const told = lines.filter((line) => line.includes("others could read"));
    assert.equal(told.length, 1);
    assert.deepEqual(
      JSON.parse(told[0]!).changed.sort(),
      [dataDir, join(dataDir, "journal.db"), join(dataDir, "tessera.db")].sort(),
    );
  });

  it("are closed alone in a folder that holds other folders, such as /tmp", async () => {
    const dataDir = freshDir();
    mkdirSync(join(dataDir, "somebody-else"));
    chmodSync(dataDir, 0o755);
    const server = await serve({ env: { DATA_DIR: dataDir } });
    await server.interrupt();
    assert.equal(modeOf(dataDir), "755");
    assert.equal(modeOf(join(dataDir, "tessera.db")), "600");
    assert.match(server.logged(), /"left":\["[^"]* \(it holds other folders too\)"\]/);
  });
});
