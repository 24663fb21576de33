import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

onEachEngine("a page of a period's scans", (engine) => {
  it("has those that insights count, of a clock that was set back too", async () => {
    const store = await engine.fresh();
    const code = await freshCode(store, NOON - 10 * DAY_MS);
    /** Ids that are as much younger than their scans. */
    const lines = [0, 1, 3].map((days, i) => {
      const id = createIds(() => NOON + i + days * DAY_MS)();
      return scanLine(id, code.id, NOON + i, '["mobile","Safari","iOS"]', '["DE",null,null,null]');
    });
    await settleLines(store, lines);
    const span = { from: NOON - DAY_MS, to: NOON + DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const filter = { country: ["DE"] };
    const { rows: page } = await store.scans.someOf(code.num, 10, undefined, { span, filter });
    const { quarters } = await store.insights.read({
      ...{ codes: { num: code.num, workspaceId: WORKSPACE }, filter, span, previous: null, visitors: false },
    });
    assert.equal(
      quarters.flatMap(({ counts }) => [...counts]).reduce((a, b) => a + b),
      2,
      "more than two days are not searched",
    );
    assert.deepEqual(
      page.map(({ at }) => at - NOON),
      [1, 0],
    );
  });
});
