import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { type Journal, openJournal } from "../../src/scans/journal.ts";
import type { AsideLine } from "../../src/scans/lines.ts";
import type { RunLines } from "../../src/scans/run-lines.ts";
import type { SettleReport } from "../../src/scans/scan.ts";
import { startSettler } from "../../src/scans/settler.ts";
import { eventually } from "../support/eventually.ts";
import { freshDir } from "../support/stores.ts";

const append = (journal: Journal, line: string) => new Promise<boolean>((resolve) => journal.append(line, 1, resolve));

/** A store that keeps what is settled, fails a number of times, or never answers. */
function createFakeStore() {
  const settled: string[] = [];
  const fake = {
    settled,
    failures: 0,
    hangs: false,
    calls: 0,
    aside: [] as AsideLine[],
    async settleScans(rows: readonly RunLines[]): Promise<SettleReport> {
      fake.calls += 1;
      if (fake.hangs) await new Promise(() => {});
      if (fake.failures-- > 0) throw new Error("the store is away");
      settled.push(...rows.map(({ lines }) => lines).filter((lines) => lines !== ""));
      return { aside: fake.aside.splice(0), dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 };
    },
  };
  return fake;
}

/** Waits for a busy machine's disk and store, unless the test is about that. */
const LONG_MS = 300_000;

async function start(test: TestContext, waits: { readWaitMs?: number } = { readWaitMs: LONG_MS }) {
  const dataDir = freshDir();
  const journal = await openJournal({ dataDir, timeoutMs: LONG_MS });
  const store = createFakeStore();
  const errors: unknown[] = [];
  const told: SettleReport[] = [];
  const settler = startSettler({
    journal,
    store,
    ...waits,
    onError: (error) => errors.push(error),
    onUnplaced: (report) => told.push(report),
  });
  test.after(async () => {
    await settler.stop(100);
    await journal.close();
  });
  return { journal, store, errors, told, settler, dataDir };
}

