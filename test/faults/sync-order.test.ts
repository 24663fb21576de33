import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cannotTrace, isDurableFirst, stepsOf, traceScans, weakenedProgram } from "./support/sync-order.ts";

const SCANS = 6;
const skip = cannotTrace();

describe("F2: the order of system calls", { skip }, () => {
  it("syncs the journal before each answer is sent", async () => {
    const scans = await traceScans(SCANS);
    const durable = scans.filter(isDurableFirst).length;
    console.log(`F2: ${scans.length} answers, ${durable} of them after the sync`);
    assert.equal(scans.length, SCANS);
    assert.equal(durable, SCANS, JSON.stringify(scans));
  });

  it("fails the check when sync is weakened", async () => {
    const scans = await traceScans(SCANS, weakenedProgram());
    const durable = scans.filter(isDurableFirst).length;
    console.log(`F2 weakened: ${scans.length} answers, ${durable} of them after the sync`);
    assert.equal(scans.length, SCANS);
    assert.ok(durable < SCANS, "the check does not detect a missing sync");
  });
});

describe("F2: parsing a trace", () => {
  const trace = (...lines: string[]) => stepsOf(lines.join("\n")).map(isDurableFirst);
  const WRITE = "12 pwrite64(25</d/journal.db-wal>, ...) = 4096";
  const ANSWER = '10 writev(30<socket:[1]>, [{iov_base="HTTP/1.1 302 Found\\r\\nScan-Id: 1"}], 1) = 90';

  it("counts a sync as done when its call ends", () => {
    const begun = "12 fdatasync(25</d/journal.db-wal> <unfinished ...>";
    const ended = "12 <... fdatasync resumed>) = 0";
    assert.deepEqual(trace(WRITE, begun, ended, ANSWER), [true]);
    assert.deepEqual(trace(WRITE, begun, ANSWER, ended), [false]);
    assert.deepEqual(trace(WRITE, ANSWER), [false]);
    assert.deepEqual(trace(WRITE, "12 fdatasync(25</d/journal.db-wal>) = -1 EIO", ANSWER), [false]);
    assert.deepEqual(trace(WRITE, "12 fdatasync(9</d/tessera.db-wal>) = 0", ANSWER), [false]);
  });

  it("does not take a line of the log for an answer", () => {
    const log = '10 write(2<pipe:[1]>, "Scans answered without Scan-Id (a slow disk): 0 not recorded", 60) = 60';
    assert.deepEqual(trace(WRITE, log), []);
  });
});
