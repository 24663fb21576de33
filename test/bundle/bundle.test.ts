/** One filled service and one export per engine, shared by all tests here: filling takes longer than most of them. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { sha256 } from "../../src/bundle/format.ts";
import { importBundle } from "../../src/bundle/import.ts";
import { readManifest, verifyBundle } from "../../src/bundle/verify.ts";
import { createShareRule } from "../../src/codes/own-share.ts";
import { BadLogo } from "../../src/rendering/errors.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace, pictureOf, WORKSPACE } from "../store/support.ts";
import { command } from "../support/command.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { forge, forgeLines } from "./forge.ts";
import { answersOf, ERASED, envOf, type Filled, fill, keyOf, NOW, placeOfOther, start } from "./support.ts";

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

const TABLES = [
  ...["user", "account", "codes", "importing", "code_counters", "code_versions", "styles", "logos", "brands"],
  ...["scans", "agents", "places", "scan_daily", "scan_monthly", "scan_cities"],
  ...["uncounted_daily", "imported_counts", "imported_raw", "meta", "secrets"],
];

/** The number of rows of each table, and the rows of meta. */
async function rowsOf({ auth: { db } }: Store): Promise<unknown[]> {
  const counts = TABLES.map(async (table) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.id(table)}`.execute(db);
    return `${table} ${rows[0]!.n}`;
  });
  return [...(await Promise.all(counts)), ...(await db.selectFrom("meta").selectAll().execute())];
}

onEachEngine("A bundle", (engine) => {
  const root = freshDir();
  const dir = join(root, "bundle");
  let filled: Filled;
  let said = "";
  before(async () => {
    filled = await fill(engine);
    const { code, stdout, stderr } = await command(["export", dir], { env: filled.env });
    assert.equal(code, 0, stderr);
    said = stdout;
  });
  after(() => filled.app.close());

  const copyOf = (change: (copy: string) => void): string => {
    const copy = join(freshDir(), "bundle");
    cpSync(dir, copy, { recursive: true });
    change(copy);
    return copy;
  };
  const takeIn = (
    store: Store,
    intake = store.intake,
    from = dir,
    refuse: (problem: string) => void = assert.fail,
    warn: (message: string) => void = () => {},
  ) =>
    importBundle(
      {
        dir: from,
        store: { ...store, intake },
        isDryRun: false,
        now: NOW,
        owners: { find: async () => WORKSPACE, take: async () => WORKSPACE },
        personOf: async () => WORKSPACE,
        readLogo,
        shareRule: createShareRule({ baseUrl: "https://codes.example", port: 3000 }),
        refuse,
        warn,
      },
      readManifest(from),
    );
  const freshStore = async () => {
    const store = await engine.fresh();
    await addWorkspace(store);
    return store;
  };

  it("is complete, readable by its owner only, and contains no secret", async () => {
    assert.match(said, /Exported 17 codes and 309 scans/);
    const { code, stdout } = await command(["export", dir, "--verify"]);
    assert.equal(code, 0);
    assert.match(stdout, /is complete: 17 codes, 309 scans/);
    assert.deepEqual(readdirSync(root), ["bundle"], "nothing else is left in the folder");
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dir, "data/codes.ndjson")).mode & 0o777, 0o600);
    const codes = readFileSync(join(dir, "data/codes.ndjson"), "utf8").trim().split("\n");
    assert.equal(codes.length, 17);
    const table = readFileSync(join(dir, "data/codes.csv"), "utf8");
    assert.ok(table.startsWith("id,owner,name,type,content,shareToken,"));
    assert.ok(table.includes("'=Quotes"));
    assert.equal(JSON.parse(codes[0]!).owner, filled.email);
    for (const { shareToken } of filled.codes) {
      assert.ok(statSync(join(dir, `images/${shareToken}.svg`)).size > 100);
      assert.ok(statSync(join(dir, `images/${shareToken}.png`)).size > 100);
    }
  });

  it("gives the other engine the same answers, and importing it twice changes nothing", async () => {
    const place = await placeOfOther(engine);
    const env = envOf(place);
    const dry = await command(["import", dir, "--dry-run"], { env });
    assert.match(dry.stdout, /Would import 17 codes and 309 scans; 0 already existed/);
    const first = await command(["import", dir], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Imported 17 codes and 309 scans; 0 already existed, 0 skipped/);
    assert.match(first.stderr, /To choose a password, within 24 hours: https:\/\//);
    const again = await command(["import", dir], { env });
    assert.match(again.stdout, /Imported 0 codes and 0 scans; 17 already existed, 0 skipped/);
    const check = await command(["check"], { env });
    assert.equal(check.code, 0, check.stderr);
    const other = await start(engine, place);
    const key = await keyOf(other.store, filled.email);
    const answers = await answersOf(filled.app, filled.key);
    assert.deepEqual(await answersOf(other, key), answers);
    const versions = JSON.parse(answers[`/${filled.codes[0]!.id}/versions`]!).data;
    assert.deepEqual(
      versions.map(({ scanCount }: { scanCount: number }) => scanCount),
      [0, 298, 2],
    );
    const { db } = other.store.auth;
    const owner = (await other.store.users.findByEmail(filled.email))!;
    const made = await db.selectFrom("codes").select("made_by").orderBy("num").execute();
    assert.equal(made[0]!.made_by, `person:${owner.id}`);
    assert.match(made[1]!.made_by!, /^key:/);
    const ended = await db.selectFrom("code_versions").select("replaced_by").orderBy("n").execute();
    assert.equal(ended[0]!.replaced_by, "person:gone");
    assert.match(ended[1]!.replaced_by!, /^key:/);
    if (other.store.engine === "postgres") {
      const { rows } = await sql`SELECT 1 FROM scans_rest`.execute(db);
      assert.deepEqual(
        rows,
        [],
        "old scans have partitions of their own, so that next month's job finds nothing to move",
      );
    }
    const [erased] = await other.store.intake.find([], [ERASED]);
    assert.equal(erased?.isErased, true);
    await other.close();
  });

  it("logs that the partitions of its scans could not be created, and is imported anyway", async () => {
    const store = await freshStore();
    const makeMonths = () => Promise.reject(new Error("canceling statement due to lock timeout"));
    const told: string[] = [];
    const { scans } = await takeIn({ ...store, makeMonths }, store.intake, dir, assert.fail, (text) => told.push(text));
    assert.equal(scans, 309);
    assert.match(told.join(), /in the default partition.*lock timeout/);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("leaves no incomplete code when its import is interrupted, and a second run completes it", async () => {
    const whole = await freshStore();
    const calls: string[] = [];
    await takeIn(
      whole,
      watched(whole.intake, (name) => calls.push(name)),
    );
    const expected = await pictureOf(whole);
    assert.deepEqual(await whole.scans.check(), []);
    await whole.close();
    // Every third call on PostgreSQL, where creating a database takes ten times as long.
    const cuts = endsOf(calls).filter((_, index) => engine.name === "sqlite" || index % 3 === 1);
    for (const steps of cuts) {
      const store = await freshStore();
      const at = `before ${calls[steps]}, call ${steps + 1}`;
      await assert.rejects(takeIn(store, cutAfter(store.intake, steps)), PowerCut);
      assert.deepEqual(await store.scans.check(), [], at);
      const { codes } = await store.codes.list(WORKSPACE, {}, NOW, 100);
      assert.equal((await store.codes.categories(WORKSPACE)).length, codes.length > 0 ? 1 : 0);
      for (const code of codes) {
        const held = await store.scans.page(code.num, 1000);
        assert.equal(held.length, code.scanCount, at);
      }
      await takeIn(store);
      assert.deepEqual(await pictureOf(store), expected, at);
      assert.equal(await store.intake.unfinished(), 0);
      await store.close();
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
    const store = await freshStore();
    const isLast = new Proxy(store.intake, {
      get: (held, name) =>
        name === "finish" ? () => Promise.reject(new PowerCut()) : Reflect.get(held, name).bind(held),
    });
    await assert.rejects(takeIn(store, isLast, newer), PowerCut);
    await takeIn(store);
    assert.deepEqual(await store.scans.check(), []);
    const [code] = await store.codes.findMany(WORKSPACE, [id as string]);
    const [source] = await filled.app.store.codes.findByTokens([filled.codes[0]!.shareToken]);
    const { name, scanCount } = source!;
    assert.deepEqual([code!.name, code!.scanCount, code!.isPublic], [name, scanCount, true]);
    assert.equal((await store.scans.page(code!.num, 1000)).length, scanCount);
    await store.close();
  });
  // The following does not depend on the engine.
  if (engine.name === "postgres") return;

  it("changes nothing when it is refused", async () => {
    const rows = await rowsOf(filled.app.store);
    const run = (from: string, ...more: string[]) => command(["import", from, ...more], { env: filled.env });
    const forged = copyOf((copy) => forgeLines(copy, "history", ([first, ...rest]) => [first!, first!, ...rest]));
    const damaged = await run(forged, "--owner", "bob@example.com");
    assert.equal(damaged.code, 1);
    assert.match(
      damaged.stderr,
      /The bundle is damaged, and nothing was imported: .*history.ndjson line 2: has .* twice/,
    );
    const report = join(freshDir(), "left-out.txt");
    const others = await run(dir, "--owner", "new@example.com", "--report", report);
    assert.deepEqual([others.code, others.stderr], [1, ""], "no account is created");
    assert.match(readFileSync(report, "utf8"), /^(?:Skipped: [^\n]* belongs to another account[^\n]*\n)+$/);
    await filled.app.store.intake.alone(async () => {
      const second = await run(dir);
      assert.match(second.stderr, /^tessera: Another import is running; /m);
      assert.equal((await run(dir, "--dry-run")).code, 0);
    });
    assert.match((await run(dir)).stdout, /Imported 0 codes and 0 scans; 17 already existed/);
    assert.deepEqual(await rowsOf(filled.app.store), rows);
  });

  it("is imported in batches if a record is very large", async () => {
    const copy = copyOf((to) =>
      forge(to, "history", (history) => {
        const daily = Array.from({ length: 12_000 }, (_, i) => ["os", 20_000, `os ${i}`, 1]);
        Object.assign(history, { daily });
      }),
    );
    const store = await freshStore();
    const sizes: number[] = [];
    const intake = {
      ...store.intake,
      addBelongings(rows: Parameters<typeof store.intake.addBelongings>[0]) {
        sizes.push(rows.reduce((sum, { history }) => sum + history.daily.length, 0));
        return store.intake.addBelongings(rows);
      },
    };
    await takeIn(store, intake, copy);
    assert.ok(sizes.length >= 3 && Math.max(...sizes) <= 10_000, sizes.join(" "));
    const held = store.auth.db.selectFrom("scan_daily").select("value").where("value", "like", "os %");
    assert.equal((await held.execute()).length, 12_000);
    await store.close();
  });

  it("names each existing code that differs, with the reason", async () => {
    const { app, codes, email } = filled;
    const { db } = app.store.auth;
    const { workspaceId: id } = (await app.store.users.findByEmail(email))!;
    const namedFor = async (workspaceId: string) => {
      const lines: string[] = [];
      const options = {
        ...{
          dir,
          store: app.store,
          isDryRun: true,
          now: NOW,
          personOf: async () => null,
          warn: assert.fail,
          readLogo,
          shareRule: () => null,
        },
        owners: { find: async () => workspaceId, take: async () => workspaceId },
        refuse: (line: string) => void lines.push(line),
      };
      const { there, refused } = await importBundle(options, readManifest(dir));
      assert.deepEqual([there + refused, refused], [17, lines.length]);
      return lines.join("\n");
    };
    assert.match(await namedFor("somebody else"), /belongs to another account here/);
    const change = (set: object) => db.updateTable("codes").set(set).where("id", "=", codes[3]!.id).execute();
    await change({ deleted_at: NOW });
    assert.match(await namedFor(id), /^\S+ \("Long"\): is in the bin here: restore it$/);
    await change({ erased_at: NOW });
    assert.match(await namedFor(id), /^\S+ \("Long"\): was erased here/);
    await change({ deleted_at: null, erased_at: null, id: "0197a000-0000-7000-8000-000000000000" });
    assert.match(await namedFor(id), /^\S+ \("Long"\): its token belongs to another code here$/);
    await change({ id: codes[3]!.id });
    await db.updateTable("codes").set({ id: codes[3]!.id }).where("token", "=", codes[3]!.shareToken).execute();
    assert.equal(await namedFor(id), "");
  });

  it("creates a database only when it is imported, and creates accounts as they were", async () => {
    const dataDir = join(freshDir(), "data");
    const env = envOf({ dataDir, databaseUrl: undefined });
    const wrong = copyOf((to) => forge(to, "codes", (record) => Object.assign(record, { size: 1 })));
    const refused = await command(["import", wrong], { env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /The bundle is damaged, and nothing was imported: .*size must be/);
    assert.equal((await command(["import", dir, "--dry-run"], { env })).code, 0);
    assert.ok(!existsSync(dataDir));
    const told = { name: "Ada L.", contact: "ada@example.com", plan: "gold", suspended: true };
    const copy = copyOf((to) => forge(to, "owners", (owner) => Object.assign(owner, told)));
    const first = await command(["import", copy], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /had the plan "gold", which does not exist here, and gets "free"/);
    const store = await engine.open({ dataDir, databaseUrl: undefined });
    const { name, workspaceId, plan, suspended } = (await store.users.findByEmail(filled.email))!;
    const { contact } = (await store.workspaces.find(workspaceId))!;
    assert.deepEqual({ name, contact, plan, suspended }, { ...told, plan: "free" });
    await store.close();
    const badOwner = await command(["import", dir, "--owner", "new at example"], { env });
    assert.equal(badOwner.code, 2);
    assert.match(badOwner.stderr, /--owner must be an e-mail address/);
    const badReport = await command(["import", dir, "--report", join(dir, "README.md", "none")], { env });
    assert.match(badReport.stderr, /--report: .*none cannot be written: /);
  });

  it("is named with the fault when it is damaged", async () => {
    const copy = copyOf((to) => {
      appendFileSync(join(to, "data/scans.ndjson"), "{}\n");
      rmSync(join(to, "data/versions.csv"));
    });
    const { code, stderr } = await command(["export", copy, "--verify"]);
    assert.equal(code, 1);
    assert.match(stderr, /data\/scans.ndjson was changed/);
    assert.match(stderr, /data\/versions.csv is missing/);
    const more = copyOf((to) => writeFileSync(join(to, "letter.txt"), ""));
    assert.deepEqual((await verifyBundle(more)).problems, ["1 files do not belong to the bundle"]);
    const linked = copyOf((to) => {
      rmSync(join(to, "data/scans.ndjson"));
      symlinkSync(join(dir, "data/scans.ndjson"), join(to, "data/scans.ndjson"));
    });
    await assert.rejects(verifyBundle(linked), /data\/scans\.ndjson is not a file/);
    const changed = copyOf((to) => {
      const manifest = JSON.parse(readFileSync(join(to, "manifest.json"), "utf8"));
      writeFileSync(join(to, "manifest.json"), JSON.stringify({ ...manifest, valuesFrom: "9999-01-01" }));
    });
    await assert.rejects(verifyBundle(changed), /valuesFrom is later than the bundle/);
    const late = { dir, now: 0, isDryRun: true } as Parameters<typeof importBundle>[0];
    await assert.rejects(importBundle(late), /nothing was imported: it was made at .* in the future/);
    const logo = await verifyBundle(dir, () => Promise.reject(new BadLogo("type")));
    assert.match(logo.problems[0]!, /logos.ndjson line 1: logos\/.*png: The logo must be a PNG/);
  });

  it("does not bring in codes that lead back to this service, and names them", async () => {
    const content = "https://codes.example/r/abcdefghjkmn";
    const copy = copyOf((to) => forge(to, "codes", (record) => Object.assign(record, { type: "url", content })));
    const store = await freshStore();
    const lines: string[] = [];
    const { codes, refused } = await takeIn(store, store.intake, copy, (line) => void lines.push(line));
    assert.deepEqual([codes, refused, lines.length], [16, 1, 1]);
    assert.match(lines[0]!, /its content must not be a share URL of this service/);
    await store.close();
  });

  it("has its logos encoded again, so that nothing else in their files is imported", async () => {
    const tail = "<script>alert(1)</script>";
    let forged = Buffer.alloc(0);
    const copy = copyOf((to) => {
      const [file] = readdirSync(join(to, "logos"));
      const bytes = Buffer.concat([readFileSync(join(to, "logos", file!)), Buffer.from(tail)]);
      writeFileSync(join(to, "logos", file!), bytes);
      forged = bytes;
      forge(to, "logos", (record) => Object.assign(record, { file: `logos/${file}`, hash: sha256(bytes) }));
    });
    const store = await freshStore();
    // It exists the second time, and in the service that it came from.
    for (const from of [copy, copy, dir]) await takeIn(store, store.intake, from);
    const logos = store.auth.db.selectFrom("logos").selectAll();
    const kept = await logos.execute();
    assert.equal(kept.length, 1);
    const bytes = Buffer.from(kept[0]!.bytes as Uint8Array);
    assert.ok(!bytes.includes(tail));
    assert.equal(kept[0]!.hash, sha256(bytes));
    // A logo that would be encoded differently today is found by its bytes.
    await store.auth.db
      .updateTable("logos")
      .set({ bytes: forged, hash: sha256(forged) })
      .execute();
    await takeIn(store, store.intake, copy);
    assert.equal((await logos.execute()).length, 1);
    await store.close();
  });

  it("contains one account on request, and is never written to a folder with files", async () => {
    const other = await filled.app.user();
    const mine = join(freshDir(), "new", "mine");
    const empty = await command(["export", mine, "--owner", other.email], { env: filled.env });
    assert.match(empty.stdout, /Exported 0 codes and 0 scans/);
    assert.deepEqual((await verifyBundle(mine)).problems, []);
    const brand = { name: "Brand first", color: null, logoId: null, showFooter: true };
    await filled.app.store.brands.set(other.id, brand);
    const branded = join(freshDir(), "branded");
    await command(["export", branded, "--owner", other.email], { env: filled.env });
    const owner = JSON.parse(readFileSync(join(branded, "data/owners.ndjson"), "utf8"));
    assert.deepEqual([owner.email, owner.brand], [other.email, brand], "also of an account without codes");
    assert.equal((await command(["export", freshDir()], { env: filled.env })).code, 0, "an empty folder is accepted");
    const refused = await command(["export", mine], { env: filled.env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /mine is not empty; use a new folder\.$/m);
    const nobody = await command(["export", `${mine}2`, "--owner", "no@example.com"], { env: filled.env });
    assert.match(nobody.stderr, /There is no account for no@example\.com/);
    assert.deepEqual(readdirSync(dirname(mine)), ["mine"], "the failed export left nothing");
  });

  it("is exported without codes that cannot be drawn, which are named", async () => {
    const [, , odd] = filled.codes;
    const change = (type: string) =>
      filled.app.store.auth.db.updateTable("codes").set({ type }).where("id", "=", odd!.id).execute();
    await change("bogus");
    const target = join(freshDir(), "bundle");
    const { code, stderr } = await command(["export", target], { env: filled.env }).finally(() => change("social"));
    assert.equal(code, 0, stderr);
    const line = new RegExp(`${odd!.shareToken} \\("Social"\\): `);
    assert.match(stderr, line);
    assert.match(readFileSync(join(target, "images/not-drawn.txt"), "utf8"), line);
  });
});
