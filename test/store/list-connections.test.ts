import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { fillCodes } from "../support/many-codes.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { PATIENCE_MS } from "../support/stores.ts";
import { NOON, OWNER } from "./support.ts";

describe("PostgreSQL: lists have connections of their own", () => {
  it("and any number of lists takes no more than these three", async () => {
    const server = await startPostgres();
    after(() => server.destroy());
    const store = await openPostgres({ url: server.url("postgres"), lifetimeMs: 1, patienceMs: PATIENCE_MS });
    after(() => store.close());
    const { db } = store.auth;
    await fillCodes(db, "postgres", OWNER, 100, NOON);
    const page = { sort: "name", offset: 0, limit: 20 } as const;
    // One owner's lists come one after another.
    const owners = Array.from({ length: 50 }, (_, i) => `${OWNER}${i}`);
    await Promise.all(owners.map((owner) => store.codes.browse(owner, {}, NOON, page)));
    // By what each did last: the node's other connections come and go meanwhile.
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
      WHERE query LIKE '%FROM codes AS c WHERE c.owner_id%' AND pid <> pg_backend_pid()`.execute(db);
    assert.ok(rows[0]!.n > 0 && rows[0]!.n <= 3, `${rows[0]!.n} connections`);
  });
});
