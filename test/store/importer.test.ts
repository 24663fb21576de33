/** Codes that are being imported while the service runs. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { sql, type Transaction } from "kysely";
import { Client } from "pg";
import type { ForgottenDay, ImportedCode } from "../../src/bundle/bundled.ts";
import { allLabels } from "../../src/codes/draft.ts";
import { takeImported } from "../../src/codes/taken-tokens.queries.ts";
import type { Tables } from "../../src/database/tables.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(() => NOON);

const intakeOf = (fields: Partial<ImportedCode> = {}): ImportedCode => ({
  id: createId(),
  workspaceId: WORKSPACE,
  name: "Menu",
  type: "url",
  token: "comingcoming",
  content: "https://example.com",
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
  size: 512,
  errorCorrection: "M",
  ...allLabels({}),
  isPublic: true,
  isFavorite: false,
  style: null,
  page: null,
  routing: null,
  createdAt: NOON,
  updatedAt: NOON,
  deletedAt: null,
  scanCount: 0,
  madeBy: null,
  expiresAt: NOON + 365 * DAY_MS,
  expiresFixed: false,
  expiresBefore: null,
  renewedAt: NOON,
  tags: [],
  ...fields,
});

onEachEngine("A code that is being imported", (engine) => {
  it("is not erased half-way, however long it had been deleted: it is imported completely, and then erased", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const code = intakeOf({ deletedAt: NOON, scanCount: 1 });
    const now = NOON + BIN_MS + DAY_MS;
    const [num] = await store.importer.reserve([code]);
    await store.maintain(now, undefined);
    const day = dayOf(NOON);
    const uncounted = [{ day, reason: "crawler", count: 1 }];
    const forgotten: ForgottenDay = {
      day,
      quarters: [[48, 1]],
      agents: [[["mobile", "Safari", "iOS"], 1]],
      places: [[["DE", "Berlin", 52.5, 13.4], 1]],
      placements: [],
      routes: [],
    };
    const visitors = [{ from: day * 96, quarters: 96, visitors: 1, scans: 1 }];
    const history = { days: [forgotten], visitors, uncounted, imported: [], changes: [] };
    await store.importer.addCodeData([{ num: num!, versions: [], placements: [], history }]);
    for (let i = 0; i < 2; i++) await store.importer.finish([{ num: num!, code }], now);
    const told = await store.audit.page(WORKSPACE, { kind: "code", limit: 2 });
    assert.deepEqual(
      told.map(({ action, subject, count }) => [action, subject, count]),
      [["code.imported", { id: code.id, name: code.name, displayName: null, exists: false }, 1]],
    );
    const [found] = await store.importer.find([code.id], []);
    assert.deepEqual([found!.isImporting, found!.isInBin, found!.workspaceId], [false, true, WORKSPACE]);
    await store.maintain(now, undefined);
    const [gone] = await store.importer.find([code.id], []);
    assert.ok(gone!.isErased);
    for (const table of ["scan_blocks", "scan_visitors", "uncounted_daily"] as const) {
      const left = await store.auth.db.selectFrom(table).selectAll().execute();
      assert.deepEqual(left, [], table);
    }
  });

  it("does not get a token that a placement took meanwhile, in this or another case", async () => {
    const store = await engine.emptied();
    const { id: codeId } = await freshCode(store, NOON);
    const of = { workspaceId: WORKSPACE, codeId };
    for (const token of ["summer-menu", "supermarkets"]) {
      const placement = { id: createId(), name: "Door", token, isSlug: true, createdAt: NOON };
      assert.equal(await store.placements.create(of, [placement]), null);
    }
    for (const token of ["summer-menu", "Summer-Menu", "supermarkets"]) {
      await assert.rejects(store.importer.reserve([intakeOf({ token })]), /taken during the import/, token);
    }
    const others = [
      intakeOf({ token: "Other" }),
      intakeOf({ token: "OTHER" }),
      intakeOf({ token: "new", isSlug: true }),
    ];
    assert.equal((await store.importer.reserve(others)).length, 3);
    assert.equal((await store.importer.reserve([intakeOf({ token: "other" })])).length, 1);
  });

  it("does not appear if its workspace was removed meanwhile", async () => {
    const store = await engine.emptied();
    await addWorkspace(store, "admin", "admin");
    await addWorkspace(store);
    const code = intakeOf();
    const [num] = await store.importer.reserve([code]);
    await store.accounts.remove(WORKSPACE, NOON);
    const finish = store.importer.finish([{ num: num!, code }], 1);
    await assert.rejects(finish, /A workspace .* was removed during the import/);
    assert.deepEqual(await store.codes.findByTokens([code.token]), []);
    assert.equal(await store.importer.unfinished(), 1);
  });

  it("keeps its logo, as an existing code does", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const [id] = await store.importer.addLogos([
      {
        id: createId(),
        workspaceId: WORKSPACE,
        width: 1,
        height: 1,
        hash: "hash",
        createdAt: NOON,
        bytes: new Uint8Array([1]),
      },
    ]);
    const style = JSON.stringify({ logo: { id, scale: 0.2 } });
    await store.importer.reserve([intakeOf({ style })]);
    assert.deepEqual(await store.logos.remove(WORKSPACE, id!, 1), { codes: 1, styles: 0, brands: 0 });
    assert.ok(await store.logos.bytes(WORKSPACE, id!));
  });
});

onEachEngine("An import and a placement that take the same token at the same moment", (engine) => {
  if (engine.name === "sqlite") return;

  // One has the shape of our own tokens, the other does not.
  for (const token of ["supermarkets", "Summer-Menu"]) {
    const slug = token.toLowerCase();

    it(`do not both get ${token}, whichever comes first`, async () => {
      const place = await engine.migratedPlace();
      const [one, other] = [await engine.open(place), await engine.open(place)];
      const { id } = await freshCode(one);
      const placement = { id: createId(), name: "Door", token: slug, isSlug: true, createdAt: NOON };
      const create = () => one.placements.create({ workspaceId: WORKSPACE, codeId: id }, [placement]);
      const client = new Client({ connectionString: place.databaseUrl! });
      await client.connect();
      const waiting = (count: number) => lockWaits(one.auth.db, count);

      // The import has its code and waits; the placement waits for the import.
      const code = intakeOf({ token });
      const gate = Promise.withResolvers<void>();
      const importing = other.auth.db.transaction().execute(async (trx: Transaction<Tables>) => {
        await sql`INSERT INTO codes (id, workspace_id, name, type, content, token, foreground, background, size, level,
          is_public, is_favorite, created_at, updated_at) VALUES (${code.id}, '', '', 'url', '', ${token}, '', '', 1, 'M',
          0, 0, 0, 0)`.execute(trx);
        assert.equal((await takeImported(trx, [{ token }])).size, 0);
        const creating = create();
        await waiting(1);
        gate.resolve();
        return { creating };
      });
      await gate.promise;
      const { creating } = await importing;
      assert.deepEqual(await creating, { taken: new Set([slug]) });
      await sql`DELETE FROM codes WHERE id = ${code.id}`.execute(one.auth.db);
      await sql`DELETE FROM taken_tokens`.execute(one.auth.db);

      // The placement has looked for codes with its token, and waits; the import waits for the placement.
      await client.query("BEGIN; LOCK TABLE placements IN SHARE ROW EXCLUSIVE MODE");
      const created = create();
      await waiting(1);
      const reserved = assert.rejects(other.importer.reserve([code]), /was taken during the import/);
      await waiting(2);
      await client.query("ROLLBACK");
      assert.equal(await created, null);
      await reserved;
      await client.end();
    });
  }
});
