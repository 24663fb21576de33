/** No list may read the whole account: every statement of one uses an index. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from "kysely";
import { createUserQueries } from "../../src/accounts/users.queries.ts";
import { CODE_SORTS, type CodeFilter } from "../../src/codes/code.ts";
import { createCodeLists, type WantedCodes } from "../../src/codes/lists.queries.ts";
import type { Tables } from "../../src/database/tables.ts";
import { createExampleQueries } from "../../src/demo/examples.queries.ts";
import type { Store } from "../../src/store/store.ts";
import { fillCodes, tagCodes } from "../support/many-codes.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON, WORKSPACE } from "./support.ts";

const FILTERS: CodeFilter[] = [
  {},
  { type: "wifi" },
  { category: "Category 3" },
  { favorite: true },
  { favorite: false },
  { state: "active" },
  { state: "paused" },
  { state: "expired" },
  { tag: ["third"] },
  { tag: ["third"], state: "active" },
  { type: "text", favorite: true },
  { q: "lantern" },
  { q: "a" },
  { q: "lantern", state: "active", type: "url" },
];

onEachEngine("The plan of each list", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    await fillCodes(store.auth.db, engine.name, WORKSPACE, 2000, NOON);
    await fillCodes(store.auth.db, engine.name, "another", 2000, NOON);
    await addWorkspace(store);
    await tagCodes(store.auth.db, WORKSPACE, { id: "third", every: 3 });
  });

  /** The statements that `work` sends to the given database. */
  async function watch(work: (watched: Kysely<Tables>) => Promise<unknown>, { db } = store.auth) {
    const statements: CompiledQuery[] = [];
    const watching: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        statements.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(db.withPlugin(watching));
    return statements;
  }

  const statementsOf = (wanted: WantedCodes, counted: number, auth = store.auth) =>
    watch(async (db) => {
      const lists = createCodeLists(db, engine.name, {
        counted,
        newest: 100,
        searched: 100,
        tagged: 100,
        walked: 1000,
      });
      await lists.find(wanted);
    }, auth);

  /** Each step of a statement's plan, in the engine's words. */
  async function planOf({ sql: text, parameters }: CompiledQuery, { db } = store.auth): Promise<string[]> {
    if (engine.name === "sqlite") {
      const plan = await db.executeQuery(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, parameters as unknown[]));
      return plan.rows.map((row: { detail: string }) => row.detail);
    }
    return db.transaction().execute(async (trx: typeof db) => {
      // A small table is read completely whatever its indexes; this asks for the plan of a large one.
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const plan = await trx.executeQuery(CompiledQuery.raw(`EXPLAIN ${text}`, parameters as unknown[]));
      return plan.rows.map((row: Record<string, string>) => row["QUERY PLAN"]!);
    });
  }

  const WHOLE = {
    sqlite: /^SCAN (?:codes|code_counters|code_tags|placements|pl|ct|[cl])\b(?!.*VIRTUAL)/,
    postgres: /Seq Scan on (?:codes|code_counters|code_tags|placements)/,
  }[engine.name];

  it("finds the workspaces of an account by indexes, for its limits", async () => {
    const statements = await watch((db) => createUserQueries(db, db, engine.name).usage(WORKSPACE));
    const plan = (await Promise.all(statements.map((statement) => planOf(statement)))).flat();
    for (const index of ["workspaces_maker", "members_by_user"]) {
      assert.ok(
        plan.some((step) => step.includes(index)),
        plan.join("\n"),
      );
    }
  });

  it("reads the examples from an index that has nothing else", async () => {
    const changes = { announce: async () => {}, changed() {} };
    const [statement] = await watch((db) =>
      createExampleQueries({ db, listDb: db, engine: engine.name, ...changes }).names(WORKSPACE),
    );
    assert.match((await planOf(statement!)).join("\n"), /codes_examples/);
  });

  for (const [how, counted] of [
    ["small", 5000],
    ["large", 0],
  ] as const) {
    it(`never scans a table, for a ${how} set`, async () => {
      for (const filter of FILTERS) {
        for (const sort of CODE_SORTS) {
          const wanted = { workspaceId: WORKSPACE, filter, now: NOON, sort, limit: 20, offset: 500 };
          const statements = await statementsOf(wanted, counted);
          assert.ok(statements.length >= 1, "the list's own statement");
          for (const statement of statements) {
            const steps = await planOf(statement);
            assert.ok(steps.length >= 1, statement.sql);
            for (const step of steps) {
              assert.doesNotMatch(step, WHOLE, `${JSON.stringify({ filter, sort })} ${statement.sql}`);
            }
          }
        }
      }
    });
  }

  it("reads the bin along an index, in either of its orders", async () => {
    const wanted = { workspaceId: WORKSPACE, filter: { state: "deleted" }, now: NOON } as const;
    for (const [sort, index] of [
      ["newest", "codes_bin"],
      ["deleted", "codes_bin_by_deletion"],
    ] as const) {
      const statements = await statementsOf({ ...wanted, sort, limit: 20, offset: 0 }, 0);
      const steps = await planOf(statements.find(({ sql: text }) => /looked/.test(text))!);
      const walk = steps.filter((step) => /\bcodes_bin/.test(step)).join("\n");
      assert.match(walk, new RegExp(`\\b${index}(?: |$)`), steps.join("\n"));
      assert.ok(!steps.some((step) => WHOLE.test(step)), steps.join("\n"));
      // SQLite only reports that it sorts; here it is only the page.
      if (engine.name === "postgres") assert.match(walk, /Scan Backward using/);
    }
  });

  if (engine.name === "postgres") {
    it("reads the newest codes along the owner's index, also if there is only one owner", async () => {
      const alone = await engine.fresh();
      await fillCodes(alone.auth.db, engine.name, WORKSPACE, 2000, NOON);
      await sql`VACUUM ANALYZE codes`.execute(alone.auth.db);
      const searches = CODE_SORTS.map((sort) => ({ sort, filter: { q: "a" } as CodeFilter }));
      const states = (["active", "expired"] as const).map((state) => ({ sort: "name" as const, filter: { state } }));
      for (const { auth } of [store, alone]) {
        for (const { sort, filter } of [...searches, ...states]) {
          const wanted = { workspaceId: WORKSPACE, filter, now: NOON, limit: 20, offset: 500, sort };
          const statements = await statementsOf(wanted, 0, auth);
          const newest = statements.find(({ sql: text }) => /\(c\.workspace_id, c\.num\)/.test(text))!;
          const plan = (await planOf(newest, auth)).join("\n");
          assert.match(plan, /Index Scan Backward using codes_workspace/, JSON.stringify({ sort, filter }));
        }
      }
    });
  }

  // PostgreSQL chooses by known sizes, so a small table shows nothing here.
  if (engine.name === "postgres") return;
  it("walks a large list along its index, without sorting or reading the table", async () => {
    const walks: CodeFilter[] = FILTERS.filter((filter) => !filter.q && Object.keys(filter).length < 2);
    for (const filter of walks) {
      for (const sort of CODE_SORTS) {
        const known = filter.state === "active" || filter.state === "expired";
        // An order and a date of two tables: only the newest are searched.
        if (known && (sort === "newest" || sort === "name")) continue;
        const wanted = { workspaceId: WORKSPACE, filter, now: NOON, sort, limit: 20, offset: 500 };
        const statements = await statementsOf(wanted, 0);
        const walk = statements.find(({ sql: text }) => /ORDER BY/.test(text))!;
        const plan = (await planOf(walk)).join("\n");
        const isLast = sort === "last";
        const covering = sort === "newest" || isLast ? "(?:COVERING )?" : "COVERING ";
        assert.match(
          plan,
          new RegExp(`USING ${covering}INDEX code(?:s|_tags|_counters)_`),
          JSON.stringify({ filter, sort }),
        );
        // Those scanned in the same quarter of an hour are sorted.
        const sorted = isLast ? /TEMP B-TREE FOR (?!LAST)/ : /TEMP B-TREE/;
        assert.doesNotMatch(plan, sorted, JSON.stringify({ filter, sort }));
      }
    }
  });
});
