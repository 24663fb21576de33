import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createThreads } from "../../src/shared/threads.ts";
import { endThread } from "../support/end-thread.ts";
import { freshDir } from "../support/stores.ts";
import type { SampleOperations } from "./sample-thread.ts";

const FILE = new URL("./sample-thread.ts", import.meta.url);
const ENDED = { name: "ThreadEnded", message: /sample thread ended before it answered/ };

function start(test: TestContext, workerData: unknown = null, how?: { isLazy: boolean }) {
  const restarted: string[] = [];
  const givenUp: string[] = [];
  let now = 0;
  const threads = createThreads({
    onRestart: (name, thrown) => restarted.push(`${name}: ${thrown?.message}`),
    onGiveUp: (sentence) => givenUp.push(sentence),
    now: () => now,
  });
  const thread = threads.start<SampleOperations>("sample", FILE, workerData, how);
  test.after(() => thread.terminate());
  const move = (ms: number) => {
    now += ms;
  };
  return { threads, thread, restarted, givenUp, move };
}

describe("a thread that exits unexpectedly", () => {
  it("rejects its unanswered calls, is reported, and restarts", async (test) => {
    const { threads, thread, restarted } = start(test);
    assert.equal(await thread.call("count"), 1);
    assert.equal(await thread.call("count"), 2);
    assert.deepEqual(threads.problems(), []);
    const waiting = [thread.call("wait", 60_000), thread.call("wait", 60_000)];
    const refused = waiting.map((call) => assert.rejects(call, ENDED));
    await endThread("sample");
    await Promise.all(refused);
    assert.equal(await thread.call("count"), 1, "its state is created again");
    assert.deepEqual(restarted, ["sample: undefined"]);
    assert.deepEqual(threads.restarts(), [{ name: "sample", restarts: 1 }]);
  });

  for (const [way, message] of [
    ["reject", "connection refused"],
    ["throwLater", "JSON"],
    ["exit", "undefined"],
  ] as const) {
    it(`restarts after ${way}, and reports why`, async (test) => {
      const { thread, restarted } = start(test);
      await thread.call("count");
      await thread.call(way).catch(() => {});
      while (restarted.length === 0) await sleep(5);
      assert.match(restarted[0]!, new RegExp(message));
      assert.equal(await thread.call("count"), 1);
    });
  }

  it("is a problem while it is down and for a minute", async (test) => {
    const { threads, thread, move } = start(test);
    await thread.call("count");
    await endThread("sample");
    assert.deepEqual(threads.problems(), ["The sample thread ended and is being restarted."]);
    await thread.call("count");
    move(59_000);
    const [problem, ...more] = threads.problems();
    assert.deepEqual(more, []);
    assert.equal(problem, "The sample thread ended and was restarted 59 s ago.");
    move(1_000);
    assert.deepEqual(threads.problems(), []);
  });

  it("is not restarted the second time within a minute, and reports that in one sentence", async (test) => {
    const { thread, restarted, givenUp, move } = start(test);
    await thread.call("count");
    await endThread("sample");
    await thread.call("count");
    move(60_000);
    await endThread("sample");
    await thread.call("count");
    assert.deepEqual(givenUp, []);
    move(59_999);
    await thread.call("reject").catch(() => {});
    while (givenUp.length === 0) await sleep(5);
    assert.equal(restarted.length, 2);
    assert.deepEqual(givenUp, [
      "The sample thread ended (connection refused) twice within a minute, so the service stops.",
    ]);
    await assert.rejects(thread.call("count"), ENDED);
  });

  it("ends its sessions, so that none continues with a fresh state", async (test) => {
    const { thread } = start(test);
    const session = thread.session();
    assert.equal(await session.call("count"), 1);
    await endThread("sample");
    await assert.rejects(session.call("count"), ENDED);
    assert.equal(await thread.session().call("count"), 1);
  });

  it("ends the process with one line and a non-zero code by default", async () => {
    const program = `
      import { createThreads } from ${JSON.stringify(new URL("../../src/shared/threads.ts", import.meta.url).href)};
      const thread = createThreads({ onRestart() {} }).start("sample", new URL(${JSON.stringify(FILE.href)}), null);
      for (let i = 0; i < 2; i++) {
        await thread.call("count");
        await thread.call("exit").catch(() => {});
      }`;
    const file = join(freshDir(), "ends-twice.mjs");
    writeFileSync(file, program);
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(process.execPath, [file], (error, _stdout, stderr) => resolve({ code: error?.code, stderr })),
    );
    assert.deepEqual(ended, {
      code: 1,
      stderr: "tessera: The sample thread ended twice within a minute, so the service stops.\n",
    });
  });
});

