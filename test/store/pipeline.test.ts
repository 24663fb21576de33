import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type PostgresPoolClient, sql } from "kysely";
import { Client } from "pg";
import { createPipelines } from "../../src/database/postgres/pipeline.ts";
import { createPool, type Pool } from "../../src/database/postgres/pool.ts";
import { until } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";

describe("statements answered at the same moment", () => {
  it("fail with the first error, however many wait for it", async () => {
    const answers: PromiseWithResolvers<{ rows: [] }>[] = [];
    function query(text: string) {
      if (!text.startsWith("SELECT")) return Promise.resolve({ rows: [] });
      const answer = Promise.withResolvers<{ rows: [] }>();
      answers.push(answer);
      return answer.promise;
    }
    const client = { query, release() {} } as unknown as PostgresPoolClient;
    const inTransaction = createPipelines({ connect: async () => client } as Pool);
    const farther = async (work: Promise<unknown>) => void (await work);
    const work = inTransaction((trx) =>
      Promise.all([farther(farther(trx.send(sql`SELECT 1 / 0`))), trx.send(sql`SELECT 1`)]),
    );
    await until(async () => answers.length === 2);
    answers[0]!.reject(new Error("division by zero"));
    answers[1]!.reject(new Error("current transaction is aborted"));
    await assert.rejects(work, /division by zero/);
  });
});

onEachEngine("a transaction with pipelined statements", (engine) => {
  if (engine.name === "sqlite") return;
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open() {
    const { databaseUrl = "" } = await engine.migratedPlace();
    const pool: Pool = createPool(databaseUrl, { max: 1, statementMs: 60_000, pipeline: true, prepares: () => true });
    const beside = new Client({ connectionString: databaseUrl });
    await beside.connect();
    await beside.query("CREATE TABLE shelf (place int PRIMARY KEY, book text)");
    closing.push(pool.end, () => beside.end());
    const books = async () =>
      (await beside.query("SELECT book FROM shelf ORDER BY place")).rows.map(({ book }) => book);
    return { inTransaction: createPipelines(pool), beside, books };
  }
  const put = (place: number, book: string) => sql`INSERT INTO shelf VALUES (${place}, ${book})`;

  it("runs them in the order they were sent, and commits all", async () => {
    const { inTransaction, books } = await open();
    const seen = await inTransaction(async (trx) => {
      const [, first, , second] = await Promise.all([
        trx.send(put(1, "a")),
        trx.send(sql<{ n: number }>`SELECT count(*)::int AS n FROM shelf`),
        trx.send(put(2, "b")),
        trx.send(sql<{ n: number }>`SELECT count(*)::int AS n FROM shelf`),
      ]);
      assert.deepEqual(await books(), [], "no one else sees a part of it");
      return [first[0]!.n, second[0]!.n];
    });
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(await books(), ["a", "b"]);
  });

  it("commits nothing if a statement failed, and reports which one it was", async () => {
    const { inTransaction, books } = await open();
    for (let round = 0; round < 2; round++) {
      await assert.rejects(
        inTransaction((trx) =>
          Promise.all([
            trx.send(put(1, "a")),
            trx.send(put(1, "again")),
            trx.send(put(2, "b")),
            trx.send(sql`SELECT no_such_column`),
          ]),
        ),
        { code: "23505" },
      );
      assert.deepEqual(await books(), []);
    }
    await inTransaction((trx) => trx.send(put(1, "a")));
    assert.deepEqual(await books(), ["a"], "the connection is still usable");
  });

  it("commits nothing if its callback failed", async () => {
    const { inTransaction, books } = await open();
    const work = inTransaction(async (trx) => {
      await trx.send(put(1, "a"));
      throw new Error("not this way");
    });
    await assert.rejects(work, /not this way/);
    assert.deepEqual(await books(), []);
  });

  it("sends nothing more after a failure, whatever a branch of the callback still writes", async () => {
    const { inTransaction, books } = await open();
    const { promise: failed, resolve } = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const work = inTransaction((trx) => {
      late = failed.then(() => trx.send(put(1, "stray")));
      return Promise.all([trx.send(sql`SELECT 1 / 0`), late]);
    });
    await assert.rejects(work, { code: "22012" });
    resolve();
    await assert.rejects(late!, /has ended/);
    assert.deepEqual(await books(), []);
  });

  it("fails as a whole when its connection is cut, and the next one gets another", async () => {
    const { inTransaction, beside, books } = await open();
    const work = inTransaction(async (trx) => {
      const [{ pid }] = (await trx.send(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }];
      await trx.send(put(1, "a"));
      await beside.query("SELECT pg_terminate_backend($1)", [pid]);
      await Promise.all([trx.send(put(2, "b")), trx.send(put(3, "c"))]);
    });
    await assert.rejects(work);
    await inTransaction((trx) => trx.send(put(4, "d")));
    assert.deepEqual(await books(), ["d"]);
  });
});
