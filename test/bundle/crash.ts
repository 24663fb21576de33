/** A power cut between any two steps of an import or an export: what is there is whole, and a second run completes it. */
import assert from "node:assert/strict";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { codeFilesOf } from "../../src/app.ts";
import { exportBundle } from "../../src/bundle/export.ts";
import { openFolder } from "../../src/bundle/folder.ts";
import { importBundle } from "../../src/bundle/import.ts";
import type { Sink } from "../../src/bundle/sink.ts";
import { verifyBundle } from "../../src/bundle/verify.ts";
import type { Store } from "../../src/store/store.ts";
import { addOwner, OWNER, pictureOf, scansOf } from "../store/support.ts";
import { type Engine, freshDir } from "../support/stores.ts";
import { forge, forgeLines } from "./forge.ts";
import { type Filled, NOW } from "./support.ts";

class PowerCut extends Error {}

/** The same, that goes no further than a number of calls. */
function cutAfter<T extends object>(target: T, steps: number): { cut: T; isCut(): boolean } {
  let left = steps;
  let wasCut = false;
  const cut = new Proxy(target, {
    get(held, name) {
      const value = Reflect.get(held, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (left-- > 0) return value.apply(held, args);
        wasCut = true;
        throw new PowerCut();
      };
    },
  });
  return { cut, isCut: () => wasCut };
}

