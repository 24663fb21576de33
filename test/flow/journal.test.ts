import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { type Journal, type JournalOptions, openJournal } from "../../src/scans/journal.ts";
import type { JournalRow } from "../../src/scans/journal-thread.ts";
import { eventually } from "../support/eventually.ts";
import { freshDir } from "../support/stores.ts";

const append = (journal: Journal, line: string, at = 1) =>
  new Promise<boolean>((resolve) => journal.append(line, at, resolve));

/** Closed when the test ends, whatever its outcome. */
async function open(test: TestContext, options: JournalOptions): Promise<Journal> {
  // Waits for the disk of a busy machine, unless the test is about that.
  const journal = await openJournal({ timeoutMs: 60_000, ...options });
  test.after(() => journal.close());
  return journal;
}

/** The content of the file, read alongside the thread. */
function rowsIn(dataDir: string): { seq: number; lines: string }[] {
  const db = new DatabaseSync(join(dataDir, "journal.db"), { readOnly: true });
  const rows = db.prepare("SELECT seq, lines FROM batches ORDER BY seq").all();
  db.close();
  return rows.map((row) => ({ seq: Number(row.seq), lines: String(row.lines) }));
}

describe("the journal", () => {
  it("puts everything that arrives during a commit into the next one", async (test) => {
    const dataDir = freshDir();
    const journal = await open(test, { dataDir });
    const heard = await Promise.all(Array.from({ length: 1000 }, (_, i) => append(journal, `line ${i}\n`)));
    assert.ok(heard.every(Boolean));
    const rows = rowsIn(dataDir);
    assert.ok(rows.length >= 1 && rows.length <= 3, `${rows.length} commits for 1000 lines`);
    const lines = rows.map((row) => row.lines).join("");
    assert.equal(lines, Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join(""));
    assert.equal(journal.lastSeq(), rows.at(-1)?.seq);
  });

  it("reports a line as durable only when it is in the file", async (test) => {
    const dataDir = freshDir();
    const journal = await open(test, { dataDir });
    for (let i = 0; i < 20; i++) {
      await append(journal, `line ${i}\n`);
      assert.equal(rowsIn(dataDir).at(-1)?.lines, `line ${i}\n`);
    }
  });

  it("returns rows in order and in bounded batches", async (test) => {
    const journal = await open(test, { dataDir: freshDir() });
    for (let i = 0; i < 30; i++) await append(journal, `${i}${"x".repeat(150_000)}\n`);
    const taken: number[] = [];
    let seq = 0;
    while (seq < journal.lastSeq()) {
      const rows = await journal.take(seq);
      assert.ok(rows.length > 0 && rows.length < 16);
      for (const row of rows) taken.push(Number.parseInt(row.lines, 10));
      seq = rows.at(-1)!.seq;
    }
    assert.deepEqual(
      taken,
      Array.from({ length: 30 }, (_, i) => i),
    );
    assert.deepEqual(await journal.take(seq), []);
  });

  it("removes settled rows with the next commit or when idle", async (test) => {
    const dataDir = freshDir();
    const journal = await open(test, { dataDir });
    for (let i = 0; i < 5; i++) await append(journal, `line ${i}\n`);
    journal.settle(3);
    await append(journal, "line 5\n");
    assert.deepEqual(
      rowsIn(dataDir).map((row) => row.seq),
      [4, 5, 6],
    );
    journal.settle(6);
    await eventually(() => assert.deepEqual(rowsIn(dataDir), []));
  });

  it("finds the rows of an earlier process, and continues their numbers", async (test) => {
    const dataDir = freshDir();
    const first = await open(test, { dataDir });
    assert.deepEqual(first.start, { waiting: 0, settledSeq: 0, lastSeq: 0, latestMs: 0, trimmed: [] });
    for (let i = 0; i < 4; i++) await append(first, `line ${i}\n`, 1000 + i);
    first.settle(2);
    await first.close();
    const second = await open(test, { dataDir });
    const [{ run }] = (await second.take(0)) as [JournalRow];
    const trimmed = (line: number) => [{ run, first: line + 1, last: line, lines: "", end: 4 }];
    const start = { waiting: 2, settledSeq: 2, lastSeq: 4, latestMs: 1003, trimmed: trimmed(2) };
    assert.deepEqual(second.start, start);
    assert.deepEqual(
      (await second.take(0)).map((row) => row.lines),
      ["line 2\n", "line 3\n"],
    );
    second.settle(4);
    await second.close();
    const third = await open(test, { dataDir });
    assert.deepEqual(third.start, { ...start, waiting: 0, settledSeq: 4, trimmed: trimmed(4) });
    await append(third, "line 4\n", 5);
    assert.equal(third.lastSeq(), 5, "a number is never reused");
    const [row] = (await third.take(0)) as [JournalRow];
    assert.deepEqual([row.first, row.last, row.run === run], [1, 1, false], "in its own run");
  });

  it("rejects after its time-out on a disk that hangs, and continues afterwards", async (test) => {
    const dataDir = freshDir();
    const journal = await open(test, { dataDir, timeoutMs: 200 });
    await append(journal, "before\n");
    const lock = new DatabaseSync(join(dataDir, "journal.db"));
    lock.exec("BEGIN IMMEDIATE");
    // They are rejected while the disk still hangs.
    const heard = await Promise.all([append(journal, "a\n"), append(journal, "b\n")]);
    assert.deepEqual(heard, [false, false]);
    let calls = 0;
    journal.append("c\n", 1, () => {
      calls += 1;
    });
    await eventually(() => assert.equal(calls, 1, "it is rejected once"));
    lock.exec("ROLLBACK");
    lock.close();
    await journal.flush();
    assert.equal(calls, 1, "and not again when the disk is back");
    await eventually(async () => assert.equal(await append(journal, "after\n"), true));
    assert.ok(rowsIn(dataDir).some((row) => row.lines.includes("after")));
  });

  it("rejects immediately what it cannot hold while the disk hangs", async (test) => {
    const dataDir = freshDir();
    const journal = await open(test, { dataDir, timeoutMs: 60_000 });
    const lock = new DatabaseSync(join(dataDir, "journal.db"));
    lock.exec("BEGIN IMMEDIATE");
    let refused = 0;
    let heard = 0;
    for (let i = 0; i < 60_000; i++) {
      journal.append("x\n", 1, (durable) => {
        heard += 1;
        if (!durable) refused += 1;
      });
    }
    assert.ok(refused > 9_000 && refused <= 10_000, `${refused} refused`);
    lock.exec("ROLLBACK");
    lock.close();
    await journal.flush();
    assert.equal(heard, 60_000);
    assert.equal(refused, 60_000 - rowsIn(dataDir).reduce((n, row) => n + row.lines.length / 2, 0));
  });
});
