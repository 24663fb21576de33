import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createBareServer } from "../support/bare-server.ts";

/** Longer than the time-out of a silent connection. */
const LONG_MS = 13_500;

describe("a slow answer", () => {
  const server = createBareServer();
  let url = "";
  before(async () => {
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
