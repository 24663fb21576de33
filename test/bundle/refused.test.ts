/** What an import refuses or leaves out, which does not depend on the engine. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { sql } from "kysely";
import { sha256 } from "../../src/bundle/format.ts";
import { importBundle } from "../../src/bundle/import.ts";
import { readManifest, verifyBundle } from "../../src/bundle/verify.ts";
import { BadLogo } from "../../src/rendering/errors.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import type { Store } from "../../src/store/store.ts";
import { WORKSPACE } from "../store/support.ts";
import { command } from "../support/command.ts";
import { newCode } from "../support/fixtures.ts";
import { freshDir, onSqlite } from "../support/stores.ts";
import { forge, forgeLines } from "./forge.ts";
import { envOf, intoOne, NOW } from "./support.ts";
import { useBundle } from "./use-bundle.ts";

const TABLES = [
  ...["user", "account", "codes", "importing", "code_counters", "code_versions", "styles", "logos", "brands"],
  ...["scans", "scan_blocks", "scan_visitors", "agents", "places", "uncounted_daily", "imported_counts"],
  ...["meta", "secrets", "workspaces", "members"],
];

/** The number of rows of each table, and the rows of meta. */
async function rowsOf({ auth: { db } }: Store): Promise<unknown[]> {
  const counts = TABLES.map(async (table) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.id(table)}`.execute(db);
    return `${table} ${rows[0]!.n}`;
  });
  return [...(await Promise.all(counts)), ...(await db.selectFrom("meta").selectAll().execute())];
}

onSqlite("A bundle on its way in", (engine) => {
  const use = useBundle(engine);
  const { dir, copyOf, takeIn, emptyStore } = use;

  it("changes nothing when it is refused", async () => {
    const rows = await rowsOf(use.filled.app.store);
    const run = (from: string, ...more: string[]) => command(["import", from, ...more], { env: use.filled.env });
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
    assert.match(readFileSync(report, "utf8"), /^(?:Skipped: [^\n]* belongs to another workspace[^\n]*\n)+$/);
    await use.filled.app.store.importer.alone(async () => {
      const second = await run(dir, "--same");
      assert.match(second.stderr, /^tessera: Another import of a bundle is running; /m);
      assert.equal((await run(dir, "--same", "--dry-run")).code, 0);
    });
    assert.match((await run(dir, "--same")).stdout, /Imported 0 codes and 0 scans; 17 already existed/);
    assert.deepEqual(await rowsOf(use.filled.app.store), rows);
  });

  it("is imported in batches if a record is very large", async () => {
    const agents = Array.from({ length: 3000 }, (_, i) => [["mobile", `browser ${i}`, "iOS"], 1]);
    const day = (at: number) => ({
      day: at,
      quarters: [[48, 3000]],
      agents,
      places: [[["DE", "Berlin", 52.5, 13.4], 3000]],
      placements: [],
    });
    const copy = copyOf((to) => {
      forge(to, "history", (history) => Object.assign(history, { days: [20_000, 20_001, 20_002, 20_003].map(day) }));
      forge(to, "codes", (code) => Object.assign(code, { scanCount: Number(code.scanCount) + 12_000 }));
    });
    const store = await emptyStore();
    const sizes: number[] = [];
    const importer = {
      ...store.importer,
      addCodeData(rows: Parameters<typeof store.importer.addCodeData>[0]) {
        sizes.push(rows.reduce((sum, { history }) => sum + history.days.length, 0));
        return store.importer.addCodeData(rows);
      },
    };
    await takeIn(store, importer, copy);
    assert.ok(sizes.length >= 3 && Math.max(...sizes) <= 2, sizes.join(" "));
    const held = store.auth.db.selectFrom("agents").select("id").where("browser", "like", "browser %");
    assert.equal((await held.execute()).length, 3000);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("names each existing code that differs, with the reason", async () => {
    const { app, codes, email } = use.filled;
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
          isOwn: false,
          personOf: async () => null,
          warn: assert.fail,
          readLogo,
          shareRule: () => null,
        },
        targets: intoOne(workspaceId),
        refuse: (line: string) => void lines.push(line),
      };
      const { there, refused } = await importBundle(options, readManifest(dir));
      assert.deepEqual([there + refused, refused], [17, lines.length]);
      return lines.join("\n");
    };
    assert.match(await namedFor("somebody else"), /belongs to another workspace here/);
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

  it("leaves out a code whose external ID another code of the workspace has, and names it", async () => {
    const store = await emptyStore();
    const held = newCode(WORKSPACE, NOW, { externalId: "menu-7" });
    await store.codes.create(held);
    const refused: string[] = [];
    await takeIn(store, store.importer, dir, (problem) => void refused.push(problem));
    assert.equal(refused.length, 1, refused.join("\n"));
    assert.match(refused[0]!, /its externalId belongs to another code here$/);
    assert.deepEqual(await store.scans.check(), []);
    assert.equal((await store.codes.findExternal(WORKSPACE, "menu-7", NOW))!.id, held.id);
  });

  it("is refused if two codes of a workspace have the same external ID", async () => {
    const twice = copyOf((copy) =>
      forgeLines(copy, "codes", (lines) =>
        lines.map((line) => JSON.stringify({ ...JSON.parse(line), externalId: "twice" })),
      ),
    );
    const { problems } = await verifyBundle(twice);
    assert.match(problems.join("\n"), /codes\.ndjson line \d+: externalId is in its workspace twice/);
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
    const copy = copyOf((to) =>
      forge(to, "workspaces", (workspace) => {
        const { name, contact, plan, suspended } = told;
        const [member] = workspace.members as object[];
        const oddly = { email: "odd@example.com", name: "Odd\r\n\u001b[31mname", role: "viewer", suspended: false };
        Object.assign(workspace, {
          contact,
          plan,
          accountPlan: plan,
          members: [{ ...member, name, suspended }, oddly],
        });
      }),
    );
    const first = await command(["import", copy, "--same"], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /had the plan "gold", which does not exist here, and gets "free"/);
    const store = await engine.open({ dataDir, databaseUrl: undefined });
    const { name, workspaceId, plan, suspended } = (await store.users.findByEmail(use.filled.email))!;
    const { contact } = (await store.workspaces.find(workspaceId))!;
    assert.deepEqual({ name, contact, plan, suspended }, { ...told, plan: "free" });
    assert.equal((await store.users.findByEmail("odd@example.com"))!.name, "odd");
    await store.close();
    const badOwner = await command(["import", dir, "--owner", "new at example"], { env });
    assert.equal(badOwner.code, 2);
    assert.match(badOwner.stderr, /--owner must be an email address/);
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
    const late = { dir, now: 0, isDryRun: true } as Parameters<typeof importBundle>[0];
    await assert.rejects(
      importBundle(late),
      /^Error: Nothing was imported: the bundle has times up to \S+, which are in the future\. .* --same\.$/,
    );
    const logo = await verifyBundle(dir, () => Promise.reject(new BadLogo("type")));
    assert.match(logo.problems[0]!, /logos.ndjson line 1: logos\/.*png: The logo must be a PNG/);
  });

  it("does not bring in codes that lead back to this service, and names them", async () => {
    const content = "https://codes.example/r/abcdefghjkmn";
    const copy = copyOf((to) => forge(to, "codes", (record) => Object.assign(record, { type: "url", content })));
    const store = await emptyStore();
    const lines: string[] = [];
    const { codes, refused } = await takeIn(store, store.importer, copy, (line) => void lines.push(line));
    assert.deepEqual([codes, refused, lines.length], [16, 1, 1]);
    assert.match(lines[0]!, /its content must not be a share URL of this service/);
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
    const store = await emptyStore();
    // It exists the second time, and in the service that it came from.
    for (const from of [copy, copy, dir]) await takeIn(store, store.importer, from);
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
    await takeIn(store, store.importer, copy);
    assert.equal((await logos.execute()).length, 1);
  });
});
