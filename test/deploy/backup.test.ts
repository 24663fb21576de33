import assert from "node:assert/strict";
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { command } from "../support/command.ts";
import { createCodes, startService } from "../support/service.ts";
import { freshDir } from "../support/stores.ts";

/** The lines of docs/operations.md, in its order. */
describe("backup and restore on SQLite", () => {
  const root = freshDir();
  const [data, old, copy] = ["data", "data.old", "copy.db"].map((name) => join(root, name));
  const tessera = async (...args: string[]) => {
    const { code, stdout, stderr } = await command(args, { env: { DATA_DIR: data } });
    assert.equal(code, 0, stderr);
    return stdout;
  };

  it("bring back what was there when the backup was made, while the service ran", async () => {
    const server = await startService({ settings: { DATA_DIR: data } });
    const [code] = await createCodes(server, 1);
    const scan = () => fetch(`${server.url}/r/${code!.shareToken}`, { redirect: "manual" });
    const scanCount = async (from: typeof server) =>
      ((await from.api(`/qrcodes/${code!.id}`)) as { scanCount: number }).scanCount;
    for (let i = 0; i < 5; i++) await scan();
    assert.equal(await scanCount(server), 5);
    await tessera("backup", copy!);
    for (let i = 0; i < 3; i++) await scan();
    assert.equal(await scanCount(server), 8);
    await server.stop();

    renameSync(data!, old!);
    mkdirSync(data!);
    cpSync(copy!, join(data!, "tessera.db"));
    assert.match(await tessera("check"), /agree/);
    assert.match(await tessera("settle", old!), /the journal is empty/);
    const restored = await startService({ settings: { DATA_DIR: data }, key: server.key });
    assert.equal(await scanCount(restored), 5);
    await restored.stop();
  });
});
