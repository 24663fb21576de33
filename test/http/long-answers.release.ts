import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "../../src/http/server/log.ts";
import { createServer, type Server } from "../../src/http/server/server.ts";

/** Longer than the time-out of a silent connection. */
const LONG_MS = 13_500;

describe("a slow answer", () => {
  let server: Server;
  let url = "";
  before(async () => {
    server = createServer({
      logger: createLogger("silent", { write: () => {} }),
      beforeRouter: () => false,
      onBadUrl: async () => {},
      apiPath: "/api/v1",
      countAnonymous: () => ({ admitted: true, limit: 1, remaining: 1, resetAt: 1, resetIn: 1 }),
    });
    server.get("/long", async () => {
      await wait(LONG_MS);
      return { done: true };
    });
    url = await server.listen({ host: "127.0.0.1", port: 0 });
  });
  after(() => server.close());

  it("does not time out, because it is the server that is silent", async () => {
    const answer = await fetch(`${url}/long`);
    assert.deepEqual(await answer.json(), { done: true });
  });
});
