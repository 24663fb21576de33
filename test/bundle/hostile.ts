/** Bundles whose sums are right and whose records are not: nothing of them may come in. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { codeFilesOf } from "../../src/app.ts";
import { exportBundle } from "../../src/bundle/export.ts";
import { openFolder } from "../../src/bundle/folder.ts";
import { importBundle } from "../../src/bundle/import.ts";
import { judgeRecords } from "../../src/bundle/judge.ts";
import { linesOf } from "../../src/bundle/lines.ts";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { addOwner, OWNER } from "../store/support.ts";
import { command } from "../support/command.ts";
import { type Engine, freshDir } from "../support/stores.ts";
import { type Edit, forge, rewrite } from "./forge.ts";
import { ERASED, envOf, type Filled, NOW } from "./support.ts";

const CODES: [Edit, RegExp][] = [
  [(code) => Object.assign(code, { id: "../../PWNED" }), /id must be a UUID/],
  [(code) => Object.assign(code, { shareToken: 'evil" "302"; include /etc/passwd; "' }), /shareToken must have/],
  [(code) => Object.assign(code, { type: "bogus" }), /type must be one of/],
  [(code) => Object.assign(code, { name: " " }), /name must not be blank/],
  [(code) => Object.assign(code, { content: "x".repeat(100_000) }), /content must have at most/],
  [(code) => Object.assign(code, { content: "javascript:alert(1)" }), /content /],
  [(code) => Object.assign(code, { category: "c".repeat(101) }), /category must be at most/],
  [(code) => Object.assign(code, { foregroundColor: 'red"/>' }), /foregroundColor must be/],
  [(code) => Object.assign(code, { size: 100_000 }), /size must be/],
  [(code) => Object.assign(code, { errorCorrection: "X" }), /errorCorrection must be/],
  [(code) => Object.assign(code, { style: { modules: "nonsense" } }), /style modules must be/],
  [(code) => Object.assign(code, { style: { quietZone: -5 } }), /style quietZone must be/],
  [(code) => Object.assign(code, { style: { more: 1 } }), /style has "more"/],
  [(code) => Object.assign(code, { createdAt: "+275760-09-13T00:00:00Z" }), /createdAt must be/],
  [(code) => Object.assign(code, { scanCount: -1 }), /scanCount must be/],
  [(code) => Object.assign(code, { rawScansFrom: "9999-01-01" }), /rawScansFrom is later/],
  [(code) => Object.assign(code, { owner: "nobody" }), /owner must be an e-mail/],
];

const OTHERS: [kind: string, Edit, RegExp][] = [
  ["versions", (version) => Object.assign(version, { version: 0 }), /version must be/],
  ["versions", (version) => Object.assign(version, { content: "" }), /content must not be blank/],
  ["history", (history) => Object.assign(history, { daily: [["x", 1, "", 1]] }), /daily has an it/],
  ["history", ({ daily }) => Object.assign((daily as unknown[][])[0]!, { 3: 0.5 }), /daily has/],
  ["scans", (scan) => Object.assign(scan, { id: "x" }), /id must be a UUID/],
  ["scans", (scan) => Object.assign(scan, { latitude: 91 }), /latitude must be/],
  ["scans", (scan) => Object.assign(scan, { qrCodeId: scan.id }), /belongs to no code/],
  ["styles", (style) => Object.assign(style, { style: [] }), /style must be an object/],
  ["logos", (logo) => Object.assign(logo, { file: "../logo.png" }), /file must be named/],
  ["logos", (logo) => Object.assign(logo, { hash: "0".repeat(64) }), /hash is not that of/],
  ["erased", (erased) => Object.assign(erased, { token: "a b" }), /token must have/],
  ["owners", (owner) => Object.assign(owner, { suspended: "no" }), /suspended must be/],
];

type Told = Record<string, unknown> & Record<"parts" | "counts", Record<string, unknown>>;

export function hostileBundles(engine: Engine, service: () => Filled): void {
  const dir = join(freshDir(), "bundle");
  const { files, close } = codeFilesOf("https://codes.example", async () => null);
  const writeTo = async (target: string, purpose = "test") => {
    const sink = await openFolder(target, purpose);
    return service().app.store.snapshot((reader) =>
      exportBundle({ ...files, reader, sink, now: NOW, baseUrl: "https://codes.example", basePath: "" }),
    );
  };
  before(async () => {
    await writeTo(dir);
    await close();
  });
  const forged = (change: (copy: string) => void): string => {
    const copy = join(freshDir(), "bundle");
    cpSync(dir, copy, { recursive: true });
    change(copy);
    return copy;
  };

  it("are refused by file and line, whatever is wrong with a record", async () => {
    const { manifest, problems } = await verifyBundle(dir);
    assert.deepEqual(problems, []);
    const cases = [...CODES.map(([edit, said]) => ["codes", edit, said] as const), ...OTHERS];
    const copy = forged(() => {});
    for (const [kind, edit, said] of cases) {
      const kept = ["manifest.json", "SHA256SUMS", `data/${kind}-00001.ndjson`];
      forge(copy, kind, edit);
      const [problem = "nothing"] = await judgeRecords(copy, manifest);
      assert.match(problem, said);
      assert.match(problem, new RegExp(`^data/${kind}-00001.ndjson line 1: |^logos/`));
      for (const path of kept) cpSync(join(dir, path), join(copy, path));
    }
    const [problem] = await judgeRecords(dir, manifest, async () => "is no picture");
    assert.match(problem!, /^logos\/.*png: is no picture/);
  });

  it("are refused when their manifest tells of more or less, or of days to come", async () => {
    const told = async (change: (manifest: Told) => void) => {
      const copy = forged((to) => {
        rewrite(join(to, "manifest.json"), (text) => {
          const manifest = JSON.parse(text);
          change(manifest);
          return JSON.stringify(manifest);
        });
      });
      return verifyBundle(copy).then(
        ({ problems }) => problems[0] ?? "nothing",
        (error: Error) => error.message,
      );
    };
    assert.match(await told(({ parts }) => (parts.scans = 0)), /0 files of scans, and 1 are listed/);
    assert.match(await told(({ parts }) => (parts.codes = "1")), /parts codes must be a whole/);
    assert.match(await told(({ counts }) => (counts.scans = 5)), /tells of \d+ scans, and there/);
    assert.match(await told(({ counts }) => (counts.codes = -1)), /counts codes must be/);
    assert.match(await told((all) => (all.valuesFrom = "9999-01-01")), /valuesFrom is later/);
    assert.match(await told((all) => delete all.madeAt), /madeAt must be a time/);
  });

  it("cannot make a line that nobody can hold", async () => {
    const file = join(freshDir(), "lines");
    writeFileSync(file, "a\u2028b\nc\r\n\n");
    assert.deepEqual(await Array.fromAsync(linesOf(file)), ["a\u2028b", "c\r", ""]);
    writeFileSync(file, `short\n${"x".repeat(100)}`);
    await assert.rejects(Array.fromAsync(linesOf(file, 50)), /line 2 has more than 50 bytes/);
  });

  it("once inside, write to no other folder, and one that cannot be drawn is named", async () => {
    const { db } = service().app.store.auth;
    const [, , odd] = service().codes;
    const change = (type: string) => db.updateTable("codes").set({ type }).where("id", "=", odd!.id).execute();
    await change("bogus");
    const target = join(freshDir(), "bundle");
    const { undrawn } = await writeTo(target).finally(() => change("social"));
    assert.equal(undrawn.length, 1);
    assert.match(undrawn[0]!, new RegExp(`^${odd!.shareToken} \\("Social"\\): `));
    assert.equal(readFileSync(join(target, "images/not-drawn.txt"), "utf8"), `${undrawn[0]}\n`);
    const folder = await openFolder(join(freshDir(), "bundle"), "test");
    for (const path of ["../PWNED", "images/../../PWNED", "/tmp/PWNED", "images\\x"]) {
      await assert.rejects(folder.put(path, ""), /is no path in a bundle/);
    }
  });

  it("are not what an unfinished folder becomes: files of others stay, old ones go", async () => {
    const target = join(freshDir(), "bundle");
    await openFolder(target, "test");
    cpSync(join(dir, "data"), join(target, "data"), { recursive: true });
    writeFileSync(join(target, "data/scans-00099.csv"), "");
    writeFileSync(join(target, "letter.txt"), "mine");
    await assert.rejects(openFolder(target, "test"), /not of the bundle.*: letter\.txt\.$/);
    assert.equal(readFileSync(join(target, "letter.txt"), "utf8"), "mine");
    rmSync(join(target, "letter.txt"));
    await writeTo(target);
    assert.deepEqual((await verifyBundle(target)).problems, []);
  });

  it("with a great many counts of one code come in by lots", async () => {
    const copy = forged((to) =>
      forge(to, "history", (history) => {
        const daily = Array.from({ length: 12_000 }, (_, i) => ["os", 20_000, `os ${i}`, 1]);
        Object.assign(history, { daily });
      }),
    );
    const store = await engine.fresh();
    await addOwner(store);
    const sizes: number[] = [];
    const intake = {
      ...store.intake,
      addBelongings(rows: Parameters<typeof store.intake.addBelongings>[0]) {
        sizes.push(rows.reduce((sum, { history }) => sum + history.daily.length, 0));
        return store.intake.addBelongings(rows);
      },
    };
    const owners = { find: async () => OWNER, take: async () => OWNER };
    await importBundle({
      dir: copy,
      store: { ...store, intake },
      owners,
      isDryRun: false,
      now: NOW,
      personOf: async () => OWNER,
      refuse: assert.fail,
    });
    assert.ok(sizes.length >= 3 && Math.max(...sizes) <= 10_000, sizes.join(" "));
    const { db } = store.auth;
    const held = db.selectFrom("scan_daily").select("value").where("value", "like", "os %");
    assert.equal((await held.execute()).length, 12_000);
    await store.close();
  });

  it("name each code that is here and not as it was, with the reason", async () => {
    const { app, codes, email } = service();
    const { db } = app.store.auth;
    const { id } = (await app.store.users.findByEmail(email))!;
    const said = async (ownerId: string) => {
      const lines: string[] = [];
      const report = await importBundle({
        dir,
        store: app.store,
        isDryRun: true,
        now: NOW,
        owners: { find: async () => ownerId, take: async () => ownerId },
        personOf: async () => null,
        refuse: (line: string) => lines.push(line),
      });
      return { ...report, lines };
    };
    const others = await said("somebody else");
    assert.equal(others.there, 0);
    assert.equal(others.refused, others.lines.length);
    assert.match(others.lines[0]!, /belongs to another account here/);
    const change = (deleted_at: number | null, erased_at: number | null) =>
      db.updateTable("codes").set({ deleted_at, erased_at }).where("id", "=", codes[3]!.id).execute();
    await change(NOW, null);
    assert.match((await said(id)).lines.join(), /^\S+ \("Long"\): is in the bin here: restore it$/);
    await change(NOW, NOW);
    assert.match((await said(id)).lines.join(), /^\S+ \("Long"\): was erased here/);
    await change(null, null);
    assert.deepEqual((await said(id)).lines, []);
  });

  it("make accounts as they were, and end with 1 when nothing could come in", async () => {
    const { email } = service();
    const told = { name: "Ada L.", contact: "ada@example.com", plan: "gold", suspended: true };
    const copy = forged((to) => forge(to, "owners", (owner) => Object.assign(owner, told)));
    const place = await engine.migratedPlace();
    const first = await command(["import", copy], { env: envOf(place) });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /had the plan "gold", which is not known here: now "free"/);
    const store = await engine.open(place);
    const [erased] = await store.intake.find([], [ERASED]);
    assert.equal(erased?.isErased, true);
    const made = (await store.users.findByEmail(email))!;
    const { name, contact, plan, suspended } = made;
    assert.deepEqual({ name, contact, plan, suspended }, { ...told, plan: "free" });
    await store.close();
    const again = await command(["import", copy, "--owner", "bob@example.com"], { env: envOf(place) });
    assert.equal(again.code, 1);
    assert.match(again.stderr, /belongs to another account here/);
  });
}
