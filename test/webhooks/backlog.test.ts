/** A day's backlog of a dead receiver: what is read for others does not grow with it, and it is bounded. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
} from "kysely";
import { WithoutLocks } from "../../src/database/sqlite/local-dialect.ts";
import type { Tables } from "../../src/database/tables.ts";
import type { Store } from "../../src/store/store.ts";
import { removeOldDeliveries } from "../../src/webhooks/backlog.queries.ts";
import { createDeliveryQueue } from "../../src/webhooks/queue.queries.ts";
import { noteStatements } from "../../src/webhooks/scan-events.postgres.ts";
import { MAX_NOTED_SCANS, MAX_NOTES_DROPPED, type Webhook } from "../../src/webhooks/webhook.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { scanIds, takeAll, webhookOf } from "../store/webhook-support.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const NOTES = 200_000;
const DELIVERIES = 10_500;
/** Of one scan each; until as many are kept as may be. */
const SETTLEMENTS = 1 + (NOTES - MAX_NOTED_SCANS) / MAX_NOTES_DROPPED;

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** Records the statements and passes them on to the store's database. */
function watched(db: Kysely<Tables>, engine: "sqlite" | "postgres") {
  const statements: CompiledQuery[] = [];
  const connection = {
    executeQuery(query: CompiledQuery) {
      statements.push(query);
      return db.executeQuery(query);
    },
  } as DatabaseConnection;
  const driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const isPostgres = engine === "postgres";
  const watching = new Kysely<Tables>({
    dialect: {
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => driver,
      createIntrospector: (of) => (isPostgres ? new PostgresIntrospector(of) : new SqliteIntrospector(of)),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new WithoutLocks()),
    },
  });
  return { watching, statements };
}

const TABLE = /webhook_(?:deliveries|notes)/;

/** How many rows of the large tables PostgreSQL reads for a statement. */
async function rowsRead(db: Kysely<Tables>, query: CompiledQuery): Promise<number> {
  const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.sql}`;
  const { rows } = await db.executeQuery({ ...query, sql: explain } as CompiledQuery<{
    "QUERY PLAN": { Plan: PlanNode }[];
  }>);
  const read = (node: PlanNode): number => {
    const own = TABLE.test(node["Relation Name"] ?? "")
      ? node["Actual Loops"] *
        (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0))
      : 0;
    return (node.Plans ?? []).reduce((sum, each) => sum + read(each), own);
  };
  return read(rows[0]!["QUERY PLAN"][0]!.Plan);
}

/** What is wrong with SQLite's plan: a scan of a large table, or a sort. */
async function planProblems(db: Kysely<Tables>, query: CompiledQuery): Promise<string[]> {
  const explain = { ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` } as CompiledQuery<{ detail: string }>;
  const { rows } = await db.transaction().execute((trx) => trx.executeQuery(explain));
  const isWrong = (detail: string) => /^SCAN (?:d|n|webhook_\w+)\b/.test(detail) || /TEMP B-TREE/.test(detail);
  return rows.map(({ detail }) => detail).filter(isWrong);
}

