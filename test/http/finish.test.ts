import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import type { Server } from "../../src/http/server/server.ts";
import { finishRequests } from "../../src/http/server/server.ts";

/** Much longer than a stop may take; a server that waits for idle connections waits longer still. */
const LONG_MS = 300_000;

it("a stop answers requests in flight and waits for no connection that is idle after them", async (test) => {
  const server = Fastify({ keepAliveTimeout: 10 * LONG_MS });
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  server.get("/", () => {
    arrived.resolve();
    return answer.promise;
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true });
  test.after(() => {
    agent.destroy();
    return server.close();
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    }).on("error", reject);
  });
  await arrived.promise;
  const stopped = finishRequests(server as unknown as Server).then(() => "stopped");
  answer.resolve("done");
  assert.equal(await status, 200);
  assert.equal(await Promise.race([stopped, sleep(LONG_MS, "still waiting", { ref: false })]), "stopped");
});
