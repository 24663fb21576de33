import assert from "node:assert/strict";
import { it } from "node:test";
import { createWatchScans } from "../../src/scans/live-scans.ts";
import type { ScanRow } from "../../src/scans/scan.ts";
import { firstIdAt } from "../../src/shared/ids.ts";
import { createTestClock } from "../support/stores.ts";

it("A live page of a busy code reads a thousand scans each second and no more", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const clock = createTestClock();
  const scanAt = (at: number) => ({ id: firstIdAt(at) }) as ScanRow;
  // Newest first, one each millisecond.
  const rows = Array.from({ length: 9_000 }, (_, i) => scanAt(clock.now() - i));
  const reads: number[] = [];
  const latest = async (_codeNum: number, from: string, limit: number) => {
    reads.push(limit);
    return rows.filter(({ id }) => id >= from).slice(0, limit);
  };
  const shown: string[] = [];
  const stop = await createWatchScans({ latest }, clock)(1, ({ id }) => shown.push(id));
  test.after(stop);
  assert.deepEqual([reads, shown.length], [[1000], 0]);

  clock.move(1_000);
  const fresh = [3, 2, 1].map((late) => scanAt(clock.now() - late));
  rows.unshift(...fresh.toReversed());
  test.mock.timers.tick(1_000);
  while (shown.length < 3) await new Promise(setImmediate);
  assert.deepEqual(reads, [1000, 1000]);
  assert.deepEqual(
    shown,
    fresh.map(({ id }) => id),
  );
});
