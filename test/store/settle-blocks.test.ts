/** Which blocks settling reads to learn whether the scans of a journal that is read again are stored. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { createPipelines, type Pipeline } from "../../src/database/postgres/pipeline.ts";
import { createPool } from "../../src/database/postgres/pool.ts";
import { openDatabase } from "../../src/database/sqlite/database.ts";
import { unpackBlock } from "../../src/scans/block.ts";
import { split } from "../../src/scans/columns.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { replaceBlock } from "../../src/scans/pack.queries.ts";
import type { RunLines } from "../../src/scans/run-lines.ts";
import type { SettleReport } from "../../src/scans/scan.ts";
import { createSettle, SETTLING } from "../../src/scans/settle.postgres.ts";
import { createSettle as createSqliteSettle } from "../../src/scans/settle.sqlite.ts";
import { DAY_MS, HOUR_MS } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { journalRows } from "../support/settle.ts";
import { type Engine, onEachEngine, type TestPlace } from "../support/stores.ts";
import { dbOf, packAll } from "./steps.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

const SCANS = 60;
const BLOCKS = 12;
const PLACEMENTS = 10;

type Settle = (rows: readonly RunLines[]) => Promise<SettleReport>;
type OnRows = (rows: readonly Row[]) => void | Promise<void>;

interface Row {
  n?: number;
  runs?: Uint8Array;
  ids?: Uint8Array;
}

/** Settles on the thread of the test, and waits for `onRows` with what each statement returns. */
function openSettle({ name }: Engine, place: TestPlace, test: TestContext, onRows: OnRows): Settle {
  if (name === "postgres") {
    const pool = createPool(place.databaseUrl!, { max: 1, statementMs: 0, ...SETTLING });
    test.after(pool.end);
    const inTransaction = createPipelines(pool);
    const send = async (trx: Pipeline, statement: RawBuilder<unknown>) => {
      const rows = await trx.send(statement);
      await onRows(rows as Row[]);
      return rows;
    };
    return createSettle(
      (work) => inTransaction((trx) => work({ send: (statement) => send(trx, statement) as never })),
      DAY_MS,
    );
  }
  const sqlite = openDatabase(join(place.dataDir, "tessera.db"), false);
  test.after(() => sqlite.db.close());
  const prepare = sqlite.db.prepare.bind(sqlite.db);
  sqlite.db.prepare = (text) => {
    const statement = prepare(text);
    for (const method of ["all", "get"] as const) {
      const call = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      statement[method] = (...values: unknown[]) => {
        const rows = call(...values);
        onRows([rows ?? []].flat() as Row[]);
        return rows as never;
      };
    }
    return statement;
  };
  return createSqliteSettle(sqlite, DAY_MS);
}

/** A code with scans through many placements in several blocks of a month, and the rows of its journal. */
async function prepare(engine: Engine, test: TestContext, onRows: OnRows = () => {}) {
  const place = await engine.migratedPlace();
  const store = await engine.open(place);
  const code = await freshCode(store, NOON);
  const other = await freshCode(store, NOON);
  const of = { workspaceId: WORKSPACE, codeId: code.id };
  const placements = Array.from({ length: PLACEMENTS }, (_, i) => {
    return { id: createIds(Date.now)(), name: `${i}`, token: createToken(), isSlug: false, createdAt: NOON };
  });
  assert.equal(await store.placements.create(of, placements), null);
  const lineAt = (at: number, i: number) =>
    scanLine(createIds(() => at)(), code.id, at, '["d","b","o"]', '["DE",null,1,1]', null, placements[i % 10]!.id);
  const stored = Array.from({ length: SCANS }, (_, i) => lineAt(NOON + i * HOUR_MS, i));
  const lost = [0, SCANS - 1].map((i) => lineAt(NOON + i * HOUR_MS + 1, i));
  const rows = journalRows([...stored, ...lost]);
  const settle = openSettle(engine, place, test, onRows);
  await settle([...rows.slice(0, SCANS), { ...rows.at(-1)!, lines: "" }]);
  await packAll(store, [code.num]);
  await splitBlock(store, code.num);
  return { store, of, other, placements, settle, rows };
}

async function splitBlock(store: Store, codeNum: number): Promise<void> {
  const db = dbOf(store);
  const block = await db.selectFrom("scan_blocks").selectAll().executeTakeFirstOrThrow();
  const parts = split(unpackBlock(block, block.month), SCANS / BLOCKS);
  await db.transaction().execute(async (trx) => {
    for (const [n, part] of parts.entries()) await replaceBlock(trx, { codeNum, month: block.month, n }, part);
  });
}

onEachEngine("Settling scans again that are packed", (engine) => {
  it("reads each block once at most, and only if it may have one of them", async (test) => {
    let count = 0;
    const { store, of, other, placements, settle, rows } = await prepare(engine, test, (some) => {
      count += some.filter(({ ids }) => ids).length;
    });
    const read = () => {
      const before = count;
      count = 0;
      return before;
    };
    assert.equal((await settle(rows.slice(0, SCANS))).recovered, 0);
    assert.equal(read(), BLOCKS);
    assert.equal((await settle(rows.slice(10, 15))).recovered, 0);
    assert.equal(read(), 1);
    // Scans of a placement that moves are maybe packed with those of another code.
    await store.placements.move(of, placements[0]!.id, other.id, NOON);
    await packAll(store, [other.num]);
    assert.equal((await settle(rows)).recovered, 2);
    assert.ok(read() <= BLOCKS + 1);
    assert.equal((await settle(rows)).recovered, 0, "once");
    assert.deepEqual(await store.scans.check(), []);
  });

  if (engine.name === "postgres")
    it("begins again if blocks are changed meanwhile, so that no scan is missed and settled twice", async (test) => {
      let changes = 0;
      const { store, settle, rows } = await prepare(engine, test, async (some) => {
        if (changes !== 1 || !some.some(({ runs, ids }) => runs && !ids)) return;
        changes += 1;
        // As if its scans were packed into a new one.
        await sql`UPDATE scan_blocks SET n = n + 100 WHERE n = 3`.execute(dbOf(store));
      });
      changes = 1;
      assert.equal((await settle(rows.slice(0, SCANS))).recovered, 0);
      assert.equal(changes, 2);
      assert.deepEqual(await store.scans.check(), []);
    });

  it("settles those that are lost although a block is damaged that was packed of other hours", async (test) => {
    const { store, settle, rows } = await prepare(engine, test);
    const db = dbOf(store);
    const last = db.selectFrom("scan_blocks").select(["n", "ids"]).orderBy("n", "desc");
    const { n, ids } = await last.executeTakeFirstOrThrow();
    await db
      .updateTable("scan_blocks")
      .set({ ids: Uint8Array.from(ids).with(3, ids[3]! ^ 1) })
      .where("n", "=", n)
      .execute();
    const { recovered, doubtful } = await settle(rows);
    assert.deepEqual([recovered, doubtful], [1, SCANS / BLOCKS + 1]);
  });
});
