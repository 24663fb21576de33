/** Requests that the HTTP parser itself refuses get the service's own errors. */
import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { before, describe, it, type TestContext } from "node:test";
import { createParserErrorHandler } from "../../src/server/parser-errors.ts";
import type { TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { appBehindProxy } from "./support.ts";

const API = "/api/v1/qrcodes";
const LONG = "x".repeat(20_000);

interface Heard {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Among the parts to send: wait for an answer before sending the rest. */
const AN_ANSWER = "";

/** By the peer's port. */
const accepted = new Map<number, Socket>();
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket };
  accepted.set(socket.remotePort!, socket);
});

/** Each part is read separately: the next one is sent when the server has received the previous one. */
function speak(url: string, ...parts: string[]): Promise<Heard[]> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.setNoDelay(true);
    // Far longer than a busy machine needs.
    socket.setTimeout(300_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answersIn(text)));
    const next = () => {
      const part = parts.shift();
      if (part === undefined) return;
      if (part === AN_ANSWER) {
        if (text === "") socket.once("data", next);
        else next();
        return;
      }
      socket.write(part, "latin1", whenRead);
    };
    const whenRead = () => {
      if (socket.destroyed) return;
      const server = accepted.get(socket.localPort!);
      if (server && server.bytesRead >= socket.bytesWritten) next();
      else setImmediate(whenRead);
    };
    next();
  });
}

