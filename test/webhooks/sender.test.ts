import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import { createNames } from "../../src/webhooks/names.ts";
import { createSender } from "../../src/webhooks/sender.ts";
import { FLOODS, type Flood, flood } from "./hostile.ts";

const ANY = { http: true, private: true };

describe("the sender of webhooks", () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/busy") {
      return response.writeHead(429, { "retry-after": "7200" }).end();
    }
    if (request.url === "/later") {
      const date = new Date(Date.now() + 600_000).toUTCString();
      return response.writeHead(503, { "retry-after": date }).end();
    }
    waiting.push(response);
    if (waiting.length === 12) for (const each of waiting) each.end();
  });
  let url: string;
  before(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it("does not let a request wait for the answer to another of the same receiver", async () => {
    const sender = createSender({ rules: ANY });
    const sent = await Promise.all(Array.from({ length: 12 }, () => sender.send(url, {}, "{}")));
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]));
    await sender.close();
  });

  it("respects a receiver's Retry-After, for an hour at most", async () => {
    const sender = createSender({ rules: ANY });
    assert.equal((await sender.send(`${url}/busy`, {}, "{}")).retryAfterMs, 3_600_000);
    const { retryAfterMs } = await sender.send(`${url}/later`, {}, "{}");
    assert.ok(retryAfterMs! > 0 && retryAfterMs! <= 600_000);
    await sender.close();
  });

  it("resolves names that only this machine knows if private addresses are allowed", async () => {
    const names = createNames({ timeoutMs: 5000, inside: true });
    const found = await names.addresses("localhost");
    assert.ok(found.some(({ address }) => address === "127.0.0.1" || address === "::1"));
  });

  it("resolves names without blocking the thread pool, and aborts immediately", async (test) => {
    const silent = createSocket("udp4");
    test.after(() => silent.close());
    await once(silent.bind(0, "127.0.0.1"), "listening");
    const servers = [`127.0.0.1:${silent.address().port}`];
    const names = createNames({ timeoutMs: 600_000, inside: false, servers });
    const asked = Array.from({ length: 16 }, (_, i) => names.addresses(`h${i}.example.com`));
    const ended = Promise.allSettled(asked);
    // A job of the same pool: with all threads taken it would not return before the names do.
    const { scrypt } = await import("node:crypto");
    await new Promise((done) => scrypt("a", "b", 8, { N: 2 }, done));
    names.close();
    assert.ok((await ended).every(({ status }) => status === "rejected"));
  });

  it("uses the addresses of one family if the other does not answer", async (test) => {
    const half = createSocket("udp4");
    test.after(() => half.close());
    half.on("message", (message, { port, address }) => {
      const isA = message.readUInt16BE(message.indexOf("\u0003com\u0000") + 5) === 1;
      if (isA) half.send(answerTo(message, [192, 0, 2, 7]), port, address);
    });
    await once(half.bind(0, "127.0.0.1"), "listening");
    const servers = [`127.0.0.1:${half.address().port}`];
    const names = createNames({ timeoutMs: 600_000, inside: false, servers });
    assert.deepEqual(await names.addresses("example.com"), [{ address: "192.0.2.7", family: 4 }]);
  });
});

/** Without a time-out: only what is tested here can end a request. */
const PATIENT = { rules: ANY, timeoutMs: 600_000 };

describe("hostile receivers of webhooks", () => {
  async function receiver(test: TestContext, answer: (socket: Socket) => void): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    });
    test.after(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const PROBLEMS: Record<Flood, string | null> = {
    "interim answers": "it sent more than one interim response",
    "one long interim answer": "it could not be reached (UND_ERR_HEADERS_OVERFLOW)",
    "empty lines": "it sent more than 128 KiB",
    "chunk extensions": null,
    trailers: null,
  };
  for (const kind of FLOODS) {
    it(`are cut off: endless ${kind}`, async (test) => {
      const ended = Promise.withResolvers<void>();
      const url = await receiver(test, (socket) => {
        socket.once("close", () => ended.resolve());
        flood(socket, kind);
      });
      const sender = createSender(PATIENT);
      const { status, problem } = await sender.send(url, {}, "{}");
      await ended.promise;
      assert.equal(problem, PROBLEMS[kind]);
      assert.equal(status, problem === null ? 200 : null);
      await sender.close();
    });
  }

  it("may send one interim answer, and reuse a connection for many answers", async (test) => {
    let connections = 0;
    const server = createServer((_, response) => {
      response.writeEarlyHints({ link: "</a>" });
      response.end("x".repeat(30_000));
    });
    server.on("connection", () => void connections++);
    test.after(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sender = createSender(PATIENT);
    for (let i = 0; i < 16; i++) assert.equal((await sender.send(url, {}, "{}")).problem, null);
    assert.ok(connections <= 2, "although 240 KB or more came over one of them");
    await sender.close();
  });

  it("have accepted with their status, however slowly the body arrives", async (test) => {
    const url = await receiver(test, (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 100);
      socket.once("close", () => clearInterval(drip));
    });
    const sender = createSender(PATIENT);
    const { status, problem, answer } = await sender.send(url, {}, "{}");
    assert.deepEqual([status, problem], [200, null]);
    assert.match(answer!, /^x+$/);
    await sender.close();
  });

  it("are not offered HTTP/2", async (test) => {
    const hello = Promise.withResolvers<string>();
    const server = createTcpServer((socket) => {
      socket.setEncoding("latin1").once("data", (text: string) => {
        hello.resolve(text);
        socket.destroy();
      });
    });
    test.after(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const sender = createSender(PATIENT);
    await sender.send(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, "{}");
    const text = await hello.promise;
    assert.ok(text.includes("\x08http/1.1") && !text.includes("\x02h2"));
    await sender.close();
  });
});

/** The question, with one address as its answer. */
function answerTo(question: Buffer, address: readonly number[]): Buffer {
  const end = question.indexOf("\u0003com\u0000") + 9;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
  return Buffer.concat([head, Buffer.from(record)]);
}