describe("a thread that does not answer", () => {
  /** The clock stands still, so that the messages in between take no time. */
  const hang = async (test: TestContext) => {
    const started = start(test);
    await started.thread.call("count");
    const hung = started.thread.call("hang").catch(() => {});
    return { ...started, hung };
  };

  it("is a problem after half a minute, and counted at once", async (test) => {
    const { threads, thread, move } = await hang(test);
    move(20_000);
    void thread.call("count").catch(() => {});
    move(10_000);
    assert.deepEqual(threads.problems(), []);
    assert.deepEqual(threads.waiting(), [{ name: "sample", seconds: 30 }]);
    move(1000);
    assert.deepEqual(threads.problems(), ["The sample thread has answered none of its calls for 31 s."]);
  });

  it("is no problem any more when it answers, or exits", async (test) => {
    const { threads, thread, move } = start(test);
    const slow = thread.call("wait", 50);
    move(31_000);
    assert.equal(threads.problems().length, 1);
    await slow;
    assert.deepEqual([threads.problems(), threads.waiting()], [[], [{ name: "sample", seconds: 0 }]]);
    const hung = thread.call("hang").catch(() => {});
    move(31_000);
    await endThread("sample");
    await hung;
    await thread.call("count");
    assert.deepEqual(threads.waiting(), [{ name: "sample", seconds: 0 }]);
  });

  it("is no problem while it answers others: a queued call proves nothing", async (test) => {
    const { threads, thread, move } = start(test);
    const last = thread.call("wait", 60_000).catch(() => {});
    for (let i = 0; i < 3; i++) {
      move(20_000);
      await thread.call("count");
      assert.deepEqual(threads.problems(), []);
    }
    await thread.terminate();
    await last;
  });

  it("is no problem during a call that may take long", async (test) => {
    const { threads, thread, move } = start(test);
    const long = thread.callLong("wait", 50);
    move(3_600_000);
    assert.deepEqual([threads.problems(), threads.waiting()], [[], [{ name: "sample", seconds: 0 }]]);
    await long;
    const next = thread.call("wait", 50);
    move(31_000);
    assert.equal(threads.problems().length, 1);
    await next;
  });
});

describe("a thread", () => {
  it("that cannot start rejects its callers with the reason, and is not tried again", async (test) => {
    const needs = join(freshDir(), "none");
    const { threads, thread, restarted, givenUp } = start(test, { needs });
    await assert.rejects(thread.call("count"), { message: "the file cannot be opened" });
    await assert.rejects(thread.call("count"), { message: "the file cannot be opened" });
    assert.deepEqual([restarted, givenUp], [[], []]);
    const problem = "The sample thread could not be started: the file cannot be opened";
    assert.deepEqual(threads.problems(), [problem]);
  });

  it("that starts with its first call is tried again with the next if it could not start", async (test) => {
    const needs = join(freshDir(), "there later");
    const { threads, thread, restarted, givenUp } = start(test, { needs }, { isLazy: true });
    const refused = { message: "the file cannot be opened" };
    const problem = "The sample thread could not be started: the file cannot be opened";
    for (let i = 0; i < 2; i++) {
      await assert.rejects(thread.call("count"), refused);
      assert.deepEqual(threads.problems(), [problem]);
    }
    writeFileSync(needs, "");
    assert.equal(await thread.call("count"), 1);
    assert.equal(await thread.call("count"), 2);
    assert.deepEqual([threads.problems(), restarted, givenUp], [[], [], []]);
    await endThread("sample");
    assert.equal(await thread.call("count"), 1, "from then on it behaves like any other");
    assert.equal(restarted.length, 1);
  });

  it("that rejects a call keeps running", async (test) => {
    const { thread, restarted } = start(test);
    await assert.rejects(thread.call("fail"), { message: "no such table" });
    assert.equal(await thread.call("count"), 1);
    assert.deepEqual(restarted, []);
  });

  it("that is stopped rejects waiting calls, and reports nothing", async (test) => {
    const { threads, thread, restarted } = start(test);
    await thread.call("count");
    const waiting = assert.rejects(thread.call("wait", 60_000), /sample thread was closed/);
    await thread.terminate();
    await waiting;
    assert.deepEqual([restarted, threads.problems(), threads.restarts()], [[], [], []]);
  });
});