describe("the settler", () => {
  it("collects scans for a moment, and settles immediately for a reader", async (test) => {
    // The clock stands still: everything here happens without a wait.
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const { journal, store, settler } = await start(test);
    for (let i = 0; i < 5; i++) await append(journal, `${i}\n`);
    assert.equal(store.calls, 0, "they are collected");
    await settler.settled();
    assert.deepEqual(store.settled, ["0\n", "1\n", "2\n", "3\n", "4\n"]);
    assert.equal(store.calls, 1);
    assert.equal(settler.health().rows, 0);
    await append(journal, "5\n");
    assert.equal(store.calls, 1);
    await eventually(() => {
      test.mock.timers.tick(200);
      assert.equal(store.settled.at(-1), "5\n", "and settled soon without a reader");
    });
  });

  it("starts immediately when a read is announced", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const { journal, store, settler } = await start(test);
    settler.hurry();
    await append(journal, "0\n");
    await turn();
    assert.equal(store.calls, 0, "an announcement before the scan does not concern it");
    settler.hurry();
    await eventually(() => assert.deepEqual(store.settled, ["0\n"]));
  });

  it("does not retry a failing store sooner because a read is announced", async (test) => {
    const { journal, store, settler, errors } = await start(test);
    store.failures = Number.POSITIVE_INFINITY;
    // The delays after a failure do not elapse.
    test.mock.timers.enable({ apis: ["setTimeout"] });
    await append(journal, "a\n");
    await eventually(() => {
      settler.hurry();
      assert.equal(errors.length, 1);
    });
    for (let i = 0; i < 100; i++) {
      settler.hurry();
      await turn();
    }
    assert.equal(store.calls, 1);
    test.mock.timers.reset();
  });

  it("retries until the store accepts, and loses and repeats nothing", async (test) => {
    const { journal, store, errors, settler } = await start(test);
    store.failures = 3;
    await append(journal, "a\n");
    await append(journal, "b\n");
    await eventually(() => assert.deepEqual(store.settled, ["a\n", "b\n"]));
    assert.equal(errors.length, 3);
    assert.deepEqual(settler.health(), { rows: 0, oldestSeconds: 0, settleFailures: 3 });
  });

  it("reports that settling fails from the third failure on, until it succeeds", async (test) => {
    const { journal, store, errors, settler } = await start(test);
    assert.deepEqual(settler.problems(), []);
    store.failures = 1000;
    await append(journal, "a\n");
    await eventually(() => assert.match(settler.problems().join(), /^Settling scans has failed \d+ times in a row; /));
    assert.ok(errors.length >= 3);
    store.failures = 0;
    await eventually(() => assert.deepEqual(store.settled, ["a\n"]));
    await eventually(() => assert.deepEqual(settler.problems(), []));
  });

  it("reports what the store set aside, and adds it up", async (test) => {
    const { journal, store, settler, told } = await start(test);
    const line = { id: "1", line: "x", reason: "garbage" };
    for (let round = 1; round <= 2; round++) {
      store.aside.push(line);
      await append(journal, "a\n");
      await settler.settled();
      assert.deepEqual(settler.unplaced(), {
        aside: round,
        dropped: 0,
        missing: 0,
        recovered: 0,
        missingInJournal: 0,
        doubtful: 0,
      });
    }
    await append(journal, "b\n");
    await settler.settled();
    assert.deepEqual(
      told,
      new Array(2).fill({ aside: [line], dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 }),
    );
  });

  it("reports how much is waiting and for how long", async (test) => {
    const { journal, store, settler } = await start(test);
    store.failures = Number.POSITIVE_INFINITY;
    const begun = performance.now();
    for (let i = 0; i < 3; i++) await append(journal, `${i}\n`);
    const appended = performance.now();
    await sleep(600);
    const least = (performance.now() - appended) / 1000;
    const { rows, oldestSeconds } = settler.health();
    const most = (performance.now() - begun) / 1000;
    assert.equal(rows, 3);
    assert.ok(oldestSeconds >= least && oldestSeconds <= most, `${oldestSeconds} s`);
  });

  it("makes a reader wait at most half a second when the store does not answer", async (test) => {
    const { journal, store, settler } = await start(test, {});
    store.hangs = true;
    await append(journal, "a\n");
    test.mock.timers.enable({ apis: ["setTimeout"] });
    let waits = true;
    const reader = settler.settled().then(() => {
      waits = false;
    });
    test.mock.timers.tick(499);
    await turn();
    assert.equal(waits, true);
    test.mock.timers.tick(1);
    await reader;
    // The following stop has a time-out too.
    test.mock.timers.reset();
  });

  it("settles the rows of an earlier process first, and logs how many there are", async (test) => {
    const first = await start(test);
    first.store.failures = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) await append(first.journal, `${i}\n`);
    first.journal.settle(1);
    await first.settler.stop(0);
    await first.journal.close();
    const journal = await openJournal({ dataDir: first.dataDir, timeoutMs: LONG_MS });
    const store = createFakeStore();
    const settler = startSettler({
      journal,
      store,
      readWaitMs: LONG_MS,
      onError: (error) => assert.fail(String(error)),
      onUnplaced: () => {},
    });
    assert.equal(settler.health().rows, 2);
    await settler.settled();
    assert.deepEqual(store.settled, ["1\n", "2\n"]);
    assert.equal(await settler.stop(LONG_MS), true);
    await journal.close();
  });

  it("settles everything when it stops", async (test) => {
    const { journal, store, settler } = await start(test);
    for (let i = 0; i < 50; i++) await append(journal, `${i}\n`);
    assert.equal(await settler.stop(LONG_MS), true);
    assert.equal(store.settled.length, 50);
  });

  it("stops in time when the store fails or hangs, and leaves the rows in the journal", async (test) => {
    for (const trouble of ["away", "hangs"]) {
      const { journal, store, settler, errors, dataDir } = await start(test);
      if (trouble === "away") store.failures = Number.POSITIVE_INFINITY;
      else store.hangs = true;
      await append(journal, "a\n");
      test.mock.timers.enable({ apis: ["setTimeout"] });
      const stopped = settler.stop(400);
      for (let i = 0; i < 10; i++) await turn();
      test.mock.timers.tick(400);
      assert.equal(await stopped, false, trouble);
      await journal.close();
      const failed = errors.length;
      for (let i = 0; i < 10; i++) {
        test.mock.timers.tick(60_000);
        await turn();
      }
      assert.equal(errors.length, failed, "it does not continue in the background");
      test.mock.timers.reset();
      const again = await openJournal({ dataDir });
      assert.equal(again.start.waiting, 1);
      await again.close();
    }
  });
});