export function powerCuts(engine: Engine, service: () => Filled): void {
  const root = freshDir();
  const dir = join(root, "bundle");
  const { files, close } = codeFilesOf("https://codes.example", async () => null);
  let filled: Filled;

  const writeTo = (sink: Sink) =>
    filled.app.store.snapshot((reader) =>
      exportBundle({
        ...files,
        reader,
        sink,
        now: NOW,
        scansAPart: 100,
        baseUrl: "https://codes.example",
        basePath: "",
      }),
    );
  before(async () => {
    filled = service();
    await writeTo(await openFolder(dir, "test"));
  });
  after(close);

  const takeIn = (store: Store, intake = store.intake, from = dir) =>
    importBundle({
      dir: from,
      store: { ...store, intake },
      isDryRun: false,
      now: NOW,
      owners: { find: async () => OWNER, take: async () => OWNER },
      personOf: async () => OWNER,
      refuse: (problem) => assert.fail(problem),
    });

  it("in an import leaves no code that is not whole, and a second run completes it", async () => {
    const whole = await engine.fresh();
    await addOwner(whole);
    await takeIn(whole);
    const expected = await pictureOf(whole);
    assert.deepEqual(await whole.scans.check(), []);
    // Every step on SQLite, some on PostgreSQL, where a database takes ten times as long to make.
    const stride = engine.name === "sqlite" ? 1 : 8;
    for (let steps = 0, isCut = true; isCut; steps += stride) {
      const store = await engine.fresh();
      await addOwner(store);
      const limited = cutAfter(store.intake, steps);
      await takeIn(store, limited.cut).catch((error) => {
        if (!(error instanceof PowerCut)) throw error;
      });
      isCut = limited.isCut();
      assert.deepEqual(await store.scans.check(), [], `after ${steps} steps`);
      const { codes } = await store.codes.list(OWNER, {}, NOW, 100);
      const page = { sort: "newest", limit: 100, offset: 0 } as const;
      assert.equal((await store.codes.browse(OWNER, {}, NOW, page)).total, codes.length);
      assert.equal((await store.codes.categories(OWNER)).length, codes.length > 0 ? 1 : 0);
      for (const code of codes) {
        const held = await store.scans.page(code.num, 1000);
        assert.equal(held.length, code.scanCount, `after ${steps} steps`);
      }
      await takeIn(store);
      assert.deepEqual(await pictureOf(store), expected, `after ${steps} steps`);
      assert.equal(await store.intake.unfinished(), 0);
      await store.close();
    }
    await whole.close();
  });

  it("in an import and another bundle after it: what comes in is what that one tells, all of it", async () => {
    const newer = join(root, "newer");
    cpSync(dir, newer, { recursive: true });
    const changed = { name: "Newer", content: "https://example.com/newer", isPublic: false };
    let id: unknown;
    forge(newer, "codes", (code) => {
      id = Object.assign(code, { ...changed, scanCount: (code.scanCount as number) + 1 }).id;
    });
    forgeLines(newer, "scans", ([first, ...rest]) => [
      JSON.stringify({ ...JSON.parse(first!), id: "0197a000-0000-7000-8000-000000000000" }),
      ...[first!, ...rest],
    ]);
    const whole = await engine.fresh();
    await addOwner(whole);
    await takeIn(whole);
    const expected = await pictureOf(whole);
    const [first] = await whole.codes.findMany(OWNER, [id as string]);
    await whole.close();
    const store = await engine.fresh();
    await addOwner(store);
    const isLast = new Proxy(store.intake, {
      get: (held, name) =>
        name === "finish" ? () => Promise.reject(new PowerCut()) : Reflect.get(held, name).bind(held),
    });
    await assert.rejects(takeIn(store, isLast, newer), PowerCut);
    await takeIn(store);
    assert.deepEqual(await store.scans.check(), []);
    assert.deepEqual(await pictureOf(store), expected);
    assert.deepEqual(await store.codes.findMany(OWNER, [id as string]), [first]);
    await store.close();
  });

  it("in an export leaves what the next one goes on with, scanned meanwhile or not", async () => {
    const target = join(root, "resumed");
    let kept = 0;
    for (let steps = 2, isCut = true; isCut; steps += 16) {
      const folder = await openFolder(target, "test");
      const limited = cutAfter<Sink>(folder, steps);
      await writeTo(limited.cut).catch((error) => {
        if (!(error instanceof PowerCut)) throw error;
      });
      isCut = limited.isCut();
      kept = folder.keptFiles();
      const marker = join(target, "unfinished.ndjson");
      // As if the last line had been cut off half way.
      if (isCut) appendFileSync(marker, '{"lot":"data/sc');
      else assert.ok(!existsSync(marker));
    }
    assert.ok(kept > 20, `${kept} files were kept`);
    assert.deepEqual((await verifyBundle(target)).problems, []);
    const sums = (bundle: string) => readFileSync(join(bundle, "SHA256SUMS"), "utf8");
    assert.deepEqual(sums(target).split("\n").sort(), sums(dir).split("\n").sort());
    rmSync(target, { recursive: true });
  });

  it("in an export's last step leaves its lock in a bundle that is whole all the same", async () => {
    const target = join(root, "locked");
    const folder = await openFolder(target, "test", (file) => {
      writeFileSync(file, "");
      return {
        letGo() {
          throw new PowerCut();
        },
      };
    });
    await assert.rejects(writeTo(folder), PowerCut);
    assert.ok(readdirSync(target).includes("unfinished.lock"));
    assert.deepEqual((await verifyBundle(target)).problems, []);
    writeFileSync(join(target, "letter.txt"), "");
    const problems = ["1 files do not belong to the bundle"];
    assert.deepEqual((await verifyBundle(target)).problems, problems);
  });

  it("and a scan before the second run: what is kept is only what is still true", async () => {
    const target = join(root, "moved");
    const limited = cutAfter<Sink>(await openFolder(target, "test"), 20);
    await assert.rejects(writeTo(limited.cut), PowerCut);
    await filled.app.store.settleScans(scansOf(filled.codes[0]!.id, 1, NOW - 5000));
    const { counts } = await writeTo(await openFolder(target, "test"));
    assert.equal(counts.scans, 310);
    assert.deepEqual((await verifyBundle(target)).problems, []);
    await assert.rejects(openFolder(target, "test"), /holds a whole bundle already/);
  });
}
