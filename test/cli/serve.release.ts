import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";
import { command } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { olderNode, serve, tessera } from "./support.ts";

const PATH = "/api/v1/qrcodes";
const older = olderNode();
const nodes: [string, string | undefined][] = [["this Node", undefined]];
if (older) nodes.push(["an older Node", older]);

/** Starts a creation, and sends the rest of it later. */
function beginRequest(url: string, key: string) {
  const body = JSON.stringify({ name: "In flight", content: "https://example.com" });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": body.length,
    expect: "100-continue",
  };
  const sent = request(url + PATH, { method: "POST", headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
  });
  // The service has received it.
  const begun = once(sent, "continue");
  sent.write(body.slice(0, 10));
  return { begun, status, finish: () => sent.end(body.slice(10)) };
}

onEachEngine("tessera serve", (engine) => {
  it("prints its address and how to begin, allows commands meanwhile, and finishes requests before it stops", async () => {
    const place = await engine.migratedPlace();
    const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
    const server = await serve({ env });
    const begin = /^Open this link to begin: http:\S+\/app\/set-up#\S+\n.*node bin\/tessera\.js user add /;
    assert.match(server.said(), begin, "the link is the first line");
    assert.match(server.said(), /is ready at http:\/\/localhost:\d+/);
    assert.match(server.said(), /Phones cannot open http:\/\/localhost:\d+/);
    assert.match(server.said(), /\n(?:To let phones on your network open them, restart|Restart) Tessera with .*:\n/);
    assert.match(
      server.said(),
      /\n {2}HOST=0\.0\.0\.0 PORT=\d+ DATA_DIR=\/\S+ (?:DATABASE_URL=… )?BASE_URL=http:\/\/\S+ npm start\n/,
    );

    const email = "you@example.com";
    assert.equal((await command(["user", "add", email], { env })).code, 0);
    const { stdout } = await command(["key", "create", email, "--name", "x"], { env });
    const key = stdout.trim();
    const answer = await fetch(server.url + PATH, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 200);

    const flying = beginRequest(server.url, key);
    await flying.begun;
    const ended = server.interrupt();
    await new Promise((resolve) => setTimeout(resolve, 200));
    flying.finish();
    assert.equal(await flying.status, 201, "the request in flight is answered");
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.ok(!(server.said() + server.logged()).includes(key), "the key is not in the log");
    const lines = server.logged().trimEnd().split("\n");
    assert.equal(JSON.parse(lines.at(-1)!).msg, "stopped");
    for (const line of lines) assert.equal(typeof JSON.parse(line), "object", "only JSON lines");

    const store = await engine.open(place);
    const { workspaceId } = (await store.users.findByEmail(email))!;
    assert.equal((await store.codes.list(workspaceId, {}, Date.now(), 10)).codes.length, 1, "it was stored");
  });
});

