import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { createBareServer } from "../support/bare-server.ts";
import { until } from "../support/eventually.ts";

const REQUEST = "GET /api/v1/page HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("Pipelined requests", () => {
  const server = createBareServer();
  let port: number;
  let begun = 0;

  before(async () => {
    server.get("/api/v1/page", async () => `page ${++begun}.`);
    await server.listen({ port: 0, host: "127.0.0.1" });
    port = (server.server.address() as AddressInfo).port;
  });
  after(() => server.close());

  async function send(text: string) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    const received = { text: "" };
    socket.on("data", (chunk) => {
      received.text += chunk.toString("latin1");
    });
    await once(socket, "connect");
    socket.write(text);
    return { socket, received };
  }

  it("are answered in order if they are few, again and again", async () => {
    const { socket, received } = await send(REQUEST.repeat(10));
    await until(() => received.text.includes("page 10."));
    socket.write(REQUEST.repeat(10));
    await until(() => received.text.includes("page 20."));
    const pages = [...received.text.matchAll(/page (\d+)\./g)].map(([, number]) => Number(number));
    assert.deepEqual(
      pages,
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    socket.destroy();
  });

  it("end the connection if they are many, and most are not begun", async () => {
    begun = 0;
    const { socket } = await send(REQUEST.repeat(1_000));
    if (!socket.closed) await once(socket, "close");
    assert.ok(begun <= 20, `${begun} begun`);
  });
});
