import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openJournal } from "../../src/scans/journal.ts";
import { linesOf, readLines } from "../../src/scans/lines.ts";
import { createRecorder, NO_CODE, type Recorder } from "../../src/scans/recorder.ts";
import type { Visit } from "../../src/visits/visit.ts";
import { eventually } from "../support/eventually.ts";
import { createTestClock, freshDir } from "../support/stores.ts";

const CODE = "01890000-0000-7000-8000-000000000005";

const visitAt = (at: number) =>
  ({ at, agent: { text: "[]" }, place: { text: "[]" }, uncounted: null }) as unknown as Visit;

const record = (recorder: Recorder, at: number) =>
  new Promise<string | null>((resolve) =>
    recorder.record({ id: CODE, placement: null }, visitAt(at), null, null, resolve),
  );

const unexpected = (error: unknown) => assert.fail(String(error));

describe("the recorder", () => {
  it("generates ascending ids, whatever the clock does, also across restarts", async () => {
    const dataDir = freshDir();
    const clock = createTestClock();
    const ids: (string | null)[] = [];
    for (const [step, count] of [
      [0, 5000],
      [-3_600_000, 5000],
      [1, 10],
      [-86_400_000, 10],
      [2 * 86_400_000, 10],
    ] as const) {
      clock.move(step);
      const journal = await openJournal({ dataDir, timeoutMs: 60_000 });
      const recorder = createRecorder({ journal, clock, onError: unexpected });
      const recording = Array.from({ length: count }, () => record(recorder, clock.now()));
      ids.push(...(await Promise.all(recording)));
      await recorder.close();
      await journal.close();
    }
    assert.ok(ids.every((id) => id !== null));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids, ids.toSorted());
  });

  it("sums up uncounted visits and writes the sums within a second, and on close", async () => {
    const journal = await openJournal({ dataDir: freshDir(), timeoutMs: 60_000 });
    const clock = createTestClock();
    const recorder = createRecorder({ journal, clock, onError: unexpected });
    const uncounted = async () => readLines(linesOf((await journal.take(0)).map((row) => row.lines))).uncounted;
    for (let i = 0; i < 7; i++) recorder.recordUncounted(CODE, "head", clock.now());
    for (let i = 0; i < 2; i++) recorder.recordUncounted(CODE, "crawler", clock.now());
    assert.deepEqual(await uncounted(), []);
    // Each of the two sums may be its own commit.
    await eventually(async () => assert.equal((await uncounted()).length, 2));
    const day = Math.floor(clock.now() / 86_400_000);
    const written = (await uncounted()).map(({ code, day, reason, count }) => ({ code, day, reason, count }));
    assert.deepEqual(written, [
      { code: CODE, day, reason: "head", count: 7 },
      { code: CODE, day, reason: "crawler", count: 2 },
    ]);
    recorder.recordUncounted(NO_CODE, "unknown-token", clock.now());
    await recorder.close();
    assert.deepEqual((await uncounted()).at(-1)?.reason, "unknown-token");
    assert.equal(recorder.uncounted(), 10);
    await journal.close();
  });
});