describe("tessera serve", () => {
  for (const [name, node] of nodes) {
    it(`passes on a command's exit code and output under ${name}`, async () => {
      const env = { DATA_DIR: freshDir() };
      const failed = await tessera(["key", "list", "nobody@example.com"], { node, env });
      assert.equal(failed.code, 1);
      assert.match(failed.stderr, /^tessera: There is no tessera\.db in .* Check DATA_DIR\..*\n$/);
      assert.deepEqual(readdirSync(env.DATA_DIR), [], "none is created");
    });
  }

  it("starts in a sandbox that forbids listing the machine's addresses, and exits cleanly with a request half sent", async () => {
    const file = join(freshDir(), "forbid.cjs");
    // Listens on one address and shows Fastify the other, which it looks up.
    writeFileSync(
      file,
      `require("node:os").networkInterfaces = () => {
         throw new Error("uv_interface_addresses returned Unknown system error 97");
       };
       const { Server } = require("node:net");
       const { address } = Server.prototype;
       Server.prototype.address = function () {
         return { ...address.call(this), address: "0.0.0.0" };
       };`,
    );
    const env = { DATA_DIR: freshDir(), NODE_OPTIONS: `--require ${file}` };
    const server = await serve({ env });
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    const open = connect(Number(new URL(server.url).port), "127.0.0.1");
    // Its outcome does not matter here: it may be cut off.
    open.on("error", () => {});
    open.write("GET /healthz HTTP/1.1\r\n");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ended = server.interrupt();
    await new Promise((resolve) => setTimeout(resolve, 300));
    open.end("Host: x\r\nConnection: close\r\n\r\n");
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
  });

  it("reports in one sentence that its port is in use, and exits", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const env = { DATA_DIR: freshDir(), HOST: "127.0.0.1", PORT: String(port) };
    const { code, stderr } = await tessera(["serve"], { env });
    other.close();
    assert.equal(code, 1);
    const sentence = "is in use. Is Tessera already running? Otherwise set PORT to a free port: PORT=";
    assert.ok(stderr.startsWith(`tessera: Port ${port} ${sentence}`), stderr);
    assert.match(stderr, /PORT=\d+ npm start\n$/);
  });

  it("reports in one sentence that the machine has no such address, and exits", async () => {
    const env = { DATA_DIR: freshDir(), HOST: "192.0.2.1", PORT: "40123" };
    const { code, stderr } = await tessera(["serve"], { env });
    assert.equal(code, 1);
    assert.match(stderr, /^tessera: This machine has no address 192\.0\.2\.1: set HOST [^\n]*\n$/);
  });

  const wrong: Record<string, string> = {
    PORT: "http",
    HOST: "a b",
    BASE_URL: "example",
    DATABASE_URL: "mysql://me:hunter2@host/db",
    PLAN_LIMITS: "pro=1",
    RATE_WINDOW_SECONDS: "0",
    UNAUTHENTICATED_LIMIT: "none",
    CODE_LIFETIME_DAYS: "0",
    TRUSTED_PROXIES: "somewhere",
    GEO_DB: "/nowhere.mmdb",
    SIGNUP: "maybe",
    LOG_LEVEL: "loud",
  };
  it("does not start with wrong settings, and names each with what is accepted", async () => {
    const { code, stdout, stderr } = await command(["serve"], { env: wrong });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    const lines = stderr.trimEnd().split("\n");
    assert.deepEqual(lines.map((line) => line.split(" ")[0]).sort(), Object.keys(wrong).sort());
    for (const line of lines) assert.match(line, /^[A-Z_]+ is ".*", but must be .*\.$/);
    assert.doesNotMatch(stderr, /hunter2/);
  });

  it("reads a .env file, which the environment overrides", async () => {
    const cwd = freshDir();
    writeFileSync(join(cwd, ".env"), "PORT=http\nSIGNUP=maybe\n");
    const { stderr } = await command(["serve"], { cwd, env: { PORT: "https" } });
    assert.match(stderr, /PORT is "https"/);
    assert.match(stderr, /SIGNUP is "maybe"/);
  });

  const wrongFiles: [string, string | null, RegExp][] = [
    ["a folder", null, /^tessera: \S*\.env is a folder, [^\n]*\n$/],
    ["an invalid line", "# note\nPORT=1\n\nhunter2\n", /^tessera: Line 4 of \S*\.env is not valid: [^\n]*\n$/],
    ["an invalid name", "A='1\n2'\nPO RT=hunter2\n", /^tessera: Line 3 of \S*\.env is not valid/],
  ];
  for (const [name, text, sentence] of wrongFiles) {
    it(`does not start with a .env file that cannot be read: ${name}`, async () => {
      const cwd = freshDir();
      if (text === null) mkdirSync(join(cwd, ".env"));
      else writeFileSync(join(cwd, ".env"), text);
      const { code, stdout, stderr } = await command(["serve"], { cwd });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /hunter2/);
    });
  }

  it("shows the set-up link if no account is an administrator, as in the demo", async () => {
    const dataDir = freshDir();
    const env = { DATA_DIR: dataDir };
    const options = { dataDir, databaseUrl: undefined, codeLifetimeMs: 1 };
    const store = await openStore(options, createSystemClock());
    await addOwnerWithKey(store);
    await store.close();
    const server = await serve({ env });
    await eventually(() => assert.match(server.said(), /\/app\/set-up#\S+\n.*tessera\.js user role EMAIL admin\n/));
    const baseUrl = /is ready at (\S+)/.exec(server.said())![1]!;
    const token = /set-up#(\S+)/.exec(server.said())![1]!;
    const answer = await fetch(`${server.url}/api/dashboard/set-up`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: baseUrl },
      body: JSON.stringify({ token, email: "you@example.com", password: "glass and grout" }),
    });
    assert.equal(answer.status, 204, await answer.text());
    assert.equal((await server.interrupt()).code, 0);
  });

  it("reports in one sentence that the database cannot be reached, without its password", async () => {
    const addresses = ["postgres://me:hunter2@127.0.0.1:1/db", "postgres://me:hun%zzter2@127.0.0.1:1/db"];
    for (const DATABASE_URL of addresses) {
      const env = { DATA_DIR: freshDir(), DATABASE_URL };
      const { code, stdout, stderr } = await command(["key", "list", "a@example.com"], { env });
      assert.equal(code, 1);
      assert.match(stderr, /^tessera: [^\n]+\n$/);
      assert.doesNotMatch(stdout + stderr, /hunter2|ter2/);
    }
  });

  it("reports in one sentence that it cannot write to its data folder", async () => {
    const file = join(freshDir(), "file");
    writeFileSync(file, "");
    const { code, stderr } = await command(["serve"], { env: { DATA_DIR: join(file, "data") } });
    assert.equal(code, 1);
    assert.match(stderr, /^tessera: [^\n]+\n$/);
  });
});
