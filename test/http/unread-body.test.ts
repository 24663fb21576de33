/** A request that is refused before its large body is read. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { createLogger } from "../../src/server/log.ts";
import { discard } from "../../src/server/unread-body.ts";
import { DomainError } from "../../src/shared/errors.ts";
import { createBareServer } from "../support/bare-server.ts";
import { until } from "../support/eventually.ts";

const SIZE = 1_000_000;
const HEAD = `POST /api/v1/refused HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

describe("A refused request with a large body", () => {
  const log: string[] = [];
  const server = createBareServer(createLogger("warn", { write: (line) => void log.push(line) }));
  let port: number;
  let whenAnswered: (value?: unknown) => void = () => {};

  before(async () => {
    const onRequest = async () => {
      throw new DomainError("rate_limited", "Too many requests.");
    };
    server.post("/api/v1/refused", { onRequest }, async () => "");
    const onError = async () => whenAnswered();
    server.post("/api/v1/read", { onError }, async () => "");
    server.post("/api/v1/echo", async ({ body }) => JSON.stringify(body));
    server.get("/api/v1/other", async () => "");
    await server.listen({ port: 0, host: "127.0.0.1" });
    port = (server.server.address() as AddressInfo).port;
  });
  after(() => server.close());

  async function open() {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const received = { text: "" };
    socket.on("data", (chunk) => {
      received.text += chunk.toString("latin1");
    });
    return { socket, received };
  }

  const half = Buffer.alloc(SIZE / 2, "x");
  const halfChunk = Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]);
  const bodies = [
    { kind: "of known length", header: `Content-Length: ${SIZE}`, part: half, end: "" },
    { kind: "in chunks", header: "Transfer-Encoding: chunked", part: halfChunk, end: "0\r\n\r\n" },
  ];

  for (const { kind, header, part, end } of bodies) {
    it(`is answered if a body ${kind} is larger than the route allows`, async () => {
      const { socket, received } = await open();
      socket.write(`${HEAD.replace("refused", "read")}${header}\r\n\r\n`);
      socket.write(part);
      await once(get(`http://127.0.0.1:${port}/api/v1/other`, { agent: false }), "response");
      assert.equal(received.text, "");
      socket.write(part);
      socket.write(end);
      await until(() => received.text.includes("is larger than 64 KiB"));
      socket.destroy();
    });

    it(`ends the connection if it was answered before its body ${kind} was read`, async () => {
      const { socket, received } = await open();
      const ended = once(socket, "end");
      socket.write(`GET /api/v1/other HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
      await ended;
      assert.match(received.text, /^HTTP\/1\.1 200 /);
    });

    it(`is answered when a body ${kind} has been sent, and the connection stays usable`, async () => {
      const { socket, received } = await open();
      socket.write(`${HEAD}${header}\r\n\r\n`);
      socket.write(part);
      await once(get(`http://127.0.0.1:${port}/api/v1/other`, { agent: false }), "response");
      assert.equal(received.text, "");
      socket.write(part);
      socket.write(end);
      await until(() => received.text.includes("Too many requests."));
      assert.match(received.text, /^HTTP\/1\.1 429 /);
      received.text = "";
      socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
      await until(() => received.text.includes("Too many requests."));
      socket.destroy();
    });
  }

  it("is answered at once if the body is small", async () => {
    const { socket, received } = await open();
    socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
    await until(() => received.text.includes("Too many requests."));
    socket.destroy();
  });

  const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;

  for (const path of ["refused", "read"]) {
    it(`is disconnected from /${path} if it sends tens of thousands of tiny chunks`, async () => {
      const { socket, received } = await open();
      const closed = new Promise((done) => socket.once("close", done));
      // The rest of what it sent is reset.
      socket.on("error", () => {});
      socket.write(`${HEAD.replace("refused", path)}Transfer-Encoding: chunked\r\n\r\n`);
      socket.write(chunkOf(1).repeat(30_000));
      await closed;
      assert.equal(received.text, "");
    });
  }

  it("is read whole if it is sent in thousands of tiny chunks, between large ones", async () => {
    const json = JSON.stringify({ numbers: Array.from({ length: 3_000 }, (_, i) => i), text: "x".repeat(5_000) });
    const { socket, received } = await open();
    socket.write(`${HEAD.replace("refused", "echo")}Transfer-Encoding: chunked\r\n\r\n`);
    const cut = json.indexOf("x");
    for (const part of [...json.slice(0, cut), json.slice(cut, -9), ...json.slice(-9)]) {
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write("0\r\n\r\n");
    await until(() => received.text.endsWith(json));
    socket.destroy();
  });

  it("may send a body in many chunks of a usual size", async () => {
    const { socket, received } = await open();
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunkOf(100).repeat(20_000)}0\r\n\r\n`);
    await until(() => received.text.includes("Too many requests."));
    socket.destroy();
  });

  it("is answered at once if the client waits for the answer to its Expect header", async () => {
    const { socket, received } = await open();
    socket.write(`${HEAD}Expect: 200-maybe\r\nContent-Length: ${SIZE}\r\n\r\n`);
    await until(() => received.text !== "");
    assert.match(received.text, /^HTTP\/1\.1 400 .*must be 100-continue/s);
    socket.destroy();
  });

  it("is refused for its own reason if the body does not come in time", async () => {
    const accepted = once(server.server, "connection");
    const { socket, received } = await open();
    const [serverSide] = await accepted;
    socket.write(`${HEAD}Content-Length: ${SIZE}\r\n\r\n`);
    socket.write(half);
    await until(() => serverSide.bytesRead > SIZE / 2);
    server.server.emit(
      "clientError",
      Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      serverSide,
    );
    await once(socket, "end");
    assert.match(received.text, /^HTTP\/1\.1 429 .*Too many requests\./s);
  });

  it("is no error of the service if the client leaves while its body is read", async () => {
    const answered = new Promise((done) => {
      whenAnswered = done;
    });
    const { socket } = await open();
    socket.write(`${HEAD.replace("refused", "read")}Content-Length: 100\r\n\r\n{"name"`);
    // The body is being read when another request has been answered.
    await once(get(`http://127.0.0.1:${port}/api/v1/other`, { agent: false }), "response");
    socket.destroy();
    await answered;
    assert.deepEqual(log, []);
  });

  it("frees the connection if the client leaves", async () => {
    const { socket } = await open();
    socket.write(`${HEAD}Content-Length: ${SIZE}\r\n\r\n`);
    socket.write(half);
    socket.destroy();
    const count = () => new Promise<number>((done) => server.server.getConnections((_, open) => done(open)));
    await until(async () => (await count()) === 0);
  });

  it("shares the pace of reading with all others", async () => {
    const order: string[] = [];
    async function* body(name: string) {
      for (let chunk = 0; chunk < 3; chunk++) {
        order.push(name);
        yield Buffer.alloc(65_536);
      }
    }
    const bodyOf = (name: string) => Readable.from(body(name), { highWaterMark: 1 });
    const begun = performance.now();
    await Promise.all([discard(bodyOf("a")), discard(bodyOf("b"))]);
    assert.equal(order.length, 6);
    // Timers never fire early by more than their rounding.
    assert.ok(performance.now() - begun >= 6 * 4, "six chunks, one after another");
  });
});
