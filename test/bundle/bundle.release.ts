import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "node:test";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { pictureOf, WORKSPACE } from "../store/support.ts";
import { command } from "../support/command.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { forge, forgeLines } from "./forge.ts";
import { answersOf, DELETED, ERASED, envOf, keyOf, NOW, placeOfOther, start, visitorsOf } from "./support.ts";
import { useBundle } from "./use-bundle.ts";

class PowerCut extends Error {}

/** Wraps the object and records the name of each call before it is made. */
const watched = <T extends object>(target: T, onCall: (name: string) => void): T =>
  new Proxy(target, {
    get(held, name) {
      const value = Reflect.get(held, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        onCall(String(name));
        return value.apply(held, args);
      };
    },
  });

/** Wraps the object so that its calls fail after a number of them. */
const cutAfter = <T extends object>(target: T, steps: number): T => {
  let left = steps;
  return watched(target, () => {
    if (left-- <= 0) throw new PowerCut();
  });
};

/** The first and the last call of each name. */
const endsOf = (calls: readonly string[]): number[] =>
  calls.flatMap((name, index) => (calls.indexOf(name) === index || calls.lastIndexOf(name) === index ? [index] : []));

onEachEngine("A bundle", (engine) => {
  const use = useBundle(engine);
  const { root, dir, copyOf, takeIn, emptyStore } = use;

  it("is complete, readable by its owner only, and contains no secret", async () => {
    assert.match(use.said, /Exported 17 codes and 309 scans/);
    const { code, stdout } = await command(["export", dir, "--verify"]);
    assert.equal(code, 0);
    assert.match(stdout, /is complete: 17 codes, 309 scans/);
    assert.deepEqual(readdirSync(root), ["bundle"], "nothing else is left in the folder");
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dir, "data/codes.ndjson")).mode & 0o777, 0o600);
    const codes = readFileSync(join(dir, "data/codes.ndjson"), "utf8").trim().split("\n");
    assert.equal(codes.length, 17);
    const table = readFileSync(join(dir, "data/codes.csv"), "utf8");
    assert.ok(table.startsWith("id,workspace,name,type,content,shareToken,"));
    assert.ok(table.includes("'=Quotes"));
    const [workspace] = readFileSync(join(dir, "data/workspaces.ndjson"), "utf8")
      .split("\n")
      .map((line) => line && JSON.parse(line));
    assert.deepEqual([JSON.parse(codes[0]!).workspace, workspace.account], [workspace.id, use.filled.email]);
    for (const { shareToken } of use.filled.codes) {
      assert.ok(statSync(join(dir, `images/${shareToken}.svg`)).size > 100);
      assert.ok(statSync(join(dir, `images/${shareToken}.png`)).size > 100);
    }
  });

  it("gives the other engine the same answers, and importing it twice changes nothing", async () => {
    const place = await placeOfOther(engine);
    const env = envOf(place);
    const dry = await command(["import", dir, "--same", "--dry-run"], { env });
    assert.match(dry.stdout, /Would import 17 codes and 309 scans; 0 already existed/);
    const first = await command(["import", dir, "--same"], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Imported 17 codes and 309 scans; 0 already existed, 0 skipped/);
    assert.match(first.stderr, /To choose a password, within 24 hours: https:\/\//);
    const again = await command(["import", dir, "--same"], { env });
    assert.match(again.stdout, /Imported 0 codes and 0 scans; 17 already existed, 0 skipped/);
    const check = await command(["check"], { env });
    assert.equal(check.code, 0, check.stderr);
    const other = await start(engine, place);
    const key = await keyOf(other.store, use.filled.email);
    const answers = await answersOf(use.filled.app, use.filled.key);
    assert.deepEqual(await answersOf(other, key), answers);
    const { codes } = use.filled;
    const visitors = await visitorsOf(use.filled.app.store, codes);
    assert.deepEqual(await visitorsOf(other.store, codes), visitors);
    assert.deepEqual(
      visitors[codes[1]!.id]!.map(({ visitors, scans }) => [visitors, scans]),
      [
        [2, 3],
        [2, 6],
      ],
    );
    const versions = JSON.parse(answers[`/${use.filled.codes[0]!.id}/versions`]!).data;
    assert.deepEqual(
      versions.map(({ scanCount }: { scanCount: number }) => scanCount),
      [0, 298, 2],
    );
    const { db } = other.store.auth;
    const owner = (await other.store.users.findByEmail(use.filled.email))!;
    const made = await db.selectFrom("codes").select("made_by").orderBy("num").execute();
    assert.equal(made[0]!.made_by, `person:${owner.id}`);
    assert.match(made[1]!.made_by!, /^key:/);
    const ended = await db.selectFrom("code_versions").select("replaced_by").orderBy("n").execute();
    assert.equal(ended[0]!.replaced_by, "person:gone");
    assert.match(ended[1]!.replaced_by!, /^key:/);
    const [erased] = await other.store.importer.find([], [ERASED]);
    assert.equal(erased?.isErased, true);
    assert.deepEqual(await other.store.codes.takenTokens([DELETED]), new Set([DELETED]));
    await other.close();
  });

  it("leaves no incomplete code when its import is interrupted, and a second run completes it", async () => {
    const whole = await emptyStore();
    const calls: string[] = [];
    await takeIn(
      whole,
      watched(whole.importer, (name) => calls.push(name)),
    );
    const expected = await pictureOf(whole);
    assert.deepEqual(await whole.scans.check(), []);
    // Every third call on PostgreSQL, where creating a database takes ten times as long.
    const cuts = endsOf(calls).filter((_, index) => engine.name === "sqlite" || index % 3 === 1);
    for (const steps of cuts) {
      const store = await emptyStore();
      const at = `before ${calls[steps]}, call ${steps + 1}`;
      await assert.rejects(takeIn(store, cutAfter(store.importer, steps)), PowerCut);
      assert.deepEqual(await store.scans.check(), [], at);
      const { codes } = await store.codes.list(WORKSPACE, {}, NOW, 100);
      for (const code of codes) {
        const held = await store.scans.page(code.num, 1000);
        assert.equal(held.length, code.scanCount, at);
      }
      await takeIn(store);
      assert.deepEqual(await pictureOf(store), expected, at);
      assert.equal(await store.importer.unfinished(), 0);
    }
  });

  it("is imported completely after an interrupted import of a newer one", async () => {
    let id: unknown;
    const newer = copyOf((copy) => {
      const changed = { name: "Newer", content: "https://example.com/newer", isPublic: false };
      forge(copy, "codes", (code) => {
        id = Object.assign(code, { ...changed, scanCount: (code.scanCount as number) + 1 }).id;
      });
      forgeLines(copy, "scans", ([first, ...rest]) => [
        JSON.stringify({ ...JSON.parse(first!), id: "0197a000-0000-7000-8000-000000000000" }),
        ...[first!, ...rest],
      ]);
    });
    const store = await emptyStore();
    const isLast = new Proxy(store.importer, {
      get: (held, name) =>
        name === "finish" ? () => Promise.reject(new PowerCut()) : Reflect.get(held, name).bind(held),
    });
    await assert.rejects(takeIn(store, isLast, newer), PowerCut);
    await takeIn(store);
    assert.deepEqual(await store.scans.check(), []);
    const [code] = await store.codes.findMany(WORKSPACE, [id as string]);
    const [source] = await use.filled.app.store.codes.findByTokens([use.filled.codes[0]!.shareToken]);
    const { name, scanCount } = source!;
    assert.deepEqual([code!.name, code!.scanCount, code!.isPublic], [name, scanCount, true]);
    assert.equal((await store.scans.page(code!.num, 1000)).length, scanCount);
  });

  // The following does not depend on the engine.
  if (engine.name === "postgres") return;

  it("contains one workspace on request, and is never written to a folder with files", async () => {
    const other = await use.filled.app.user();
    const mine = join(freshDir(), "new", "mine");
    const empty = await command(["export", mine, "--owner", other.email], { env: use.filled.env });
    assert.match(empty.stdout, /Exported 0 codes and 0 scans/);
    assert.deepEqual((await verifyBundle(mine)).problems, []);
    const brand = { name: "Brand first", color: null, logoId: null, website: null, afterwards: null, showFooter: true };
    await use.filled.app.store.brands.set(other.id, brand, 1);
    const branded = join(freshDir(), "branded");
    await command(["export", branded, "--owner", other.email], { env: use.filled.env });
    const workspace = JSON.parse(readFileSync(join(branded, "data/workspaces.ndjson"), "utf8"));
    assert.deepEqual([workspace.account, workspace.brand], [other.email, brand], "also without codes");
    assert.equal(
      (await command(["export", freshDir()], { env: use.filled.env })).code,
      0,
      "an empty folder is accepted",
    );
    const refused = await command(["export", mine], { env: use.filled.env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /mine is not empty; use a new folder\.$/m);
    const nobody = await command(["export", `${mine}2`, "--owner", "no@example.com"], { env: use.filled.env });
    assert.match(nobody.stderr, /There is no account for no@example\.com/);
    assert.deepEqual(readdirSync(dirname(mine)), ["mine"], "the failed export left nothing");
  });

  it("is exported without codes that cannot be drawn, which are named", async () => {
    const [, , odd] = use.filled.codes;
    const change = (type: string) =>
      use.filled.app.store.auth.db.updateTable("codes").set({ type }).where("id", "=", odd!.id).execute();
    await change("bogus");
    const target = join(freshDir(), "bundle");
    const { code, stderr } = await command(["export", target], { env: use.filled.env }).finally(() => change("social"));
    assert.equal(code, 0, stderr);
    const line = new RegExp(`${odd!.shareToken} \\("Social"\\): `);
    assert.match(stderr, line);
    assert.match(readFileSync(join(target, "images/not-drawn.txt"), "utf8"), line);
  });
});
