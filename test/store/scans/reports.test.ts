import assert from "node:assert/strict";
import { it } from "node:test";
import { createThreads } from "../../../src/shared/threads.ts";
import { createReports } from "../../../src/store/reports.ts";
import { until } from "../../support/eventually.ts";
import { NOON } from "../support.ts";

// A chart that waited for a report would hang here.
it("The small charts of lists wait for no report, whoever asks for it", { timeout: 300_000 }, async (t) => {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const file = new URL("./reports-thread.ts", import.meta.url);
  const reports = createReports(createThreads({ isLazy: true }), file, { gate });
  t.after(() => reports.close());
  const span = { from: NOON, to: NOON + 900_000, offsets: [{ from: 0, quarters: 0 }] };
  const readFor = (workspaceId: string) =>
    reports.insights({ codes: { workspaceId }, filter: {}, span, previous: null, visitors: false });
  const running = Promise.allSettled(["ada", "ben", "cy"].map(readFor));
  // One with low priority.
  await until(() => gate[1] === 2);
  assert.deepEqual([await reports.days([1], span), await reports.placementDays(1, ["id"], span)], [[], []]);
  assert.equal(gate[1], 2);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  assert.deepEqual(
    (await running).map(({ status }) => status),
    ["fulfilled", "fulfilled", "fulfilled"],
  );
});
