import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createThreads } from "../../src/shared/threads.ts";
import { createThreadedSender } from "../../src/webhooks/threaded-sender.ts";
import { endThread, liveThreads } from "../support/end-thread.ts";

const INTERRUPTED = { status: null, answer: null, problem: "sending was interrupted before a response" };

async function start(test: TestContext) {
  const restarted: string[] = [];
  const threads = createThreads({ onRestart: (name) => restarted.push(name), onGiveUp: assert.fail });
  const sender = createThreadedSender({ rules: { http: true, private: true } }, threads);
  const held = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/held") return held.resolve(response);
    response.end("taken");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  test.after(async () => {
    await sender.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path = "/") => sender.send(url + path, { "webhook-id": "1" }, "{}");
  return { sender, send, held: held.promise, restarted };
}

describe("webhooks sent from a thread", () => {
  it("starts with the first request and returns the response", async (test) => {
    const { send } = await start(test);
    assert.ok(!liveThreads().includes("webhooks"));
    const { status, answer, problem } = await send();
    assert.deepEqual({ status, answer, problem }, { status: 200, answer: "taken", problem: null });
    assert.ok(liveThreads().includes("webhooks"));
  });

  it("fails requests in flight when the thread crashes, however often, and sends the next ones", async (test) => {
    const { send, held, restarted } = await start(test);
    const interrupted = send("/held");
    await held;
    await endThread("webhooks");
    assert.deepEqual(await interrupted, INTERRUPTED);
    assert.equal((await send()).status, 200);
    await endThread("webhooks");
    assert.equal((await send()).status, 200);
    assert.deepEqual(restarted, ["webhooks", "webhooks"]);
  });

  it("ends requests in flight when it is closed, and sends nothing after", async (test) => {
    const { sender, send, held, restarted } = await start(test);
    const interrupted = send("/held");
    await held;
    await sender.close();
    assert.deepEqual(await interrupted, INTERRUPTED);
    assert.deepEqual(await send(), INTERRUPTED);
    assert.deepEqual(restarted, []);
  });

  it("never starts if it is closed before the first request", async (test) => {
    const { sender, send } = await start(test);
    await sender.close();
    assert.deepEqual(await send(), INTERRUPTED);
  });
});
