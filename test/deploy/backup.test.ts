import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createCodes, startServer } from "../../bench/support/server.ts";
import { freshDir } from "../support/stores.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

/** The lines of docs/operations.md, in its order. */
describe("backup and restore on SQLite", () => {
  const root = freshDir();
  const [data, old, copy] = ["data", "data.old", "copy.db"].map((name) => join(root, name));
  const tessera = (...args: string[]) =>
    execFileSync(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: data },
      encoding: "utf8",
    });

  it("bring back what was there when the backup was made, while the service ran", async () => {
    const server = await startServer({ DATA_DIR: data! });
    const [code] = await createCodes(server, 1);
    const scan = () => fetch(`${server.url}/r/${code!.shareToken}`, { redirect: "manual" });
    const scanCount = async (from: typeof server) => {
      const answer = await from.api(`/qrcodes/${code!.id}`);
      return ((await answer.json()) as { scanCount: number }).scanCount;
    };
    for (let i = 0; i < 5; i++) await scan();
    assert.equal(await scanCount(server), 5);
    tessera("backup", copy!);
    for (let i = 0; i < 3; i++) await scan();
    assert.equal(await scanCount(server), 8);
    await server.stop();

    renameSync(data!, old!);
    mkdirSync(data!);
    cpSync(copy!, join(data!, "tessera.db"));
    assert.match(tessera("check"), /agree/);
    assert.match(tessera("settle", old!), /the journal is empty/);
    const restored = await startServer({ DATA_DIR: data! }, server.key);
    assert.equal(await scanCount(restored), 5);
    await restored.stop();
  });
});
