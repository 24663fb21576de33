import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { scanLine, tagText } from "../../src/scans/lines.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS, dayOf, quarterOf } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { until } from "../support/eventually.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { packAll } from "./steps.ts";
import { freshCode, maintainPatiently, NOON, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);
const TEXTS = ['["mobile","Safari","iOS"]', '["DE",null,null,null]'] as const;

onEachEngine("Placements in the store", (engine) => {
  async function filled(store: Store, slug?: string) {
    const code = await freshCode(store, NOON);
    const placement = { id: createId(), name: "Door", token: slug ?? createToken(), isSlug: slug !== undefined };
    const of = { workspaceId: WORKSPACE, codeId: code.id };
    assert.equal(await store.placements.create(of, [{ ...placement, createdAt: NOON }]), null);
    return { code, placement, of };
  }

  it("count each line once, however often its run is settled", async () => {
    const store = await engine.emptied();
    const { code, placement } = await filled(store);
    const rows = journalRows([scansOf(code.id, 9, NOON, [placement.id, null, placement.id]).join("")]);
    for (let i = 0; i < 3; i++) await store.settleScans(rows);
    assert.equal((await store.placements.find(code.num, placement.id))?.scanCount, 6);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are found out by check if their counts are wrong", async () => {
    const store = await engine.emptied();
    const { code, placement } = await filled(store);
    await settleLines(store, scansOf(code.id, 3, NOON, [placement.id]));
    await store.auth.db.updateTable("placements").set({ scan_count: 4 }).execute();
    const [problem, ...others] = await store.scans.check();
    assert.match(problem ?? "", /scanCount is 4, but 3 scans are stored/);
    assert.deepEqual(others, []);
  });

  it("go with an erased code, and their tokens stay taken", async () => {
    const store = await engine.emptied();
    const slug = "front-door";
    const { code, placement } = await filled(store, slug);
    await settleLines(store, [
      ...scansOf(code.id, 3, NOON, [placement.id]),
      uncountedOf(code.id, dayOf(NOON), "head", 1),
    ]);
    await packAll(store, [code.num]);
    const days = [{ from: quarterOf(NOON) - 48, quarters: 96 }];
    const [salt] = await store.visitors.salts(days);
    const late = scanLine(createId(), code.id, NOON, ...TEXTS, tagText(salt!.id, "AAAAAAAAAAA"), placement.id);
    await settleLines(store, [late]);
    assert.equal((await store.auth.db.selectFrom("scan_visitors").selectAll().execute()).length, 1);
    await store.codes.remove(WORKSPACE, code.id, NOON);
    assert.deepEqual(await store.codes.findByTokens([slug]), []);
    await maintainPatiently(store, NOON + BIN_MS + DAY_MS);
    const rows = await store.auth.db.selectFrom("placements").selectAll().execute();
    assert.deepEqual(rows, []);
    if (engine.name === "sqlite") {
      const indexed = await sql`SELECT rowid FROM code_search`.execute(store.auth.db);
      assert.deepEqual(indexed.rows, [], "what lists search");
    }
    for (const table of ["scans", "scan_blocks", "scan_visitors", "uncounted_daily", "erasing"]) {
      assert.deepEqual(await store.auth.db.selectFrom(table).selectAll().execute(), [], table);
    }
    assert.deepEqual([...(await store.codes.takenTokens([slug]))], [slug]);
    const [line] = scansOf(code.id, 1, NOON, [placement.id]);
    assert.equal((await settleLines(store, [line!])).dropped, 1);
  });

  it("are found by their tokens, with the code as it is", async () => {
    const store = await engine.emptied();
    const { code, placement, of } = await filled(store);
    const [found, ...others] = await store.codes.findByTokens([placement.token]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [found?.id, found?.token, found?.placement, found?.isPublic],
      [code.id, placement.token, { id: placement.id, name: "Door" }, true],
    );
    await store.placements.change(of, [placement.id], { isPaused: true }, NOON);
    assert.equal((await store.codes.findByTokens([placement.token]))[0]?.isPublic, false);
    assert.equal((await store.codes.findByTokens([found!.ownToken]))[0]?.isPublic, true);
  });

  it("are told to every node, each by its token", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const other = engine.name === "sqlite" ? store : await engine.open(place);
    const heard = new Set<string | null>();
    other.onCodeChanged((token) => void heard.add(token));
    const { of } = await filled(store);
    const copies = Array.from({ length: 500 }, () => ({ ...copyOf(createToken()), isSlug: false }));
    assert.equal(await store.placements.create(of, copies), null);
    await until(() => copies.every(({ token }) => heard.has(token)));
  });
});

const copyOf = (token: string) => ({ id: createId(), name: "Door", token, createdAt: NOON });
