import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { CODE_SORTS, type CodeFilter } from "../../src/codes/code.ts";
import { withStatementTime } from "../../src/database/statements.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { utcDays } from "../../src/shared/days.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { eventually } from "../support/eventually.ts";
import { fillCodes } from "../support/many-codes.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { rowsOf } from "./insight-rows.ts";
import { NOON, WORKSPACE } from "./support.ts";

// A read that waited for the writer would hang here.
it("SQLite: no list, search or report waits for the writer", { timeout: 300_000 }, async () => {
  const clock = createSystemClock();
  const store = await openSqlite({ dataDir: freshDir(), lifetimeMs: 1, clock });
  await fillCodes(store.auth.db, "sqlite", WORKSPACE, 300, NOON);
  const filters: CodeFilter[] = [
    ...[{}, { type: "wifi" }, { category: "Category 3" }, { favorite: true }, { state: "active" }],
    ...[{ q: "lantern" }, { q: "m" }, { q: "lantern", state: "expired" }, { q: "nothing like it" }],
  ] as CodeFilter[];
  await store.auth.db.transaction().execute(async () => {
    for (const filter of filters) {
      await store.codes.list(WORKSPACE, filter, NOON, 20);
      for (const sort of CODE_SORTS) {
        await store.codes.browse(WORKSPACE, filter, NOON, { sort, offset: 0, limit: 20 });
      }
    }
    await store.codes.findByTokens([`${WORKSPACE}7`]);
    await store.users.page({ search: "a", limit: 10, offset: 0 });
    await rowsOf(store, 1, 0, 96);
    await store.scans.daily([1], utcDays(0, 1));
    await store.scans.last([1]);
    await store.scans.page(1, 10);
    await store.scans.aside(10);
    await store.scans.check();
  });
  await store.close();
});

onEachEngine("the measured time of statements", (engine) => {
  it("covers the caller's own lists, and not what they waited for", async () => {
    const store = await engine.fresh();
    await fillCodes(store.auth.db, engine.name, WORKSPACE, 300, NOON);
    const list = () => store.users.page({ search: "a", limit: 10, offset: 0 });
    const begun = performance.now();
    const times = await Promise.all(
      Array.from({ length: 40 }, () =>
        withStatementTime(async (spent) => {
          assert.equal(spent(), 0);
          await list();
          return spent();
        }),
      ),
    );
    const sum = times.reduce((a, b) => a + b, 0);
    assert.ok(Math.min(...times) > 0);
    // No more run at once than there are readers: one on SQLite, three on PostgreSQL.
    const readers = engine.name === "sqlite" ? 1 : 3;
    assert.ok(sum <= readers * (performance.now() - begun), `${sum} ms`);
  });
});

it("SQLite: reads of one code, key or session do not queue behind a list", async () => {
  const clock = createSystemClock();
  const store = await openSqlite({ dataDir: freshDir(), lifetimeMs: 1, clock });
  await fillCodes(store.auth.db, "sqlite", WORKSPACE, 3000, NOON);
  // A machine that stalls one thread for three seconds does so once.
  await eventually(async () => {
    const answered: string[] = [];
    const told = (name: string) => () => void answered.push(name);
    const search = { q: "no such text", type: "wifi" } as const;
    const page = { sort: "name", offset: 0, limit: 20 } as const;
    // Each of these is requested after the many lists. On a busy machine the last lists may be refused for waiting too
    // long.
    const lists = Promise.allSettled([
      ...Array.from({ length: 200 }, () => store.codes.browse(WORKSPACE, search, NOON, page)),
      store.users.page({ search: "a", limit: 10, offset: 0 }),
      store.scans.last([1]),
    ]).then(told("lists"));
    await Promise.all([
      store.codes.find(WORKSPACE, `${WORKSPACE}-7`).then(told("code")),
      store.codes.findByTokens([`${WORKSPACE}7`]).then(told("token")),
      store.keys.findByPrefix("prefix").then(told("key")),
      store.users.find("nobody").then(told("user")),
      store.ping().then(told("ping")),
      sql`SELECT 1 FROM "session"`.execute(store.auth.db).then(told("session")),
    ]);
    assert.equal(answered.length, 6, answered.join());
    await lists;
    assert.equal(answered.at(-1), "lists");
  });
  await store.close();
});
