import assert from "node:assert/strict";
import { it } from "node:test";
import { type Kysely, type KyselyPlugin, sql } from "kysely";
import type { Tables } from "../../../src/database/tables.ts";
import { tallyScans } from "../../../src/scans/read.queries.ts";
import { onEachEngine } from "../../support/stores.ts";
import { NOON } from "../support.ts";

const ROWS = 30_000;

onEachEngine("Adding up rows", (engine) => {
  /** Rows of three codes, one a second; the third has none after the first two seconds. */
  async function fill(db: Kysely<Tables>): Promise<void> {
    const numbers = sql`WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(ROWS - 1)})`;
    const hex = engine.name === "sqlite" ? sql`unhex(printf('%032x', n))` : sql`lpad(to_hex(n), 32, '0')::uuid`;
    for (const code of [1, 2, 3])
      await sql`INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num)
        ${numbers} SELECT ${sql.lit(code)}, ${hex}, ${sql.lit(NOON)} + 1000 * n, 1, 1, NULL FROM numbers
        WHERE ${sql.lit(code)} < 3 OR n < 2`.execute(db);
  }

  it("takes no more of them into memory at a time than a page has, and leaves none out", async () => {
    const store = await engine.emptied();
    const db: Kysely<Tables> = store.auth.db;
    await fill(db);
    const sizes: number[] = [];
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        sizes.push(result.rows.length);
        return result;
      },
    };
    const span = { from: NOON, to: NOON + 1000 * (ROWS - 1), offsets: [{ from: 0, quarters: 0 }] };
    const [tally] = await tallyScans(
      { db: db.withPlugin(watch), engine: engine.name },
      [3, 1, 2, 4],
      [{ span, facts: ["agent"] }],
    );
    assert.deepEqual(
      [...tally!.codes],
      [
        [1, ROWS - 1],
        [2, ROWS - 1],
        [3, 2],
      ],
    );
    assert.deepEqual([...tally!.countsOf("agent")], [[1, 2 * ROWS]]);
    assert.ok(Math.max(...sizes) <= 20_000, `${sizes}`);
  });
});
