import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { type Serving, serve, tessera } from "../cli/support.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";

const ROUNDS = 30;
const PATH = "/api/v1/qrcodes";
const EMAIL = "you@example.com";

describe("Hostile requests", () => {
  const env = { DATA_DIR: freshDir(), PLAN_LIMITS: "free=100000", LOG_LEVEL: "silent" };
  let server: Serving;
  let authorization: string;
  before(async () => {
    assert.equal((await tessera(["user", "add", EMAIL], { env })).code, 0);
    const { stdout } = await tessera(["key", "create", EMAIL, "--name", "x"], { env });
    authorization = `Bearer ${stdout.trim()}`;
    server = await serve({ env });
  });
  after(() => server.interrupt());

  const post = (body: string | Uint8Array) =>
    wire(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
      body,
    );

  /** Writes raw bytes to the socket; returns the status, or "cut" if nothing was answered. */
  function wire(...parts: (string | Uint8Array)[]): Promise<string> {
    return new Promise((resolve) => {
      let heard = "";
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      socket.on("data", (chunk) => {
        heard += chunk;
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? "cut"));
      for (const part of parts) socket.write(part);
    });
  }

  const residentMegabytes = (): number => {
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
  };

  async function codes(): Promise<number> {
    const answer = await fetch(server.url + PATH, { headers: { authorization } });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { data: unknown[] }).data.length;
  }

  // Memory is read from /proc, on Linux only.
  where(process.platform === "linux", it)("get a 4xx, use no memory and leave nothing behind", async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `x-header-${i}: y\r\n`).join("");
    const get = (path: string, rest: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${rest}\r\n`;
    const wild: (() => Promise<string>)[] = [
      () => post("x".repeat(1 << 20)),
      () => post("[".repeat(100_000)),
      () => post("[".repeat(30_000) + "]".repeat(30_000)),
      () => post(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
      () => post(`{"name":"${"a".repeat(60_000)}","content":"x"}`),
      () => post('{"__proto__":{"name":"a"},"name":"b","content":"https://a.example"}'),
      () => post(Uint8Array.from({ length: 60_000 }, (_, i) => i % 256)),
      () => post(JSON.stringify({ name: "\0", content: "\ud800" })),
      () => wire(get(PATH, `Authorization: ${"x".repeat(100_000)}\r\n`)),
      () => wire(get(PATH, many)),
      () => wire(get(`/${"x".repeat(100_000)}`, "")),
      () => wire(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`),
      () => wire("\0\0\0\0\r\n\r\n"),
    ];
    const sendAll = async () => {
      const answers = await Promise.all(wild.map((send) => send()));
      answers.forEach((status, i) => {
        // A client that is still sending when it is refused may miss the answer.
        const isLong = i <= 8 || i === 10;
        assert.match(status, isLong ? /^4\d\d$|^cut$/ : /^4\d\d$/, `request ${i}`);
      });
      return answers;
    };
    for (let i = 0; i < 5; i++) await sendAll();
    const before = residentMegabytes();
    let answered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      answered += (await sendAll()).filter((status) => status !== "cut").length;
    }
    assert.ok(answered > ROUNDS * (wild.length - 4), `only ${answered} answers`);
    const grown = residentMegabytes() - before;
    assert.ok(grown < 50, `memory grew by ${grown.toFixed(0)} MB`);
    assert.equal(await codes(), 0);
  });
});
