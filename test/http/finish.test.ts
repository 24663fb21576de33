import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { finishRequests, type Server, stopListening } from "../../src/server/server.ts";
import { createBareServer } from "../support/bare-server.ts";
import { until } from "../support/eventually.ts";

/** Much longer than a stop may take; a server that waits for idle connections takes even longer. */
const LONG_MS = 300_000;

it("a stop answers requests in flight and does not wait for connections that are idle afterwards", async (test) => {
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

/** The service's server, with one route. */
async function listen(test: TestContext, answer: () => Promise<string>): Promise<{ server: Server; port: number }> {
  const server = createBareServer();
  server.get("/", answer);
  await server.listen({ host: "127.0.0.1", port: 0 });
  test.after(() => server.close());
  return { server, port: (server.server.address() as AddressInfo).port };
}

it("a stop answers one more request on each open connection, and refuses new ones", async (test) => {
  const { server, port } = await listen(test, async () => "done");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  test.after(() => agent.destroy());
  async function ask() {
    const [answer] = (await once(get({ port, agent }), "response")) as [IncomingMessage];
    const { socket, headers } = answer;
    return { socket, headers, body: await text(answer) };
  }
  const { headers, socket } = await ask();
  assert.notEqual(headers.connection, "close");
  const stopping = stopListening(server);
  await until(() => !server.server.listening);
  const last = await ask();
  assert.equal(last.socket, socket);
  assert.deepEqual([last.body, last.headers.connection], ["done", "close"]);
  await assert.rejects(ask(), { code: "ECONNREFUSED" });
  await stopping;
  await finishRequests(server);
});

it("a stop answers clients that had connected but were not yet accepted", async (test) => {
  const { server, port } = await listen(test, async () => "done");
  const answers = Array.from({ length: 50 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: tessera\r\n\r\n");
    return text(socket);
  });
  await stopListening(server);
  await finishRequests(server);
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1.1 200 OK/);
});

it("a stop does not wait for connections without a request, while it answers others", async (test) => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const { server, port } = await listen(test, () => {
    arrived.resolve();
    return answer.promise;
  });
  const asked = once(get({ port }), "response") as Promise<[IncomingMessage]>;
  await arrived.promise;
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  await stopListening(server);
  const finished = finishRequests(server);
  await once(silent.resume(), "close");
  answer.resolve("done");
  const [response] = await asked;
  assert.equal(await text(response), "done");
  await finished;
});
