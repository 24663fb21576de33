import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTurns } from "../../src/shared/turns.ts";

/** Jobs that are started, and end on command. */
function createWorks() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  };
}

const ALWAYS = { restFromMs: 20, rests: 3, longestRestMs: 300, freeMs: 0, longestWaitMs: 1e9 };
const NEVER = { ...ALWAYS, restFromMs: 1e9 };

/** What each job took, as reported to the queue. */
let took = 0;
const spent = () => took;

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("turns", () => {
  it("are sequential for one name, and concurrent with others", async () => {
    const turns = createTurns(NEVER);
    const { begun, work, end, fail } = createWorks();
    const a1 = turns({ person: "a" }, work("a1"), spent);
    const a2 = turns({ person: "a" }, work("a2"), spent);
    const a3 = turns({ person: "a" }, work("a3"), spent);
    const b1 = turns({ person: "b" }, work("b1"), spent);
    await turn();
    assert.deepEqual(begun, ["a1", "b1"]);
    end("b1");
    assert.equal(await b1, "b1");
    fail("a1");
    await assert.rejects(a1, { message: "a1" });
    await turn();
    assert.deepEqual(begun, ["a1", "b1", "a2"], "a failure passes the turn on");
    end("a2");
    assert.equal(await a2, "a2");
    await turn();
    end("a3");
    assert.equal(await a3, "a3");
    const a4 = turns({ person: "a" }, work("a4"), spent);
    await turn();
    end("a4");
    assert.equal(await a4, "a4");
  });

  it("go round the workspaces of a person", async () => {
    const turns = createTurns(NEVER);
    const { begun, work, end } = createWorks();
    for (const [part, name] of [
      ["a", "a1"],
      ["a", "a2"],
      ["a", "a3"],
      ["b", "b1"],
    ] as const) {
      void turns({ person: "anna", part }, work(name), spent);
    }
    for (const name of ["a1", "b1", "a2", "a3"]) {
      await turn();
      assert.equal(begun.at(-1), name);
      end(name);
    }
    assert.equal(begun.length, 4);
  });

  it("are followed by a pause after long jobs, during which others run", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    took = 40;
    const turns = createTurns(ALWAYS);
    const { begun, work, end } = createWorks();
    const first = turns({ person: "a" }, work("a1"), spent);
    void turns({ person: "a" }, work("a2"), spent);
    await turn();
    end("a1");
    assert.equal(await first, "a1", "the result does not wait for the pause");
    void turns({ person: "b" }, work("b1"), spent);
    await turn();
    assert.deepEqual(begun, ["a1", "b1"]);
    test.mock.timers.tick(119);
    await turn();
    assert.deepEqual(begun, ["a1", "b1"], "the pause is three times as long as the job");
    test.mock.timers.tick(1);
    await turn();
    assert.deepEqual(begun, ["a1", "b1", "a2"]);
    const rests = async (name: string, ms: number) => {
      void turns({ person: name }, work(`${name}1`), spent);
      void turns({ person: name }, work(`${name}2`), spent);
      await turn();
      end(`${name}1`);
      await turn();
      if (ms > 0) {
        test.mock.timers.tick(ms - 1);
        await turn();
        assert.ok(!begun.includes(`${name}2`), `${took} ms of work`);
        test.mock.timers.tick(1);
        await turn();
      }
      assert.ok(begun.includes(`${name}2`), `${took} ms of work`);
    };
    took = 19;
    await rests("short", 0);
    took = 1000;
    await rests("long", 300);
  });

  it("are not followed by a pause until enough work was done since the last one", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const turns = createTurns({ ...ALWAYS, freeMs: 100 });
    const { begun, work, end } = createWorks();
    let count = 0;
    /** Whether the next one may start immediately. */
    const isFree = async (name: string, ms: number): Promise<boolean> => {
      const [one, next] = [`${name}${++count}`, `${name}${++count}`];
      took = ms;
      void turns({ person: name }, work(one), spent);
      void turns({ person: name }, work(next), spent);
      await turn();
      end(one);
      await turn();
      const free = begun.includes(next);
      test.mock.timers.tick(300);
      await turn();
      took = 0;
      end(next);
      await turn();
      return free;
    };
    assert.equal(await isFree("a", 60), true);
    assert.equal(await isFree("a", 19), true, "a short one is not counted");
    assert.equal(await isFree("a", 40), true);
    assert.equal(await isFree("a", 20), false);
    assert.equal(await isFree("b", 60), true, "others have their own");
    test.mock.timers.tick(2399);
    assert.equal(await isFree("a", 20), false, "that was no pause");
    test.mock.timers.tick(2700);
    assert.equal(await isFree("a", 20), true);
  });

  it("are given up by callers that waited too long, and pass to the next", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const turns = createTurns({ ...NEVER, longestWaitMs: 100 });
    const { begun, work, end } = createWorks();
    const first = turns({ person: "a" }, work("a1"), spent);
    const tired = [turns({ person: "a" }, work("a2"), spent), turns({ person: "a" }, work("a3"), spent)];
    await turn();
    test.mock.timers.tick(99);
    const late = turns({ person: "a" }, work("a4"), spent);
    test.mock.timers.tick(1);
    for (const given of tired) await assert.rejects(given, { name: "TooBusy" });
    end("a1");
    assert.equal(await first, "a1");
    await turn();
    assert.deepEqual(begun, ["a1", "a4"], "nothing is done for callers that gave up");
    end("a4");
    assert.equal(await late, "a4");
  });
});
