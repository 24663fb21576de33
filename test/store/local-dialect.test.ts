import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { Kysely, sql } from "kysely";
import { openDatabase } from "../../src/database/sqlite/database.ts";
import { createLocalDialect } from "../../src/database/sqlite/local-dialect.ts";
import { freshDir } from "../support/stores.ts";

it("A step on SQLite for which the disk is too small fails with that error, and the next one runs", async (test) => {
  const sqlite = openDatabase(join(freshDir(), "small.db"), false);
  test.after(() => sqlite.db.close());
  const db = new Kysely<unknown>({ dialect: createLocalDialect(sqlite) });
  await sql`CREATE TABLE shelf (book blob)`.execute(db);
  await sql`PRAGMA max_page_count = 20`.execute(db);
  const put = (bytes: number) =>
    db.transaction().execute((trx) => sql`INSERT INTO shelf VALUES (zeroblob(${bytes}))`.execute(trx));
  await assert.rejects(put(1_000_000), /database or disk is full/);
  await put(100);
  assert.equal((await sql`SELECT 1 FROM shelf`.execute(db)).rows.length, 1);
});

it("SQLite gets statements without row locks, and with everything else", async (test) => {
  const sqlite = openDatabase(join(freshDir(), "locks.db"), false);
  test.after(() => sqlite.db.close());
  const db = new Kysely<{ shelf: { book: string } }>({ dialect: createLocalDialect(sqlite) });
  await sql`CREATE TABLE shelf (book text)`.execute(db);
  await db
    .insertInto("shelf")
    .values([{ book: "A" }, { book: "A" }])
    .execute();
  const books = db.selectFrom("shelf").select("book").distinct().modifyEnd(sql`/* read */`);
  for (const query of [
    books.forUpdate().skipLocked(),
    books.forNoKeyUpdate().noWait(),
    books.forShare("shelf"),
    books.forKeyShare(),
  ]) {
    assert.deepEqual(
      (await query.execute()).map(({ book }) => book),
      ["A"],
    );
    assert.match(query.compile().sql, /^select distinct "book" from "shelf" *\/\* read \*\/ *$/);
  }
});
