import assert from "node:assert/strict";
import { it } from "node:test";
import type { KyselyPlugin } from "kysely";
import { createCodeQueries } from "../../src/codes/codes.queries.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

onEachEngine("paging through a list", (engine) => {
  it("continues when codes are deleted between finding and reading them", async () => {
    const store = await engine.fresh();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift((await freshCode(store)).id);
    /** Deleted as soon as the next page has been found. */
    let doomed: string[] = [];
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows;
        if (!row || !("num" in row) || "content" in row) return result;
        for (const id of doomed.splice(0)) await store.codes.remove(WORKSPACE, id, NOON);
        return result;
      },
    };
    const { db } = store.auth;
    const listDb = db.withPlugin(deleting);
    const codes = createCodeQueries({
      db,
      listDb,
      engine: engine.name,
      inTurn: (_, work) => work(),
      makeCodes: () => assert.fail("nothing is created"),
      announce: async () => {},
      changed: () => {},
    });
    const walked: string[] = [];
    let before: number | undefined;
    for (const gone of [[ids[0]!], [ids[5]!, ids[4]!], []]) {
      doomed = gone;
      const page = await codes.list(WORKSPACE, {}, NOON, 3, before);
      walked.push(...page.codes.map(({ id }) => id));
      if (page.next === null) break;
      before = (await store.codes.numOf(WORKSPACE, page.next))!;
    }
    assert.deepEqual(walked, [ids[1], ids[2], ids[3], ids[6]]);
  });
});
