/** The bounds of exports that people make for themselves. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { codeFilesOf } from "../../src/app.ts";
import { zipBundle } from "../../src/bundle/files.ts";
import { createOwnExports } from "../../src/bundle/own-exports.ts";
import { spool } from "../../src/bundle/spool.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { TooBusy } from "../../src/shared/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, OWNER } from "../store/support.ts";
import { eventually } from "../support/eventually.ts";
import { freshDir, onSqlite } from "../support/stores.ts";

const person = (id: string) => ({ id, email: `${id}@example.com` });

onSqlite("Own exports", (engine) => {
  const baseUrl = "https://codes.example";
  const { files } = codeFilesOf(baseUrl, async () => null);

  function open(
    store: Pick<Store, "snapshot">,
    bounds: Parameters<typeof createOwnExports>[1] = {},
    dataDir = freshDir(),
  ) {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const clock = createSystemClock();
    const parts = { store, clock, dataDir, files, baseUrl, scansSettled: async () => {}, onError };
    return { exports: createOwnExports(parts, bounds), dataDir, errors };
  }
  /** A store whose snapshots wait until they are let go. */
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
    return { store: { snapshot }, open: () => open, letGo: gate.resolve };
  }

  it("let go of the snapshot before a byte is downloaded, and each other's downloads alone", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const held = heldStore(store);
    held.letGo();
    const { exports } = open(held.store);
    const taken = await exports.take(person(OWNER));
    assert.equal(held.open(), 0);
    assert.equal(exports.state(OWNER).isReady, true);
    const second = await exports.take(person(OWNER));
    await exports.take(person(OWNER));
    await assert.rejects(exports.take(person(OWNER)), /being downloaded several times/);
    const others = await exports.take(person("other"));
    assert.ok(others.size > 0);
    second.stream.destroy();
    await eventually(async () => void (await exports.take(person(OWNER))));
    // Unread all the while, and whole: removing the file does not end a download.
    second.end(true);
    assert.equal(exports.state(OWNER).isReady, false);
    let bytes = 0;
    for await (const piece of taken.stream) bytes += (piece as Buffer).length;
    assert.equal(bytes, taken.size);
    await exports.stop(1000);
  });

  it("are downloaded three times at once by a person, however they ask", async () => {
    const store = await engine.fresh();
    const { exports } = open(store);
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => exports.take(person(OWNER))));
    const taken = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.equal(taken.length, 3);
    // The next export is another file; those of the last are still on the disk while somebody reads them.
    taken[0]!.end(true);
    await assert.rejects(exports.take(person(OWNER)), /being downloaded several times/);
    taken[0]!.stream.destroy();
    await eventually(async () => void (await exports.take(person(OWNER))));
    await exports.stop(1000);
  });

  it("end when they are told to, whatever step they are at", async () => {
    const store = await engine.fresh();
    await freshCode(store);
    const signal = AbortSignal.abort(new Error("over"));
    const dir = freshDir();
    const spooling = store.snapshot((reader) =>
      spool({ reader, dir, ownerId: undefined, baseUrl, signal, progress: () => {} }),
    );
    await assert.rejects(spooling, /over/);
    // A bundle without files: the ZIP has failed before the first is added.
    writeFileSync(join(dir, "SHA256SUMS"), "");
    await assert.rejects(zipBundle(dir, join(dir, "bundle.zip"), new Date(), signal), { name: "AbortError" });
  });

  it("are made two at a time, the others in turn, and the oldest ready one gives way", async () => {
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
    exports.start(person("e"));
    assert.equal(exports.state("a").isReady, false);
    await eventually(() => assert.ok(exports.state("e").isReady));
    assert.equal(readdirSync(join(dataDir, "exports")).length, 4);
    await exports.stop(1000);
    assert.ok(!existsSync(join(dataDir, "exports")));
  });

  it("say that the disk is full, leave nothing there, and work again when it is not", async () => {
    const store = await engine.fresh();
    let isFull = true;
    const { exports, dataDir, errors } = open(store, { hasSpace: async () => !isFull });
    await assert.rejects(exports.take(person("a")), /not enough disk space on the server/);
    assert.match(exports.state("a").problem!, /not enough disk space/);
    assert.match(String(errors[0]), /not enough free disk space in DATA_DIR/);
    assert.deepEqual(readdirSync(join(dataDir, "exports")), []);
    const full = { snapshot: () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" })) };
    await assert.rejects(open(full).exports.take(person("a")), /not enough disk space on the server/);
    isFull = false;
    assert.ok((await exports.take(person("a"))).size > 0);
  });

  it("remove what a crash left when the service starts", async () => {
    const dataDir = freshDir();
    mkdirSync(join(dataDir, "exports/1"), { recursive: true });
    writeFileSync(join(dataDir, "exports/1/bundle.zip"), "half");
    open(await engine.fresh(), {}, dataDir);
    assert.ok(!existsSync(join(dataDir, "exports")));
  });
});