function answersIn(text: string): Heard[] {
  const found: Heard[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [line, ...lines] = rest.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((each) => {
        const cut = each.indexOf(":");
        return [each.slice(0, cut).toLowerCase(), each.slice(cut + 1).trim()];
      }),
    );
    const length = Number(headers.get("content-length") ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    found.push({ status: Number(line!.split(" ")[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return found;
}

onSqlite("The HTTP parser's refusals", (engine) => {
  let app: TestApp;
  let key: string;
  before(async () => {
    app = await appBehindProxy(engine);
    key = (await app.user()).key;
  });

  function assertRefused(heard: Heard | undefined, field?: string): void {
    assert.ok(heard, "an answer arrived");
    assert.equal(heard.status, 400, heard.body);
    assert.equal(heard.headers.get("content-type"), "application/json; charset=utf-8");
    const json = JSON.parse(heard.body);
    assert.deepEqual(Object.keys(json), ["error", "message", "details", "requestId"]);
    assert.equal(json.error, "validation_error");
    assert.match(json.message, /^[A-Z].*\.$/);
    if (field) assert.equal(json.details[0].field, field);
    assert.equal(json.requestId, heard.headers.get("x-request-id"));
    for (const name of ["limit", "remaining", "reset"]) {
      assert.match(heard.headers.get(`x-ratelimit-${name}`) ?? "none", /^\d+$/, name);
    }
  }

  describe("400 validation_error under /api/v1", () => {
    const cases: [string, string[]][] = [
      ["an over-long request line", [`GET ${API}?q=${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`]],
      ["over-long headers", [`GET ${API} HTTP/1.1\r\nHost: x\r\nX-A: ${LONG}\r\n\r\n`]],
      [
        "over-long headers that arrive in pieces",
        [`GET ${API} HTTP/1.1\r\nHost: x\r\nX-A: ${LONG.slice(0, 9000)}`, LONG],
      ],
      ["an unknown version", [`GET ${API} HTTP/9.7\r\nHost: x\r\n\r\n`]],
      ["a request line in four parts", [`GET ${API} a HTTP/1.1\r\nHost: x\r\n\r\n`]],
      ["an unknown method", [`G@T ${API} HTTP/1.1\r\nHost: x\r\n\r\n`]],
      ["a header without a colon", [`GET ${API} HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n`]],
      ["a wrong Content-Length", [`POST ${API} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`]],
    ];
    for (const [what, parts] of cases) {
      it(`for ${what}`, async () => {
        const [heard] = await speak(app.url, ...parts);
        assertRefused(heard);
        assert.equal(heard!.headers.get("x-ratelimit-limit"), "500");
        assert.equal(heard!.headers.get("connection"), "close");
      });
    }

    it("with the rate limit of the client behind a trusted proxy, counted", async () => {
      const left = async (address: string) => {
        const head = `GET ${API}?q=${LONG} HTTP/1.1\r\nX-Forwarded-For: ${address}\r\n`;
        const [heard] = await speak(app.url, `${head}Host: x\r\n\r\n`);
        // The address follows the over-long line, where the parser stops reading.
        return Number(heard!.headers.get("x-ratelimit-remaining"));
      };
      const [first, second] = [await left("203.0.113.7"), await left("203.0.113.7")];
      assert.equal(second, first - 1);
      assert.equal(await left("203.0.113.8"), 499);
    });

    const passed: [string, string, string][] = [
      ["two Host headers", "HTTP/1.1\r\nHost: x\r\nHost: y", "Host"],
      ["no Host header", "HTTP/1.1\r\nX: y", "Host"],
    ];
    for (const [what, rest, field] of passed) {
      it(`for ${what}, after the key`, async () => {
        const head = `GET ${API} ${rest}\r\nConnection: close\r\n`;
        const [nobody] = await speak(app.url, `${head}\r\n`);
        assert.equal(nobody!.status, 401);
        const [heard] = await speak(app.url, `${head}Authorization: Bearer ${key}\r\n\r\n`);
        assertRefused(heard, field);
        assert.equal(heard!.headers.get("x-ratelimit-limit"), "100");
      });
    }

    it("for an unsupported Expect, with or without a key, counted in the window of the network", async () => {
      const authorization = `Authorization: Bearer ${key}\r\n`;
      for (const target of [API, "/api/v1/none", `http://h${API}`]) {
        for (const who of ["", authorization]) {
          const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n`;
          const from = "X-Forwarded-For: 203.0.113.9\r\n";
          const [heard] = await speak(app.url, `${head}${from}Content-Length: 0\r\n${who}\r\n`);
          assertRefused(heard, "Expect");
          assert.equal(heard!.headers.get("x-ratelimit-limit"), "500");
        }
      }
      const [after] = await speak(app.url, `GET ${API} a HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n`);
      assert.equal(after!.headers.get("x-ratelimit-remaining"), String(500 - 7));
    });

    it("for a request line without a version", async () => {
      const [heard] = await speak(app.url, `GET ${API}\r\n\r\n`);
      assert.ok(heard!.status === 400 || heard!.status === 401, `${heard!.status}`);
    });
  });

  describe("a plain 400 elsewhere", () => {
    for (const [what, text] of [
      ["an over-long line", `GET /app/?${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`],
      ["an unknown version", "GET /healthz HTTP/9.7\r\nHost: x\r\n\r\n"],
      ["an Expect", "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n"],
      ["an Expect on a share link", "GET /r/x HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n"],
      ["two Host headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
      ["two Host headers on a share link", "GET /r/x HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n"],
      ["no Host header", "GET /healthz HTTP/1.1\r\n\r\n"],
      ["a request line without a version", "GET /healthz\r\n\r\n"],
    ] as const) {
      it(`for ${what}`, async () => {
        const [heard, ...more] = await speak(app.url, text);
        assert.equal(heard?.status, 400);
        assert.equal(heard.body, "");
        assert.deepEqual(more, []);
      });
    }
  });

  it("HTTP/1.0 needs no Host, and Expect: 100-continue works", async () => {
    const [old] = await speak(app.url, "GET /healthz HTTP/1.0\r\n\r\n");
    assert.equal(old!.status, 200);
    const body = JSON.stringify({ name: "Menu", content: "https://example.com" });
    const head = `POST ${API} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}`;
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    const heard = await speak(app.url, `${head}\r\n${type}\r\nExpect: 100-continue\r\n\r\n`, body);
    assert.deepEqual(
      heard.map(({ status }) => status),
      [100, 201],
    );
  });

  it("earlier requests on the same connection are answered first", async () => {
    const good = `GET ${API} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const heard = await speak(app.url, good, AN_ANSWER, `GET ${API} HTTP/9.7\r\n\r\n`);
    assert.equal(heard[0]!.status, 200);
    assertRefused(heard[1]);
  });

  it("a request in progress is answered before a later one is refused", async () => {
    // One packet: the parser refuses its end while the store is queried for its beginning.
    const good = `GET ${API} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const bad = `GET ${API} HTTP/9.7\r\n\r\n`;
    for (const asked of [1, 3]) {
      const heard = await speak(app.url, `${good.repeat(asked)}${bad}`, "more of it");
      const statuses = heard.map(({ status }) => status);
      assert.deepEqual(statuses, [...Array(asked).fill(200), 400]);
      for (const { body } of heard.slice(0, asked)) assert.ok("nextCursor" in JSON.parse(body));
      assertRefused(heard.at(-1));
    }
  });

  it("a last answer is not lost because of what follows it", async () => {
    const last = `GET ${API} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const heard = await speak(app.url, `${last}GET ${API} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.deepEqual(
      heard.map(({ status }) => status),
      [200],
    );
  });

  it("a client that closes its half of the connection is still answered, and then the other half closes too", async () => {
    const json = '{"name":"Half","content":"https://example.com"}';
    for (const [request, status] of [
      [`GET ${API} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`, 200],
      [
        `POST ${API} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
        201,
      ],
      ["GET /r/abcdefghjkmn HTTP/1.1\r\nHost: x\r\n\r\n", 404],
    ] as const) {
      const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
      socket.end(request, "latin1");
      const text = await socket.setEncoding("latin1").toArray();
      assert.match(text.join(""), new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it("a body that cannot be read is refused instead of answered", async () => {
    const head = `POST ${API} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}`;
    const type = "Content-Type: application/json\r\nTransfer-Encoding: chunked";
    const heard = await speak(app.url, `${head}\r\n${type}\r\n\r\n`, "no size\r\n");
    assert.equal(heard.length, 1);
    assertRefused(heard[0]);
  });
});

/** A bare server with these limits, whose requests are never answered. */
async function serverWith(test: TestContext, limits: ServerOptions, answerMs?: number): Promise<number> {
  const onParserError = createParserErrorHandler({
    apiPath: "/api/",
    countAnonymous: () => assert.fail("nothing is refused by the API"),
    createRequestId: () => "",
    ...(answerMs !== undefined && { answerMs }),
  });
  const server = createServer(limits, () => {});
  test.after(() => server.close());
  server.on("clientError", (error, socket) => onParserError(error, socket as Socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

it("An answer that does not end is waited for only up to the time-out", async (test) => {
  const port = await serverWith(test, {}, 20);
  const heard = await speak(`http://h:${port}`, "GET / HTTP/1.1\r\nHost: x\r\n\r\nbroken\r\n\r\n");
  assert.deepEqual(heard, []);
});

it("A late request gets 408; a connection on which nothing was sent is closed without an answer", async (test) => {
  const port = await serverWith(test, { headersTimeout: 50, connectionsCheckingInterval: 10 });
  const [late] = await speak(`http://h:${port}`, "GET / HTTP/1.1\r\n");
  assert.equal(late?.status, 408);
  // Browsers open connections ahead of need, and would take the 408 for the answer to their next request.
  assert.deepEqual(await speak(`http://h:${port}`), []);
});
