/** Lists find codes by their placements, each indexed in a row of its own. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { sql } from "kysely";
import type { ImportedCode } from "../../src/bundle/bundled.ts";
import { createCodeLists } from "../../src/codes/lists.queries.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { DomainError } from "../../src/shared/errors.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { fillCodes } from "../support/many-codes.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, maintainPatiently, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const OTHER = "another";
/** Enough that a search uses the index of texts. */
const ENOUGH = 600;
const copy = (name: string | null, slug?: string) => ({
  id: createId(),
  name,
  token: slug ?? createToken(),
  isSlug: slug !== undefined,
  createdAt: NOON,
});

onEachEngine("A search for placements", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await addWorkspace(store);
    await addWorkspace(store, OTHER);
    await store.workspaces.join(OTHER, WORKSPACE, "editor", NOON);
    for (const id of [WORKSPACE, OTHER]) await fillCodes(store.auth.db, engine.name, id, ENOUGH, NOON);
  });

  async function create(...copies: ReturnType<typeof copy>[]) {
    const code = newCode(WORKSPACE, NOON);
    await store.codes.create(code);
    const of = { workspaceId: WORKSPACE, codeId: code.id };
    if (copies.length > 0) assert.equal(await store.placements.create(of, copies), null);
    const { num } = (await store.codes.find(WORKSPACE, code.id))!;
    return { ...code, num, of };
  }

  /** Ids of the codes: by the index, along the newest codes, and along the newest matches. */
  async function assertFinds(q: string, expected: readonly { num: number }[], workspaceId = WORKSPACE) {
    const nums = expected.map(({ num }) => num);
    const wanted = { workspaceId, now: NOON, sort: "newest", limit: 10, offset: 0 } as const;
    const size = { newest: 5000, searched: 5000, tagged: 5000, walked: 5000 };
    for (const counted of [5000, 0]) {
      const lists = createCodeLists(store.auth.db, engine.name, { counted, ...size });
      for (const filter of [{ q }, { q, state: "active" as const }]) {
        const found = await lists.find({ ...wanted, filter });
        assert.deepEqual(found.nums, nums, `${q} ${JSON.stringify({ ...filter, counted })}`);
      }
    }
  }

  it("follows names, also of blank copies, and finds a code once", async () => {
    const [door, blank] = [copy("Harbour door"), copy(null)];
    const code = await create(door, blank, copy("Harbour window", "harbour-quay"));
    const later = await create(copy("harbour gate"));
    await assertFinds("HARBOUR", [later, code]);
    await assertFinds("harbour door", [code]);
    await assertFinds("ur-qu", [code]);
    // A text is looked for in each name alone.
    await assertFinds("door harbour", []);
    await store.placements.change(code.of, [blank.id], { name: "Lighthouse ΟΔΟΣ" }, NOON, true);
    await assertFinds("lighthouse οδος", [code]);
    await store.placements.change(code.of, [door.id], { name: "Mole" }, NOON);
    await assertFinds("harbour door", []);
    await assertFinds("mole", [code]);
    await store.placements.change(code.of, [door.id], { isPaused: true }, NOON);
    await assertFinds("mole", [code]);
    assert.equal(await store.placements.remove(code.of, [door.id, blank.id], NOON), 2);
    await assertFinds("mole", []);
    await assertFinds("lighthouse", []);
    await assertFinds("harbour", [later, code]);
  });

  it("follows a placement to another code, and is right about its name there", async () => {
    const walker = copy("Zeppelin hall", "zeppelin-hall-9");
    const [from, to] = [await create(walker, copy("Zeppelin roof")), await create()];
    await store.placements.move(from.of, walker.id, to.id, NOON, { name: "Airship hall" });
    await assertFinds("zeppelin hall", []);
    await assertFinds("airship", [to]);
    await assertFinds("zeppelin-hall", [to]);
    await assertFinds("zeppelin", [to, from]);
    await assert.rejects(store.placements.move(to.of, walker.id, from.id, NOON), ({ details }: DomainError) =>
      /scans of the last move are being moved/.test(details![0]!.message),
    );
    await assertFinds("airship", [to]);
  });

  it("follows a code to another workspace, into the bin and back, and forgets what is erased", async () => {
    const [kiosk, bench] = [copy("Kiosk ÄÖ"), copy("Park bench")];
    const code = await create(kiosk, bench, copy(null));
    const bin = async (workspaceId: string) => {
      const { codes } = await store.codes.list(workspaceId, { q: "park bench", state: "deleted" }, NOON, 10);
      return codes.map(({ id }) => id);
    };
    const move = { id: code.id, from: WORKSPACE, to: OTHER, userId: WORKSPACE, now: NOON };
    assert.equal(typeof (await store.codes.move(move)), "object");
    await assertFinds("kiosk äö", []);
    await assertFinds("kiosk äö", [code], OTHER);
    assert.ok(await store.codes.remove(OTHER, code.id, NOON));
    await assertFinds("park bench", [], OTHER);
    assert.deepEqual([await bin(OTHER), await bin(WORKSPACE)], [[code.id], []]);
    assert.ok(await store.codes.restore(OTHER, code.id, NOON));
    await assertFinds("park bench", [code], OTHER);
    const of = { ...code.of, workspaceId: OTHER };
    await store.placements.change(of, [bench.id], { name: "Park gate" }, NOON);
    await assertFinds("park gate", [code], OTHER);
    assert.ok(await store.codes.remove(OTHER, code.id, NOON));
    await maintainPatiently(store, NOON + BIN_MS + DAY_MS);
    await assertFinds("park gate", [], OTHER);
    await assertFinds("kiosk", [], OTHER);
    if (engine.name === "postgres") return;
    const left = sql`SELECT rowid FROM code_search WHERE rowid >> 32 = ${code.num}`;
    assert.deepEqual((await left.execute(store.auth.db)).rows, []);
  });

  it("finds an imported code once the import is complete", async () => {
    const code: ImportedCode = {
      ...newCode(WORKSPACE, NOON),
      ...{
        isSlug: false,
        style: null,
        page: null,
        routing: null,
        madeBy: null,
        expiresFixed: false,
        expiresBefore: null,
      },
      ...{ deletedAt: null, scanCount: 0, renewedAt: NOON, tags: [] },
    };
    const history = { days: [], visitors: [], uncounted: [], imported: [], changes: [] };
    const [num] = (await store.importer.reserve([code])) as [number];
    const belongings = (name: string) => ({
      num,
      versions: [],
      placements: [{ ...copy(name), isPaused: false, scanCount: 0 }],
      history,
    });
    await store.importer.addCodeData([belongings("Observatory stairs")]);
    await assertFinds("observatory", []);
    await store.importer.clear([{ num, code }]);
    await store.importer.addCodeData([belongings("Observatory dome")]);
    await store.importer.finish([{ num, code }], NOON);
    await assertFinds("observatory", [{ num }]);
    await assertFinds("observatory stairs", []);
  });

  if (engine.name === "postgres") return;
  it("finds codes whose rows of the index have numbers beyond those that are exact in JavaScript", async () => {
    const large = await engine.fresh();
    await addWorkspace(large);
    await fillCodes(large.auth.db, engine.name, WORKSPACE, ENOUGH, NOON);
    const most = 2 ** 31 - 2;
    await sql`UPDATE sqlite_sequence SET seq = ${most} WHERE name = 'codes'`.execute(large.auth.db);
    await sql`UPDATE sqlite_sequence SET seq = ${2 ** 32 - 3} WHERE name = 'placements'`.execute(large.auth.db);
    const code = newCode(WORKSPACE, NOON);
    await large.codes.create(code);
    const [one, two] = [copy("Summit hut"), copy("Summit cross")];
    assert.equal(await large.placements.create({ workspaceId: WORKSPACE, codeId: code.id }, [one, two]), null);
    for (const q of ["summit hut", "summit cross"]) {
      const { codes } = await large.codes.list(WORKSPACE, { q }, NOON, 10);
      assert.deepEqual(
        codes.map(({ id, num }) => [id, num]),
        [[code.id, most + 1]],
        q,
      );
    }
  });
});

