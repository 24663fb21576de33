import assert from "node:assert/strict";
import { it } from "node:test";
import { Kysely, PostgresDialect, type RawBuilder } from "kysely";
import { Client } from "pg";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { createPipelines, type InTransaction } from "../../src/store/postgres/pipeline.ts";
import { createPool } from "../../src/store/postgres/pool.ts";
import { createSettle, SETTLING } from "../../src/store/postgres/settle.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, uncountedOf } from "./support.ts";
import { webhookOf } from "./webhook-support.ts";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Scans of one day, each of another visitor. */
const visits = (id: string, count: number, at: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const agent = JSON.stringify(["mobile", `Browser ${i}`, "iOS"]);
    const place = JSON.stringify(["DE", `City ${i}`, 1, 2]);
    return scanLine(createIds(() => at + i)(), id, at + i, agent, place);
  });

onEachEngine("what a settlement sends", (engine) => {
  if (engine.name === "sqlite") return;

  it("is planned by keys, however small the tables are", async () => {
    const place = await engine.migratedPlace();
    const url = place.databaseUrl!;
    const store = await engine.lasting.open(place);
    const pool = createPool(url, { max: 1, statementMs: 60_000, ...SETTLING });
    // The same; but what has a name must have its values.
    const asking = createPool(url, { max: 1, statementMs: 60_000, ...SETTLING, prepares: undefined });
    const beside = new Client({ connectionString: url });
    const compiler = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    try {
      await beside.connect();
      const { rows: keys } = await beside.query<{ index: string; first: string }>(`
        SELECT i.indexrelid::regclass::text AS index, pg_get_indexdef(i.indexrelid, 1, true) AS first
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = 'public'::regnamespace`);
      const firstOf = new Map(keys.map(({ index, first }) => [index, first]));
      const isByKey = (node: PlanNode): boolean => {
        const { "Relation Name": table, "Index Name": index, "Index Cond": cond = "" } = node;
        // These are small and do not grow by thousands in a second, or are read as a whole by an index that
        // holds no more than is wanted.
        if (table === "meta" || table === "user" || index === "webhooks_active") return true;
        if (index === undefined) return node["Node Type"] !== "Seq Scan";
        const has = (sign: string) => cond.includes(`(${firstOf.get(index)} ${sign} `);
        return has("=") || (has(">=") && has("<="));
      };
      const { id, num } = await freshCode(store);
      await webhookOf(store);

      const inTransaction = createPipelines(pool);
      const sent = new Set<string>();
      const noted: InTransaction = (work) =>
        inTransaction((trx) =>
          work({
            send<Row>(statement: RawBuilder<Row>) {
              sent.add(statement.compile(compiler).sql);
              return trx.send(statement);
            },
          }),
        );
      const settle = createSettle(noted, 365 * DAY_MS);
      // By pairs, by dimension, with months to fold, with lines that are not counted or set aside.
      await settle(visits(id, 5, NOON));
      await settle(visits(id, 15, NOON + 1000));
      await settle(visits(String(num), 1, NOON + 80 * DAY_MS));
      await settle(visits(String(num), 1, NOON + 1));
      await settle([uncountedOf(num, 20_500, "head", 2), "nonsense\n"]);

      const wrong: string[] = [];
      let plans = 0;
      // Before PostgreSQL has counted the rows, and when it knows that there are few.
      for (const known of ["", "VACUUM ANALYZE"]) {
        if (known) await beside.query(known);
        const client = await asking.connect();
        for (const text of sent) {
          if (/^\s*LOCK/.test(text)) continue;
          const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
            `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
            [],
          );
          plans += 1;
          for (const node of nodesOf(rows[0]!["QUERY PLAN"][0].Plan)) {
            if (isByKey(node)) continue;
            const { "Node Type": type, "Relation Name": table, "Index Cond": cond } = node;
            wrong.push(`${type} ${table}, ${cond ?? "all"}: ${text}`);
          }
        }
        client.release();
      }
      assert.ok(plans >= 40, `${plans} statements`);
      for (const piece of ["DELETE FROM scan_daily", "INSERT INTO scan_monthly"]) {
        assert.ok(
          [...sent].some((text) => text.includes(piece)),
          piece,
        );
      }
      assert.deepEqual(wrong, []);
    } finally {
      await Promise.all([store.close(), pool.end(), asking.end(), beside.end()]);
    }
  });
});
