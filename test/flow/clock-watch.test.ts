import assert from "node:assert/strict";
import { before, it } from "node:test";
import { startClockWatch } from "../../src/scans/clock-watch.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import type { Store } from "../../src/store/store.ts";
import { onEachEngine } from "../support/stores.ts";

const HOUR_MS = 3_600_000;

onEachEngine("A node's clock", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });

  async function look(offMs: number) {
    const clock = { ...createSystemClock(), now: () => Date.now() + offMs };
    const told: string[] = [];
    const watch = startClockWatch({ store, clock, onDiffers: (problem) => told.push(problem) });
    await watch.stop(60_000);
    assert.deepEqual(watch.problems(), told);
    return told.join();
  }

  it("that agrees with the database's is no problem", async () => {
    assert.equal(await look(0), "");
  });

  it("that differs from the database's is reported, and logged once", async () => {
    if (engine.name === "sqlite") assert.equal(await look(-HOUR_MS), "", "SQLite has no other clock");
    else {
      assert.match(await look(-HOUR_MS), /^The clock of this node is 3600 s behind the database's\. Correct it: /);
      assert.match(await look(HOUR_MS), /^The clock of this node is 3600 s ahead of the database's\. /);
    }
  });
});
