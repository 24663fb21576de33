import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../src/database/tables.ts";
import { moveVisitors } from "../../src/placements/moved-visitors.queries.ts";
import { SALT_PART, SLOTS, tagTable } from "../../src/scans/visitors.ts";
import { DAY_MS, localDay, QUARTER_MS, QUARTERS_PER_DAY } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";
import { countExactly, lineOf, START, tagger, visitorsOf } from "./visitor-scans.ts";

const HOUR_MS = 3_600_000;

/** The number of salts and of tags. */
async function keptOf(store: Store): Promise<[number, number]> {
  const tables = Array.from({ length: SLOTS }, (_, slot) => sql`(SELECT count(*) FROM ${sql.table(tagTable(slot))})`);
  const { rows } = await sql<{ salts: number; tags: number }>`SELECT
    (SELECT count(*) FROM visitor_salts) AS salts, ${sql.join(tables, sql` + `)} AS tags`.execute(store.auth.db);
  return [Number(rows[0]!.salts), Number(rows[0]!.tags)];
}

onEachEngine("Visitors", (engine) => {
  for (const [zone, count] of [
    ["UTC", 2_000],
    ["Asia/Kathmandu", 1_000],
    ["America/Los_Angeles", 1_000],
  ] as const) {
    it(`are exact in ${zone}, whichever node settles a scan, in any order and more than once`, () =>
      countExactly(engine, zone, count));
  }

  it("have salts whose stored parts of their numbers differ, so that days cannot be confused", async () => {
    const { visitors } = await engine.emptied();
    const days = Array.from({ length: 500 }, (_, i) => ({
      from: (20_000 + i) * QUARTERS_PER_DAY,
      quarters: QUARTERS_PER_DAY,
    }));
    const salts = [...(await visitors.salts(days.slice(0, 250))), ...(await visitors.salts(days.slice(250)))];
    assert.equal(new Set(salts.map(({ id }) => id % SALT_PART)).size, days.length);
  });

  const prepare = async (open = engine.emptied) => {
    const store = await open();
    const code = await freshCode(store);
    const tags = tagger(store);
    const scan = (minutes: number, address: string, zone = "UTC") =>
      lineOf(tags, zone, { code, at: START + minutes * 60_000, address });
    const count = (zone = "UTC") => visitorsOf(store, [code.num], zone, START);
    return { store, code, tags, scan, count };
  };

  it("of a day without scans are 0", async () => {
    const { tags, count } = await prepare();
    tags.close();
    assert.equal(await count(), 0);
  });

  it("are unknown, not too few, on a day with a scan that has no tag", async () => {
    const { store, code, tags, scan, count } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4"), await scan(1, "1.2.3.5")]);
    assert.equal(await count(), 2);
    await settleLines(store, scansOf(code.id, 1, START + 1000));
    assert.equal(await count(), null);
    await settleLines(store, [await scan(2, "1.2.3.6")]);
    assert.equal(await count(), null);
    tags.close();
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are unknown on a day whose salt was lost, as in a restored database, and not counted twice", async () => {
    const { store, code, tags, scan, count } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4"), await scan(1, "1.2.3.5")]);
    await store.auth.db.deleteFrom("visitor_salts").execute();
    assert.equal(await count(), 2, "nothing has changed yet");
    await settleLines(store, [await scan(2, "1.2.3.6")]);
    assert.equal(await count(), null);
    tags.close();
    const others = tagger(store);
    await settleLines(store, [await lineOf(others, "UTC", { code, at: START + 200_000, address: "1.2.3.4" })]);
    others.close();
    assert.equal(await count(), null);
  });

  it("are unknown on the day of a change of the time zone, and exact again on the next", async () => {
    const { store, code, tags, scan, count } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4")]);
    await settleLines(store, [await scan(1, "1.2.3.4", "Asia/Kathmandu")]);
    for (const zone of ["UTC", "Asia/Kathmandu"]) assert.equal(await count(zone), null, zone);
    await settleLines(store, [
      await scan(24 * 60, "1.2.3.4", "Asia/Kathmandu"),
      await scan(24 * 60 + 5, "1.2.3.4", "Asia/Kathmandu"),
    ]);
    assert.equal(await visitorsOf(store, [code.num], "Asia/Kathmandu", START + DAY_MS), 1);
    assert.equal(await visitorsOf(store, [code.num], "UTC", START + DAY_MS), null, "counted in another zone");
    tags.close();
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are unknown, and no fault, on a day on which the time zone is changed and changed back", async () => {
    const { store, tags, scan, count } = await prepare();
    for (const [minutes, zone] of [
      [0, "UTC"],
      [1, "Asia/Kathmandu"],
      [2, "UTC"],
      [3, "Asia/Kathmandu"],
      [4, "UTC"],
    ] as const) {
      await settleLines(store, [await scan(minutes, "1.2.3.4", zone)]);
    }
    tags.close();
    for (const zone of ["UTC", "Asia/Kathmandu"]) assert.equal(await count(zone), null, zone);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("stay with a code that is moved to another workspace", async () => {
    const { store, code, tags, scan, count } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4")]);
    await addWorkspace(store, "ben");
    await store.workspaces.join("ben", WORKSPACE, "editor", NOON);
    const moved = await store.codes.move({ id: code.id, from: WORKSPACE, to: "ben", userId: WORKSPACE, now: START });
    assert.ok(typeof moved === "object");
    await settleLines(store, [await scan(1, "1.2.3.4"), await scan(2, "1.2.3.5")]);
    tags.close();
    assert.equal(await count(), 2);
  });

  it("are kept as numbers; salts and tags are removed before 48 hours have passed since a salt was made", async () => {
    const { store, tags, scan, count } = await prepare();
    const lines = [await scan(0, "1.2.3.4"), await scan(1, "1.2.3.5")];
    await settleLines(store, lines);
    const { from } = localDay("UTC", START);
    const begin = from * QUARTER_MS;
    await store.maintain(begin + 41 * HOUR_MS);
    assert.deepEqual(await keptOf(store), [1, 2]);
    // A salt is made up to two hours before its day, and maintenance runs every hour.
    await store.maintain(begin + 43 * HOUR_MS);
    assert.deepEqual(await keptOf(store), [0, 0]);
    assert.equal(await count(), 2);
    const late = await scan(3, "1.2.3.4");
    await settleLines(store, [late]);
    assert.deepEqual(await keptOf(store), [0, 0], "a scan that is settled later is counted, its visitor is not");
    assert.equal(await count(), null);
    tags.close();
    assert.deepEqual(await store.scans.check(), []);
  });

  it("of a day are unknown if its tags are in a table with those of a day past, which are removed too late", async () => {
    const { store, code, tags, scan } = await prepare();
    await settleLines(store, [
      await scan(0, "1.2.3.4"),
      await scan(48 * 60, "1.2.3.4"),
      await scan(72 * 60, "1.2.3.4"),
    ]);
    const { from } = localDay("UTC", START);
    await store.maintain(from * QUARTER_MS + 49 * HOUR_MS);
    assert.deepEqual(await keptOf(store), [1, 1], "of the last day");
    const onDay = (days: number) => visitorsOf(store, [code.num], "UTC", START + days * DAY_MS);
    await settleLines(store, [await scan(48 * 60 + 1, "1.2.3.4"), await scan(72 * 60 + 1, "1.2.3.4")]);
    tags.close();
    const others = tagger(store);
    const again = { code, at: START + 2 * DAY_MS + 120_000, address: "1.2.3.4" };
    await settleLines(store, [await lineOf(others, "UTC", again)]);
    others.close();
    assert.deepEqual([await onDay(0), await onDay(2), await onDay(3)], [1, null, 1]);
    assert.deepEqual(await store.scans.check(), []);
  });

  where(engine.name === "sqlite", it)(
    "that cannot be removed for a move leave later deletions as fast as before",
    async () => {
      const { store, code, tags, scan } = await prepare(engine.fresh);
      await settleLines(store, [await scan(0, "1.2.3.4")]);
      tags.close();
      const { db } = store.auth as { db: Kysely<Tables> };
      const [scanned] = await db.selectFrom("scans").select("at").execute();
      const scans = { times: [scanned!.at], onDamaged: () => assert.fail("no block is damaged") };
      const moved = { from: code.num, to: code.num + 1, ...scans };
      for (let slot = 0; slot < SLOTS; slot++) {
        await sql`CREATE TRIGGER ${sql.raw(`keep_${slot}`)} BEFORE DELETE ON ${sql.table(tagTable(slot))}
        BEGIN SELECT RAISE(ABORT, 'not removed'); END`.execute(db);
      }
      await db.transaction().execute(async (trx) => {
        await assert.rejects(moveVisitors(trx, "sqlite", moved), /not removed/);
        const { rows } = await sql<{ secure_delete: number }>`PRAGMA secure_delete`.execute(trx);
        assert.equal(rows[0]!.secure_delete, 0);
      });
    },
  );

  where(engine.name === "sqlite", it)("leave nothing in the log for long, even if a reader held it", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const code = await freshCode(store);
    const tags = tagger(store);
    await settleLines(store, [await lineOf(tags, "UTC", { code, at: START, address: "1.2.3.4" })]);
    tags.close();
    const { salt } = await store.auth.db.selectFrom("visitor_salts").select("salt").executeTakeFirstOrThrow();
    const filesWithSalt = () =>
      readdirSync(place.dataDir).filter((name) => readFileSync(join(place.dataDir, name)).includes(salt));
    const reader = new DatabaseSync(join(place.dataDir, "tessera.db"), { readOnly: true });
    reader.exec("BEGIN; SELECT count(*) FROM codes");
    const due = START + 2 * DAY_MS;
    await store.maintain(due);
    assert.notDeepEqual(filesWithSalt(), [], "as long as it is read");
    reader.close();
    await store.maintain(due + HOUR_MS);
    assert.deepEqual(filesWithSalt(), []);
  });

  where(engine.name === "postgres", it)("leave no salt in its table's file, even if a reader held it", async () => {
    const { store, tags, scan } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4")]);
    tags.close();
    const sizeOf = async () => {
      const { rows } = await sql<{ size: string }>`SELECT pg_relation_size('visitor_salts') AS size`.execute(
        store.auth.db,
      );
      return Number(rows[0]!.size);
    };
    assert.ok((await sizeOf()) > 0);
    await store.auth.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (reader: Transaction<Tables>) => {
        await sql`SELECT count(*) FROM codes`.execute(reader);
        await store.maintain(START + 2 * DAY_MS);
        assert.equal(await sizeOf(), 0);
      });
  });

  it("are reported by a check if they disagree with their tags, or are more than scans", async () => {
    const { store, code, tags, scan } = await prepare();
    await settleLines(store, [await scan(0, "1.2.3.4"), await scan(1, "1.2.3.5")]);
    tags.close();
    for (let slot = 0; slot < SLOTS; slot++) await sql`DELETE FROM ${sql.table(tagTable(slot))}`.execute(store.auth.db);
    const day = Math.floor(START / DAY_MS);
    const name = `code number ${code.num}, visitors of day ${day}`;
    assert.deepEqual(await store.scans.check(), [`${name}: 2, but there are 0 tags`]);
    await store.auth.db.deleteFrom("visitor_salts").execute();
    const { id } = await store.auth.db.selectFrom("scans").select("id").executeTakeFirstOrThrow();
    await store.auth.db.deleteFrom("scans").where("id", "=", id).execute();
    assert.ok((await store.scans.check()).includes(`${name}: 2 scans have one, but there are 1 scans`));
  });
});
