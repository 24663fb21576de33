/** The limits of exports that people make themselves. */
import assert from "node:assert/strict";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { it } from "node:test";
import { exportTo } from "../../src/bundle/export.ts";
import { zipBundle } from "../../src/bundle/files.ts";
import { createOwnExports } from "../../src/bundle/own-exports.ts";
import { writeRecords } from "../../src/bundle/write-records.ts";
import { codeFilesOf } from "../../src/services.ts";
import { actAs } from "../../src/shared/audit.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { notFound, TooBusy } from "../../src/shared/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace, freshCode, WORKSPACE } from "../store/support.ts";
import { eventually, until } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { freshDir, onSqlite } from "../support/stores.ts";

const NOW = Date.UTC(2026, 9, 15, 12);
const person = (id: string) => ({ id, name: id });

onSqlite("Own exports", (engine) => {
  const baseUrl = "https://codes.example";
  const shareBase = () => baseUrl;
  const { files } = codeFilesOf(shareBase, async () => null);

  function open(
    store: Pick<Store, "placements" | "snapshot">,
    bounds: Parameters<typeof createOwnExports>[1] = {},
    dataDir = freshDir(),
    taken: string[] = [],
  ) {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const clock = createSystemClock();
    const audit = {
      add: async ({ workspaceId }: { workspaceId: string }) => void taken.push(workspaceId),
      page: async () => [],
    };
    const parts = {
      store: { ...store, audit },
      clock,
      dataDir,
      files,
      baseUrl: () => baseUrl,
      shareBase,
      scansSettled: async () => {},
      onError,
    };
    return { exports: createOwnExports(parts, bounds), dataDir, errors };
  }
  /** A store whose snapshots wait until they are released. */
  function heldStore(store: Store) {
    const gate = Promise.withResolvers<void>();
    let open = 0;
    const snapshot: Store["snapshot"] = async (work) => {
      open += 1;
      await gate.promise;
      return store.snapshot(work).finally(() => {
        open -= 1;
      });
    };
    return { store: { ...store, snapshot }, open: () => open, letGo: gate.resolve };
  }

  it("are not given to somebody who lost the right while they waited, nor is there an entry", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const held = heldStore(store);
    const taken: string[] = [];
    const { exports } = open(held.store, {}, freshDir(), taken);
    let isMember = true;
    const confirm = async () => {
      if (!isMember) throw notFound();
    };
    const waiting = actAs({ actor: undefined, agent: null, confirm }, () => exports.take(person(WORKSPACE)));
    const refusal = assert.rejects(waiting, notFound());
    await eventually(() => assert.equal(held.open(), 1));
    isMember = false;
    held.letGo();
    await refusal;
    assert.deepEqual(taken, []);
    const { stream } = await exports.take(person(WORKSPACE));
    stream.destroy();
    assert.deepEqual(taken, [WORKSPACE]);
  });

  it("release the snapshot before a byte is downloaded, and limit downloads per workspace", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const held = heldStore(store);
    held.letGo();
    const { exports } = open(held.store);
    const taken = await exports.take(person(WORKSPACE));
    assert.equal(held.open(), 0);
    assert.equal(exports.state(WORKSPACE).isReady, true);
    const second = await exports.take(person(WORKSPACE));
    await exports.take(person(WORKSPACE));
    await assert.rejects(exports.take(person(WORKSPACE)), /being downloaded several times/);
    const others = await exports.take(person("other"));
    assert.ok(others.size > 0);
    second.stream.destroy();
    await eventually(async () => void (await exports.take(person(WORKSPACE))));
    // Unread until now, and still complete: removing the file does not end a download.
    second.end(true);
    assert.equal(exports.state(WORKSPACE).isReady, false);
    let bytes = 0;
    for await (const piece of taken.stream) bytes += (piece as Buffer).length;
    assert.equal(bytes, taken.size);
    await exports.stop(1000);
  });

  it("are complete without a logo that cannot be drawn, and say so", async () => {
    const store = await engine.fresh();
    const code = { ...newCode(WORKSPACE, NOW), type: "phone" as const, content: "+49301234567" };
    await addWorkspace(store);
    await store.codes.create(code);
    const bytes = new Uint8Array(1);
    const logo = { id: code.id, workspaceId: WORKSPACE, hash: "", bytes, width: 1, height: 1, createdAt: NOW };
    await store.logos.create(logo, 10);
    await store.brands.set(
      WORKSPACE,
      { name: "Mosaic Café", color: null, logoId: code.id, website: null, afterwards: null, showFooter: true },
      1,
    );
    const dir = join(freshDir(), "bundle");
    const failing = codeFilesOf(shareBase, () => Promise.reject(new Error("It is gone.")));
    const { undrawn } = await exportTo(dir, {
      store,
      files: failing.files,
      baseUrl,
      shareBase,
      basePath: "",
      now: NOW,
    });
    assert.deepEqual(undrawn, [`logo of "${WORKSPACE}": It is gone.`]);
    assert.match(readFileSync(join(dir, `site/p/${code.token}.html`), "utf8"), /Mosaic Café/);
  });

  it("can be downloaded three times at once by one person, even with concurrent requests", async () => {
    const store = await engine.fresh();
    const { exports } = open(store);
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => exports.take(person(WORKSPACE))));
    const taken = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.equal(taken.length, 3);
    // The next export is another file; the previous one stays on disk while it is being read.
    taken[0]!.end(true);
    await assert.rejects(exports.take(person(WORKSPACE)), /being downloaded several times/);
    taken[0]!.stream.destroy();
    await eventually(async () => void (await exports.take(person(WORKSPACE))));
    await exports.stop(1000);
  });

  it("are complete if the snapshot had to be read twice", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const options = { files, baseUrl, shareBase, basePath: "", now: NOW };
    const twice: Store["snapshot"] = async (work) => {
      await store.snapshot(work);
      return store.snapshot(work);
    };
    const [once, again] = [join(freshDir(), "once"), join(freshDir(), "again")];
    await exportTo(once, { ...options, store });
    await exportTo(again, { ...options, store: { ...store, snapshot: twice } });
    const sums = (dir: string) => readFileSync(join(dir, "SHA256SUMS"), "utf8");
    assert.equal(sums(again), sums(once));
  });

  it("stop when cancelled, at any step", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const signal = AbortSignal.abort(new Error("over"));
    const dir = freshDir();
    const spooling = store.snapshot((reader) =>
      writeRecords({ reader, dir, workspaceId: undefined, shareBase, signal, progress: () => {} }),
    );
    await assert.rejects(spooling, /over/);
    // A bundle without files: the ZIP fails before the first one is added.
    writeFileSync(join(dir, "SHA256SUMS"), "");
    await assert.rejects(zipBundle(dir, join(dir, "bundle.zip"), new Date(), signal), { name: "AbortError" });
  });

  it("are made two at a time, the others queue, and nobody's ready one is removed for another person's", async () => {
    const store = await engine.fresh();
    const held = heldStore(store);
    const { exports, dataDir } = open(held.store, { mostKept: 4 });
    for (const id of ["a", "b", "c", "d", "a"]) exports.start(person(id));
    await eventually(() => assert.equal(held.open(), 2));
    assert.throws(() => exports.start(person("e")), TooBusy);
    assert.equal(exports.state("d").progress, 0);
    held.letGo();
    await eventually(() => assert.ok(["a", "b", "c", "d"].every((id) => exports.state(id).isReady)));
    assert.equal(readdirSync(join(dataDir, "exports")).length, 4);
    assert.throws(() => exports.start(person("e")), /holds as many exports as it can/);
    (await exports.take(person("a"))).end(true);
    exports.start(person("e"));
    await eventually(() => assert.ok(["b", "c", "d", "e"].every((id) => exports.state(id).isReady)));
    await eventually(() => assert.equal(readdirSync(join(dataDir, "exports")).length, 4));
    await exports.stop(1000);
    assert.ok(!existsSync(join(dataDir, "exports")));
  });

  it("are two at most of a person with many workspaces, made one at a time", async () => {
    const store = await engine.fresh();
    const held = heldStore(store);
    const { exports } = open(held.store, { mostOfPerson: 3 });
    const start = (who: string, ...ids: string[]) => {
      for (const id of ids) actAs({ actor: undefined, agent: null, person: who }, () => exports.start(person(id)));
    };
    start("greedy", "g1", "g2");
    assert.throws(() => start("greedy", "g3"), /2 of your exports are already being created/);
    start("anna", "a");
    start("ben", "b");
    await eventually(() => assert.equal(held.open(), 2));
    held.letGo();
    await eventually(() => assert.ok(["g1", "g2", "a", "b"].every((id) => exports.state(id).isReady)));
    start("greedy", "g3", "g4");
    assert.deepEqual(
      ["g1", "g2", "a", "b"].map((id) => exports.state(id).isReady),
      [false, true, true, true],
      "their own oldest one goes",
    );
    await eventually(() => assert.ok(exports.state("g4").isReady));
    await exports.stop(1000);
  });

  it("never walk over their files on the event loop", async (test) => {
    const store = await engine.fresh();
    await freshCode(store);
    const { exports, dataDir } = open(store);
    const walks = ["rmSync", "readdirSync", "cpSync", "rmdirSync"] as const;
    for (const walk of walks) {
      test.mock.method(fs, walk, () => {
        throw new Error(`${walk} holds the event loop`);
      });
    }
    syncBuiltinESMExports();
    try {
      const taken = await exports.take(person(WORKSPACE));
      await assert.rejects(readdir(join(dataDir, "exports/1/bundle")), { code: "ENOENT" });
      taken.end(true);
      await eventually(() => assert.rejects(readdir(join(dataDir, "exports/1")), { code: "ENOENT" }));
      exports.start(person("other"));
      await exports.stop(1000);
      await assert.rejects(readdir(join(dataDir, "exports")), { code: "ENOENT" });
    } finally {
      test.mock.restoreAll();
      syncBuiltinESMExports();
    }
  });

  it("report a full disk, leave nothing there, and work again afterwards", async () => {
    const store = await engine.fresh();
    let isFull = true;
    const { exports, dataDir, errors } = open(store, { hasSpace: async () => !isFull });
    await assert.rejects(exports.take(person("a")), /not enough disk space on the server/);
    assert.match(exports.state("a").problem!, /not enough disk space/);
    assert.match(String(errors[0]), /not enough free disk space in DATA_DIR/);
    assert.deepEqual(readdirSync(join(dataDir, "exports")), []);
    const snapshot = () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" }));
    await assert.rejects(open({ ...store, snapshot }).exports.take(person("a")), /not enough disk space on the server/);
    isFull = false;
    assert.ok((await exports.take(person("a"))).size > 0);
  });

  it("are made again for a download that begins while another ends and removes the file", async () => {
    const store = await engine.fresh();
    const { exports, dataDir } = open(store);
    const first = await exports.take(person(WORKSPACE));
    const confirm = async () => {
      if (!exports.state(WORKSPACE).isReady) return;
      first.end(true);
      await until(() => !existsSync(join(dataDir, "exports/1")));
    };
    const again = await actAs({ actor: undefined, agent: null, confirm }, () => exports.take(person(WORKSPACE)));
    assert.ok(again.size > 0);
    await exports.stop(1000);
  });

  it("are no entry of the audit log if the file is gone", async () => {
    const taken: string[] = [];
    const store = await engine.fresh();
    const { exports, dataDir } = open(store, {}, freshDir(), taken);
    exports.start(person("a"));
    await until(() => exports.state("a").isReady);
    rmSync(join(dataDir, "exports/1/bundle.zip"));
    await assert.rejects(exports.take(person("a")), { code: "ENOENT" });
    assert.deepEqual(taken, []);
  });

  it("remove the remains of a crash when the service starts", async () => {
    const dataDir = freshDir();
    mkdirSync(join(dataDir, "exports/1"), { recursive: true });
    writeFileSync(join(dataDir, "exports/1/bundle.zip"), "half");
    open(await engine.fresh(), {}, dataDir);
    assert.ok(!existsSync(join(dataDir, "exports")));
  });
});
