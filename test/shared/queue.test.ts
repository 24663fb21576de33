import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createQueue } from "../../src/shared/queue.ts";

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("a queue", () => {
  it("starts a job when the previous one has ended, in order", async () => {
    const inTurn = createQueue();
    const begun: string[] = [];
    const first = Promise.withResolvers<string>();
    const begin = (name: string, answer: string | Promise<string>) =>
      inTurn(() => {
        begun.push(name);
        return answer;
      });
    const answers = Promise.all([begin("a", first.promise), begin("b", "2"), begin("c", "3")]);
    await turn();
    assert.deepEqual(begun, ["a"]);
    first.resolve("1");
    assert.deepEqual(await answers, ["1", "2", "3"]);
    assert.deepEqual(begun, ["a", "b", "c"]);
  });

  it("rejects for the caller when a job fails, and continues with the next", async () => {
    const inTurn = createQueue();
    const failing = inTurn(async () => {
      throw new Error("It failed.");
    });
    const throwing = inTurn(() => {
      throw new Error("It threw.");
    });
    const next = inTurn(() => "done");
    await assert.rejects(failing, { message: "It failed." });
    await assert.rejects(throwing, { message: "It threw." });
    assert.equal(await next, "done");
  });
});
