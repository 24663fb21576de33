/** A journal whose thread ends, whose disk hangs, or whose callbacks throw. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Journal, type JournalOptions, openJournal } from "../../src/scans/journal.ts";
import { createRecorder } from "../../src/scans/recorder.ts";
import { inOrder, unsettled } from "../../src/scans/run-lines.ts";
import type { Operations } from "../../src/shared/thread.ts";
import { createThreads, type Threads } from "../../src/shared/threads.ts";
import type { Visit } from "../../src/visits/visit.ts";
import { endThread } from "../support/end-thread.ts";
import { until } from "../support/eventually.ts";
import { createTestClock, freshDir } from "../support/stores.ts";

const CODE = "01890000-0000-7000-8000-000000000007";

const append = (journal: Journal, line: string) => new Promise<boolean>((resolve) => journal.append(line, 1, resolve));

/** Its thread may end any number of times: a minute passes in between. */
async function open(test: TestContext, options: Partial<JournalOptions> = {}) {
  const dataDir = freshDir();
  let now = 0;
  const restarts: string[] = [];
  const threads = createThreads({
    onRestart: (name) => restarts.push(name),
    onGiveUp: assert.fail,
    now: () => (now += 60_000),
  });
  const journal = await openJournal({ dataDir, timeoutMs: 20_000, threads, ...options });
  test.after(() => journal.close());
  return { journal, dataDir, restarts };
}

function fileOf(test: TestContext, dataDir: string): DatabaseSync {
  const db = new DatabaseSync(join(dataDir, "journal.db"), { timeout: 5000 });
  test.after(() => db.close());
  return db;
}

const linesIn = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT lines FROM batches ORDER BY seq")
    .all()
    .flatMap(({ lines }) => String(lines).trimEnd().split("\n"));

describe("the journal's flush", () => {
  it("waits for lines appended before it, and not for later ones", async (test) => {
    const { journal } = await open(test);
    let isBusy = true;
    let appended = 0;
    // As soon as one line is durable the next is sent, so that there is no quiet moment.
    const again = () => {
      appended += 1;
      if (isBusy) journal.append("more\n", 1, again);
    };
    journal.append("first\n", 1, again);
    let durable = false;
    journal.append("before\n", 1, () => {
      durable = true;
    });
    await journal.flush();
    assert.equal(durable, true);
    isBusy = false;
    await journal.flush();
    assert.ok(appended > 0);
  });
});

/** The row is written; `sync` decides when, and whether, the journal is notified. */
function threadsWhose(sync: () => void | Promise<void>): Threads {
  const real = createThreads({ onGiveUp: assert.fail });
  return {
    ...real,
    start<O extends Operations>(...args: Parameters<Threads["start"]>) {
      const thread = real.start<O>(...args);
      const call: typeof thread.call = (operation, ...rest) =>
        thread.call(operation, ...rest).then((answer) =>
          operation === "append"
            ? Promise.resolve()
                .then(sync)
                .then(() => answer)
            : answer,
        );
      return { ...thread, call };
    },
  };
}

describe("the journal after a failed commit", () => {
  it("gives its numbers to no other line: the row may be in the file after recovery", async (test) => {
    let fails = true;
    // Like a sync that fails after the commit was written to the log, which the next opening then finds.
    const threads = threadsWhose(() => {
      if (!fails) return;
      fails = false;
      throw new Error("disk I/O error");
    });
    const { journal, dataDir } = await open(test, { threads });
    assert.equal(await append(journal, "refused\n"), false);
    assert.equal(await append(journal, "acknowledged\n"), true);
    const rows = await journal.take(0);
    assert.equal(linesIn(fileOf(test, dataDir)).length, 2);
    assert.deepEqual(
      unsettled(inOrder(rows), new Map())
        .rows.map(({ lines }) => lines)
        .sort(),
      ["acknowledged\n", "refused\n"],
    );
  });
});

describe("the journal when its thread ends", () => {
  it("writes lines again that did not reach the file", async (test) => {
    const { journal, dataDir, restarts } = await open(test);
    await append(journal, "before\n");
    const db = fileOf(test, dataDir);
    db.exec("BEGIN IMMEDIATE");
    const heard = append(journal, "during\n");
    const ended = endThread("journal");
    db.exec("ROLLBACK");
    await ended;
    assert.equal(await heard, true);
    assert.equal(await append(journal, "after\n"), true);
    assert.deepEqual(linesIn(db), ["before", "during", "after"]);
    assert.equal(journal.lastSeq(), 3);
    assert.deepEqual(restarts, ["journal"]);
  });

  it("treats lines that did reach the file as recorded, and does not write them twice", async (test) => {
    const { journal, dataDir } = await open(test);
    await append(journal, "before\n");
    const db = fileOf(test, dataDir);
    const ended = endThread("journal");
    const heard = append(journal, "during\n");
    // As the thread's own commit would have, right before it ended.
    db.exec("INSERT INTO batches (run, first, last, lines) SELECT run, 2, 2, 'during\n' FROM batches");
    await ended;
    assert.equal(await heard, true);
    assert.equal(await append(journal, "after\n"), true);
    assert.deepEqual(linesIn(db), ["before", "during", "after"]);
  });

  it("loses and duplicates no durable line, whenever it ends", async (test) => {
    const { journal, dataDir, restarts } = await open(test);
    const durable: string[] = [];
    const refused: string[] = [];
    let sent = 0;
    let running = true;
    const write = async () => {
      while (running) {
        const line = `line ${sent++}`;
        ((await append(journal, `${line}\n`)) ? durable : refused).push(line);
      }
    };
    const writers = Array.from({ length: 8 }, write);
    for (let i = 0; i < 10; i++) {
      const before = durable.length;
      while (durable.length === before) await sleep(1);
      await sleep(Math.random() * 40);
      await endThread("journal");
    }
    running = false;
    await Promise.all(writers);
    const found = linesIn(fileOf(test, dataDir));
    assert.equal(restarts.length, 10);
    assert.equal(new Set(found).size, found.length, "none twice");
    assert.deepEqual(found.toSorted(), durable.toSorted());
    assert.deepEqual(refused, []);
  });
});

