import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { fillCodes } from "../support/many-codes.ts";
import { freshDir } from "../support/stores.ts";
import { NOON, OWNER } from "./support.ts";

it("SQLite: reads of one code, key or session do not stand behind a list", async () => {
  const clock = createSystemClock();
  const store = await openSqlite({ dataDir: freshDir(), lifetimeMs: 1, clock });
  await fillCodes(store.auth.db, "sqlite", OWNER, 3000, NOON);
  const answered: string[] = [];
  const told = (name: string) => () => void answered.push(name);
  const search = { q: "no such text", type: "wifi" } as const;
  const page = { sort: "name", offset: 0, limit: 20 } as const;
  // Each of these is asked for after the lists, of which there are many.
  const lists = Promise.all([
    ...Array.from({ length: 200 }, () => store.codes.browse(OWNER, search, NOON, page)),
    store.users.page({ email: "a", limit: 10, offset: 0 }),
    store.scans.rollup(1, 0, 1, 0),
  ]).then(told("lists"));
  await Promise.all([
    store.codes.find(OWNER, `${OWNER}-7`).then(told("code")),
    store.codes.findByTokens([`${OWNER}7`]).then(told("token")),
    store.keys.findByPrefix("prefix").then(told("key")),
    store.users.find("nobody").then(told("user")),
    store.ping().then(told("ping")),
    sql`SELECT 1 FROM "session"`.execute(store.auth.db).then(told("session")),
  ]);
  assert.equal(answered.length, 6, answered.join());
  await lists;
  assert.equal(answered.at(-1), "lists");
  await store.close();
});