onEachEngine("a day's backlog of a dead webhook", (engine) => {
  let store: Store;
  let db: Kysely<Tables>;
  let dead: Webhook;
  let live: Webhook;
  let code: { id: string };

  before(async () => {
    store = await engine.fresh();
    db = store.auth.db;
    dead = await webhookOf(store);
    code = await freshCode(store);
    await sql`INSERT INTO webhook_notes (workspace_id, scan_to, scans, at, data)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(NOTES)})
      SELECT ${WORKSPACE}, i, 1, ${NOON}, '[]' FROM n`.execute(db);
    await db.updateTable("webhook_workspaces").set({ scan_total: NOTES }).execute();
    await sql`INSERT INTO webhook_deliveries (webhook_num, id, type, at, data, tries, next_try)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(DELIVERIES)})
      SELECT ${dead.num}, 'delivery ' || i, 'qrcode.updated', ${NOON}, '{}', i % 2, i % 2 FROM n`.execute(db);
    live = await webhookOf(store);
  });

  it("is bounded by the next settlements, and the number of dropped events is reported", async () => {
    for (let i = 1; i <= SETTLEMENTS; i++) {
      await settleLines(store, scansOf(code.id, 1));
      const { count } = await db
        .selectFrom("webhook_notes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), Math.max(MAX_NOTED_SCANS, NOTES + i - i * MAX_NOTES_DROPPED));
    }
    const dropped = NOTES + SETTLEMENTS - MAX_NOTED_SCANS;
    assert.equal(await store.webhooks.dropped(dead.num), dropped);
    assert.equal(await store.webhooks.dropped(live.num), 0);
    await store.deliveries.gather(dead.num, NOON, randomUUID);
    // The event of the code, made before, was the oldest; 10,000 are kept.
    assert.equal(await store.webhooks.dropped(dead.num), dropped + DELIVERIES + 1 - 10_000);
  });

  it("is not read when looking for work, for a dead or a healthy one", async () => {
    const { watching, statements } = watched(db, engine.name);
    const queue = createDeliveryQueue({
      db: watching,
      listDb: watching,
      engine: engine.name,
      reports: { find: async () => [] } as never,
      leaseNow: () => NOON,
    });
    const ask = async () => {
      assert.ok((await queue.look(NOON)).hasWork);
      await queue.due(NOON);
      await queue.next(dead.num, NOON);
      await queue.oldestWaiting();
    };
    // Paused with everything waiting, failing, and healthy again.
    for (const [failures, until] of [
      [3, NOON + 1],
      [1, 0],
      [0, 0],
    ] as const) {
      await db.updateTable("webhooks").set({ failures, rest_until: until }).where("num", "=", dead.num).execute();
      await ask();
    }
    assert.ok(statements.length >= 12);
    for (const query of statements) {
      if (engine.name === "postgres") assert.ok((await rowsRead(db, query)) <= 4, query.sql);
      else assert.deepEqual(await planProblems(db, query), [], query.sql);
    }
  });

  it("does not keep a healthy one from being served", async () => {
    await db
      .updateTable("webhooks")
      .set({ failures: 5, rest_until: NOON + 1 })
      .where("num", "=", dead.num)
      .execute();
    const due = await store.deliveries.due(NOON);
    assert.deepEqual(
      due.map(({ num }) => num),
      [live.num],
    );
    await store.deliveries.gather(live.num, NOON, randomUUID);
    const taken = await takeAll(store, live);
    assert.deepEqual(
      taken.map(({ type }) => type),
      ["qrcode.scanned"],
    );
    assert.equal(scanIds(taken[0]!).length, SETTLEMENTS);
    assert.equal((await store.deliveries.look(NOON)).hasWork, false, "the rest belongs to the paused one");
  });

  it("is removed in batches along an index", async () => {
    const { watching, statements } = watched(db, engine.name);
    await db.updateTable("webhook_deliveries").set({ is_waiting: 0 }).execute();
    await removeOldDeliveries(watching, NOON);
    const { count } = await db
      .selectFrom("webhook_deliveries")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("webhook_num", "=", dead.num)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 500);
    const steps = statements.filter(({ sql }) => sql.includes("DELETE FROM webhook_deliveries"));
    assert.ok(steps.length >= 10);
    if (engine.name === "sqlite") for (const query of steps) assert.deepEqual(await planProblems(db, query), []);
  });

  if (engine.name === "postgres") {
    it("is not read by a settlement of several workspaces", async () => {
      const workspaces = [WORKSPACE, "other"];
      await webhookOf(store, undefined, "other");
      const others = newCode("other", NOON);
      await store.codes.create(others);
      await sql`ANALYZE`.execute(db);
      const statements: CompiledQuery[] = [];
      // In turn, as on one connection: otherwise they would lock the same rows at once.
      let turn: Promise<unknown> = Promise.resolve();
      const send = <Row>(statement: RawBuilder<Row>) => {
        statements.push(statement.compile(db));
        const sent = turn.then(async () => (await statement.execute(db)).rows);
        turn = sent;
        return sent;
      };
      const notes = workspaces.map((workspace) => ({ workspace, count: 1, data: "[]" }));
      await noteStatements({ send }).addNotes(notes);
      const drops = statements.filter((query) => query.sql.includes("DELETE"));
      assert.equal(drops.length, 1);
      assert.ok((await rowsRead(db, drops[0]!)) <= 4);
    });
  }
});
