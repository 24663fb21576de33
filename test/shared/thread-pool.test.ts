import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createThreadPool, type ThreadPoolOptions } from "../../src/shared/thread-pool.ts";
import { createThreads } from "../../src/shared/threads.ts";
import type { SampleOperations } from "./sample-thread.ts";

const file = new URL("./sample-thread.ts", import.meta.url);

function start(test: TestContext, options: Partial<ThreadPoolOptions> = {}) {
  const ended: string[] = [];
  const { now = () => 0 } = options;
  const threads = createThreads({ onRestart: (name) => ended.push(name), onGiveUp: (line) => ended.push(line), now });
  // No caller gets heavy by how fast the machine is.
  const defaults = { name: "sample", file, threads, limit: 2, ofPerson: 2, ofPart: 2, now };
  const pool = createThreadPool<SampleOperations>({ ...defaults, ...options });
  test.after(() => pool.close());
  return { pool, threads, ended };
}

describe("createThreadPool", () => {
  it("runs one call at a time, skips aborted ones and refuses more than may wait", async (test) => {
    const { pool } = start(test);
    const leaving = new AbortController();
    const [first, left, third] = [
      pool.call("count", []),
      pool.call("count", [], { signal: leaving.signal }),
      pool.call("count", []),
    ];
    const more = assert.rejects(pool.call("count", []), { name: "TooBusy" });
    leaving.abort();
    await assert.rejects(left, { name: "AbortError" });
    await more;
    assert.deepEqual([await first, await third], [1, 2]);
    assert.equal(await pool.call("count", []), 3, "a call after they are done");
  });

  it("frees a caller's place as soon as a waiting call is aborted", async (test) => {
    const { pool } = start(test, { limit: 100 });
    const running = pool.call("count", [], { caller: { person: "another" } });
    const leaving = new AbortController();
    const left = [1, 2].map(() => pool.call("count", [], { caller: { person: "anna" }, signal: leaving.signal }));
    leaving.abort();
    for (const call of left) await assert.rejects(call, { name: "AbortError" });
    const again = [1, 2].map(() => pool.call("count", [], { caller: { person: "anna" } }));
    assert.deepEqual([await running, ...(await Promise.all(again))], [1, 2, 3]);
    await assert.rejects(pool.call("count", [], { signal: leaving.signal }), { name: "AbortError" });
  });

  it("is fair between callers with two waiting calls each", async (test) => {
    const { pool } = start(test, { limit: 100 });
    const order: string[] = [];
    const call = (caller: string, isUrgent = false) =>
      pool.call("count", [], { caller: { person: caller }, isUrgent }).then(
        () => void order.push(caller),
        ({ name }) => void order.push(`${caller}: ${name}`),
      );
    // The first runs immediately.
    const calls = ["flood", "flood", "flood", "flood", "flood", "other", "third"].map((caller) => call(caller));
    calls.push(...["u", "v", "w", "x"].map((caller) => call(caller, true)));
    await Promise.all(calls);
    const busy = "flood: TooBusy";
    assert.deepEqual(order, [busy, busy, "flood", "u", "v", "w", "other", "x", "third", "flood", "flood"]);
  });

  it("makes no caller wait for two calls of another", async (test) => {
    const { pool } = start(test, { limit: 100 });
    const order: string[] = [];
    const call = (caller: string) =>
      pool.call("count", [], { caller: { person: caller } }).then(() => void order.push(caller));
    const flood = [call("flood"), call("flood")];
    await Promise.all([...flood, call("other")]);
    assert.deepEqual(order, ["flood", "other", "flood"]);
  });

  it("refuses the newest call of the caller with the most when all places are taken", async (test) => {
    const { pool } = start(test, { limit: 3, ofPerson: 3, ofPart: 3 });
    const calls = ["a", "a", "a", "a", "b", "c"].map((caller) =>
      pool.call("count", [], { caller: { person: caller } }),
    );
    const ended = await Promise.allSettled(calls);
    assert.deepEqual(
      ended.map((each) => (each.status === "fulfilled" ? each.value : each.reason.name)),
      [1, 4, "TooBusy", "TooBusy", 2, 3],
    );
  });

  it("ends a call that uses too much processor time, and continues with another thread", async (test) => {
    const { pool, ended } = start(test, { processorMs: 50 });
    await assert.rejects(pool.call("spin", []), { name: "DeadlinePassed" });
    assert.equal(await pool.call("count", []), 1);
    assert.deepEqual(ended, []);
  });

  it("ends a call that uses too much processor time long before its time-out", async (test) => {
    const { pool } = start(test, { deadlineMs: 600_000, processorMs: 50 });
    await assert.rejects(pool.call("spin", []), { name: "DeadlinePassed", message: /of CPU time/ });
    assert.equal(await pool.call("count", []), 1);
  });

  it("continues after a call that fails, and with another thread after any that exited", async (test) => {
    const { pool, ended } = start(test);
    await assert.rejects(pool.call("fail", []), { message: "no such table" });
    assert.equal(await pool.call("count", []), 1);
    for (let i = 0; i < 3; i++) {
      await assert.rejects(pool.call("exit", []), { name: "ThreadEnded" });
      assert.equal(await pool.call("count", []), 1);
    }
    assert.deepEqual(ended, ["sample", "sample", "sample"]);
  });

  it("ends a thread that never answers, any number of times, without ending the process", async (test) => {
    const { pool, threads, ended } = start(test, { deadlineMs: 300 });
    for (let i = 0; i < 3; i++) await assert.rejects(pool.call("hang", []), { name: "TooBusy" });
    assert.deepEqual([ended, threads.problems(), threads.restarts()], [[], [], []]);
  });

  it("has a thread for each call if there is a time-out", async (test) => {
    const { pool } = start(test, { deadlineMs: 60_000 });
    assert.deepEqual([await pool.call("count", []), await pool.call("count", [])], [1, 1]);
  });

  it("rejects waiting and later calls after it is closed", async (test) => {
    const { pool } = start(test);
    const waiting = [pool.call("wait", [60_000]), pool.call("count", [])].map((call) => assert.rejects(call, /closed/));
    await pool.close();
    await Promise.all(waiting);
    await assert.rejects(pool.call("count", []), /closed/);
  });
});

