import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../../src/shared/days.ts";
import { settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { rowsOf } from "../insight-rows.ts";
import { freshCode, NOON, packPast, scansOf } from "../support.ts";

onEachEngine("a damaged block", (engine) => {
  it("makes a report on its code fail instead of giving other numbers", async () => {
    const store = await engine.emptied();
    const { db } = store.auth;
    const { id, num } = await freshCode(store);
    await settleLines(store, [scansOf(id, 30).join("")]);
    await packPast(store, NOON + 40 * DAY_MS);
    const from = Math.floor(NOON / 900_000);
    const read = () => rowsOf(store, num, from, from + 96 * 30);
    const block = await db.selectFrom("scan_blocks").selectAll().executeTakeFirstOrThrow();
    assert.equal(
      [...(await read()).quarters[0]!.counts].reduce((sum, count) => sum + count, 0),
      30,
    );
    for (const column of ["runs", "facts"] as const) {
      const bytes = Uint8Array.from(block[column]);
      for (let i = 0; i < bytes.length; i += 3) {
        await db
          .updateTable("scan_blocks")
          .set({ [column]: bytes.with(i, bytes[i]! ^ 1) })
          .execute();
        await assert.rejects(read, /checksum/);
      }
      await db
        .updateTable("scan_blocks")
        .set({ [column]: bytes })
        .execute();
    }
    await read();
  });
});