describe("the journal when a callback throws", () => {
  it("reports it and continues", async (test) => {
    const errors: unknown[] = [];
    const { journal } = await open(test, { onError: (error) => errors.push(error) });
    journal.onAppend(() => {
      throw new Error("listener");
    });
    journal.append("a\n", 1, () => {
      throw new Error("done");
    });
    assert.equal(await append(journal, "b\n"), true);
    assert.equal(await append(journal, "c\n"), true);
    await journal.flush();
    assert.deepEqual(new Set(errors.map(String)), new Set(["Error: done", "Error: listener"]));
  });
});

describe("the recorder", () => {
  const visit = { at: 1, agent: { text: "[]" }, place: { text: "[]" } } as unknown as Visit;

  async function start(test: TestContext, options: Partial<JournalOptions> = {}) {
    // The once-a-second log and the time-outs are triggered by the test.
    test.mock.timers.enable({ apis: ["setInterval"] });
    const tick = (ms = 1000) => test.mock.timers.tick(ms);
    const { journal, dataDir } = await open(test, options);
    const clock = createTestClock();
    const errors: string[] = [];
    const recorder = createRecorder({ journal, clock, onError: (error) => errors.push((error as Error).message) });
    test.after(() => recorder.close());
    const record = () =>
      new Promise<string | null>((resolve) =>
        recorder.record({ id: CODE, placement: null }, visit, null, null, resolve),
      );
    const counts = () => ({
      recorded: recorder.recorded(),
      late: recorder.late(),
      unrecorded: recorder.unrecorded(),
      undecided: recorder.undecided(),
    });
    return { recorder, journal, clock, errors, record, counts, tick, db: fileOf(test, dataDir) };
  }

  it("counts each answer once, and scans recorded after their answer by a slow disk as late", async (test) => {
    let disk = Promise.resolve();
    const threads = threadsWhose(() => disk);
    const { recorder, journal, record, counts, errors, tick, db } = await start(test, { timeoutMs: 4, threads });
    assert.notEqual(await record(), null);
    const slow = Promise.withResolvers<void>();
    disk = slow.promise;
    const answers: (string | null)[] = [];
    for (let i = 0; i < 3; i++) void record().then((id) => answers.push(id));
    await until(() => {
      tick(1);
      return answers.length === 3;
    });
    assert.deepEqual(answers, [null, null, null]);
    assert.deepEqual(counts(), { recorded: 1, late: 0, unrecorded: 0, undecided: 3 });
    assert.deepEqual(recorder.problems(), ["3 scans were answered before they were on disk."]);
    for (let second = 0; second < 9; second++) tick();
    assert.equal(errors.join(), "", "logged when the outcome is known");
    slow.resolve();
    await journal.flush();
    assert.deepEqual(counts(), { recorded: 1, late: 3, unrecorded: 0, undecided: 0 });
    assert.deepEqual(recorder.problems(), []);
    assert.equal(linesIn(db).length, 4, "recorded and late add up to all");
    await recorder.close();
    assert.equal(errors.length, 1, errors.join("\n"));
    assert.ok(errors[0]!.includes("0 not recorded, 3 recorded late"), errors.join());
  });

  it("logs unrecorded scans, at most once a second, and is degraded for a minute", async (test) => {
    const { recorder, clock, record, counts, errors, tick, db } = await start(test);
    db.exec("ALTER TABLE batches RENAME TO gone");
    for (let i = 0; i < 20; i++) assert.equal(await record(), null);
    assert.deepEqual(counts(), { recorded: 0, late: 0, unrecorded: 20, undecided: 0 });
    db.exec("ALTER TABLE gone RENAME TO batches");
    for (let second = 0; second < 3; second++) tick();
    assert.equal(errors.length, 1, errors.join("\n"));
    assert.match(errors[0]!, /no such table.*20 not recorded, 0 recorded late/);
    clock.move(59_999);
    assert.match(recorder.problems().join(), /not recorded 59 s ago \(.*no such table.*\); 20 since/);
    clock.move(1);
    assert.deepEqual(recorder.problems(), []);
    assert.notEqual(await record(), null);
  });

  it("survives a full journal that refuses a sum immediately", async (test) => {
    const { recorder, journal, db } = await start(test);
    db.exec("BEGIN IMMEDIATE");
    for (let i = 0; i <= 50_001; i++) journal.append("line\n", 1, () => {});
    recorder.recordUncounted(CODE, "head", 1);
    const flushed = recorder.flush();
    db.exec("ROLLBACK");
    await flushed;
    await recorder.flush();
    assert.match(linesIn(db).at(-1)!, /^!\S+\t\S+\t0\thead\t1$/);
  });

  it("keeps sums of uncounted visits until the disk accepts them", async (test) => {
    const { recorder, journal, db } = await start(test);
    db.exec("ALTER TABLE batches RENAME TO gone");
    for (let i = 0; i < 3; i++) recorder.recordUncounted(CODE, "head", 1);
    await recorder.flush();
    db.exec("ALTER TABLE gone RENAME TO batches");
    recorder.recordUncounted(CODE, "head", 1);
    await recorder.flush();
    await journal.flush();
    assert.match(linesIn(db).join("\n"), /^!\S+\t01890000-0000-7000-8000-000000000007\t0\thead\t4$/);
  });
});
