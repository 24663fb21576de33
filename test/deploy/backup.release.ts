import assert from "node:assert/strict";
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { command } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { startLoad } from "../support/load.ts";
import { createCodes, type Service, startService } from "../support/service.ts";
import { freshDir } from "../support/stores.ts";
import { allSettled } from "../support/verify.ts";

/** Runs the commands of docs/operations.md in order. */
describe("backup and restore on SQLite", () => {
  const root = freshDir();
  const [data, old, copy] = ["data", "data.old", "copy.db"].map((name) => join(root, name));
  const tessera = async (...args: string[]) => {
    const { code, stdout, stderr } = await command(args, { env: { DATA_DIR: data } });
    assert.equal(code, 0, stderr);
    return stdout;
  };

  it("restore the state of the backup, made while the service ran", async () => {
    const server = await startService({ settings: { DATA_DIR: data } });
    const [code] = await createCodes(server, 1);
    const scan = () => fetch(`${server.url}/r/${code!.shareToken}`, { redirect: "manual" });
    // On a busy machine a read does not wait for the scans to be settled.
    const counts = (from: typeof server, expected: number) =>
      eventually(async () => {
        const { scanCount } = (await from.api(`/qrcodes/${code!.id}`)) as { scanCount: number };
        assert.equal(scanCount, expected);
      });
    for (let i = 0; i < 5; i++) await scan();
    await counts(server, 5);
    await tessera("backup", copy!);
    for (let i = 0; i < 3; i++) await scan();
    await counts(server, 8);
    await server.stop();

    renameSync(data!, old!);
    mkdirSync(data!);
    cpSync(copy!, join(data!, "tessera.db"));
    cpSync(`${copy}.journal`, join(data!, "journal.db"));
    assert.match(await tessera("check"), /match/);
    assert.match(await tessera("settle", old!), /the journal is empty/);
    const restored = await startService({ settings: { DATA_DIR: data }, key: server.key });
    await counts(restored, 5);
    await restored.stop();
  });

  it("under load: every scan acknowledged before the backup began is in it, and none twice", async () => {
    const dataDir = freshDir();
    const env = { DATA_DIR: dataDir };
    const server = await startService({ settings: env });
    const codes = await createCodes(server, 3);
    const load = startLoad([server], codes, { connections: 4, pauseMs: 5 });
    await load.acknowledges(200);
    const before = structuredClone(load.tally.acknowledged);
    const file = join(freshDir(), "copy.db");
    const made = await command(["backup", file], { env });
    assert.equal(made.code, 0, made.stderr);
    await load.acknowledges(50);
    const tally = await load.stop();
    await server.stop();

    const empty = freshDir();
    cpSync(file, join(empty, "tessera.db"));
    cpSync(`${file}.journal`, join(empty, "journal.db"));
    const checked = await command(["check"], { env: { DATA_DIR: empty } });
    assert.equal(checked.code, 0, checked.stderr);
    const restored = await startService({ settings: { DATA_DIR: empty }, key: server.key });
    await allSettled([restored]);
    let unknown = 0;
    for (const { id } of codes) {
      const found = await scanIds(restored, id);
      assert.deepEqual(
        before.get(id)!.filter((scan) => !found.has(scan)),
        [],
        "acknowledged before, but not in the copy",
      );
      const known = new Set(tally.acknowledged.get(id));
      unknown += [...found].filter((scan) => !known.has(scan)).length;
    }
    // A scan answered before it was on disk has no id for the client.
    assert.ok(unknown <= tally.unacknowledged, `${unknown} scans that nobody made`);
    await restored.stop();
  });
});

async function scanIds(server: Service, id: string): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor = "";
  while (true) {
    const page = (await server.api(`/qrcodes/${id}/scans?limit=500${cursor}`)) as {
      data: { id: string }[];
      nextCursor: string | null;
    };
    for (const scan of page.data) {
      assert.ok(!ids.has(scan.id), "a scan is in it twice");
      ids.add(scan.id);
    }
    if (page.nextCursor === null) return ids;
    cursor = `&cursor=${page.nextCursor}`;
  }
}