onEachEngine("Naming a placement", (engine) => {
  it("writes the same, however many the code has", async () => {
    const place = await engine.place();
    const store = await engine.open(place);
    const { db } = store.auth;
    await addWorkspace(store);
    const log = join(place.dataDir, "tessera.db-wal");
    /** What is written until 20 of the placements have a name: rows of codes, and on SQLite bytes. */
    async function written(count: number) {
      const code = newCode(WORKSPACE, NOON);
      await store.codes.create(code);
      const of = { workspaceId: WORKSPACE, codeId: code.id };
      const copies = Array.from({ length: count }, (_, i) => copy(`Table ${i} by the window`));
      for (let i = 0; i < count; i += 1000) {
        assert.equal(await store.placements.create(of, copies.slice(i, i + 1000)), null);
      }
      const row = async () => (engine.name === "postgres" ? await versionOf(code.id) : undefined);
      const version = await row();
      if (engine.name === "sqlite") await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
      for (const { id, name } of copies.slice(-20)) {
        await store.placements.change(of, [id], { name: `${name}, upstairs` }, NOON);
      }
      assert.deepEqual(await row(), version, "the code's row is as it was");
      return engine.name === "sqlite" ? statSync(log).size : 0;
    }
    /** Where the row is: PostgreSQL writes a changed one elsewhere. */
    const versionOf = async (id: string) =>
      (await sql<{ at: string }>`SELECT ctid::text AS at FROM codes WHERE id = ${id}`.execute(db)).rows[0]!.at;
    const [few, many] = [await written(20), await written(10_000)];
    assert.ok(many <= 2 * few, `${many} bytes instead of ${few}`);
    await store.close();
  });
});