describe("createThreadPool with a heavy caller", () => {
  const isLinux = process.platform === "linux";

  function startTimed(test: TestContext) {
    const clock = { ms: 0 };
    const { pool, threads } = start(test, { limit: 100, ofPerson: 4, ofPart: 4, now: () => clock.ms });
    /** Runs until it is released. */
    const hold = (caller: string) => {
      const gate = new Int32Array(new SharedArrayBuffer(4));
      const done = pool.call("hold", [gate], { caller: { person: caller } });
      const release = () => {
        Atomics.store(gate, 0, 1);
        Atomics.notify(gate, 0);
        return done;
      };
      test.after(release);
      return release;
    };
    return { pool, threads, clock, hold };
  }

  /** Has used two seconds, and has three calls waiting meanwhile. */
  async function makeHeavy({ pool, clock, hold }: ReturnType<typeof startTimed>, caller: string): Promise<void> {
    const release = hold(caller);
    const waiting = [1, 2, 3].map(() => pool.call("nice", [], { caller: { person: caller } }));
    clock.ms += 2_000;
    await Promise.all([release(), ...waiting]);
  }

  it("runs others' calls while one of the heavy caller's runs, in a thread of low priority", async (test) => {
    const timed = startTimed(test);
    const { pool, hold } = timed;
    const nice = await pool.call("nice", [], { caller: { person: "other" } });
    await makeHeavy(timed, "flood");
    const release = hold("flood");
    const waiting = pool.call("nice", [], { caller: { person: "flood" } });
    assert.equal(await pool.call("nice", [], { caller: { person: "other" } }), nice);
    assert.equal(await pool.call("nice", [], { caller: { person: "third" }, isUrgent: true }), nice);
    await release();
    assert.equal(await waiting, isLinux ? 19 : nice);
  });

  it("does not call a person heavy who edits: one call runs and two wait", async (test) => {
    const timed = startTimed(test);
    const nice = await timed.pool.call("nice", [], { caller: { person: "other" } });
    for (let i = 0; i < 3; i++) {
      const release = timed.hold("editor");
      const waiting = [1, 2].map(() => timed.pool.call("nice", [], { caller: { person: "editor" } }));
      timed.clock.ms += 2_000;
      await Promise.all([release(), ...waiting]);
    }
    assert.equal(await timed.pool.call("nice", [], { caller: { person: "editor" } }), nice);
  });

  it("does not call those heavy who wait for each call before the next", async (test) => {
    const { pool, clock, hold } = startTimed(test);
    const nice = await pool.call("nice", [], { caller: { person: "other" } });
    for (let i = 0; i < 3; i++) {
      const release = hold("steady");
      clock.ms += 2_000;
      await release();
    }
    assert.equal(await pool.call("nice", [], { caller: { person: "steady" } }), nice);
  });

  it("does not report a thread of low priority as hanging", async (test) => {
    const timed = startTimed(test);
    await makeHeavy(timed, "flood");
    const release = timed.hold("flood");
    const other = timed.hold("other");
    timed.clock.ms += 60_000;
    assert.deepEqual(timed.threads.problems(), ["The sample thread has answered none of its calls for 60 s."]);
    await Promise.all([release(), other()]);
  });

  it("forgets that a caller was heavy", async (test) => {
    const timed = startTimed(test);
    await makeHeavy(timed, "flood");
    timed.clock.ms += 300_000;
    const release = timed.hold("other");
    const waiting = timed.pool.call("count", [], { caller: { person: "flood" } });
    await release();
    assert.equal(await waiting, 1, "in the thread of all");
    assert.equal(await timed.pool.call("count", [], { caller: { person: "flood" } }), 2);
  });

  it("uses the second thread for others while a long call runs in the first", async (test) => {
    const { pool, clock, hold } = startTimed(test);
    const release = hold("anna");
    const early = pool.call("count", [], { caller: { person: "ben" } });
    clock.ms += 200;
    assert.equal(await early, 1);
    assert.equal(await pool.call("count", [], { caller: { person: "carla" } }), 2);
    await release();
  });

  it("never runs two calls of one caller at a time", async (test) => {
    const { pool, clock, hold } = startTimed(test);
    const release = hold("anna");
    clock.ms += 2_000;
    const order: string[] = [];
    const second = pool.call("count", [], { caller: { person: "anna" } }).then(() => order.push("anna"));
    await pool.call("count", [], { caller: { person: "ben" } }).then(() => order.push("ben"));
    await release();
    await second;
    assert.deepEqual(order, ["ben", "anna"]);
  });
});
