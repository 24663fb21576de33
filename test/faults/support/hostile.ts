import assert from "node:assert/strict";
import { connect } from "node:net";
import { createCodes, createService } from "../../support/service.ts";

/** Malformed requests, and what they must not cause. */
const requestsFor = (token: string): Record<string, string | Buffer> => {
  const get = `GET /r/${token} HTTP/1.1\r\nHost: x\r\n`;
  const many = (count: number) => Array.from({ length: count }, (_, i) => `X-H${i}: ${"v".repeat(8)}\r\n`).join("");
  return {
    "an oversized header": `${get}X-Big: ${"a".repeat(40_000)}\r\n\r\n`,
    "an oversized agent": `${get}User-Agent: ${"a".repeat(20_000)}\r\n\r\n`,
    "2,000 headers": `${get}${many(2000)}\r\n`,
    "an oversized address": `GET /r/${"a".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "no host": `GET /r/${token} HTTP/1.1\r\n\r\n`,
    "no request": "hello\r\n\r\n",
    "a NUL in a header": `${get}X: a\0b\r\n\r\n`,
    "a line feed in a header": `${get}X: a\r b\r\n\r\n`,
    "bytes in the address": Buffer.from("GET /r/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", "latin1"),
    "two lengths": `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
    "a length and chunks": `${get}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "a length that is none": `${get}Content-Length: -1\r\n\r\n`,
    "another version": `GET /r/${token} HTTP/9.9\r\nHost: x\r\n\r\n`,
    "a method that is none": `FETCH /r/${token} HTTP/1.1\r\nHost: x\r\n\r\n`,
  };
};

function statusOf(port: number, request: string | Buffer): Promise<number> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0));
    };
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setTimeout(10_000, done);
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\r\n\r\n")) done();
    });
    socket.on("error", done);
    socket.on("close", done);
  });
}

/** F11 at /r: each is refused with 4xx, none is counted, and memory does not grow. */
export async function refuseHostileRequests(rounds: number): Promise<void> {
  const node = await createService({ isWatched: true });
  try {
    await node.prepare();
    await node.start();
    const [code] = await createCodes(node, 1);
    const requests = Object.entries(requestsFor(code!.shareToken));
    for (const [name, request] of requests) {
      const status = await statusOf(node.port, request);
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
    }
    const before = await node.usedMegabytes();
    let sent = 0;
    for (let i = 0; i < rounds; i++) {
      const answers = await Promise.all(requests.map(([, request]) => statusOf(node.port, request)));
      sent += answers.length;
      assert.ok(
        answers.every((status) => status >= 400 && status < 500),
        answers.join(),
      );
    }
    const grown = (await node.usedMegabytes()) - before;
    console.log(`F11 at /r: ${sent} hostile requests, memory +${grown.toFixed(1)} MB`);
    assert.ok(grown < 50, `memory grew by ${grown} MB`);
    const { scanCount } = (await node.api(`/qrcodes/${code!.id}`)) as { scanCount: number };
    assert.equal(scanCount, 0);
    const answer = await fetch(`${node.url}/r/${code!.shareToken}`, { redirect: "manual" });
    assert.equal(answer.status, 302);
  } finally {
    await node.kill();
  }
}
