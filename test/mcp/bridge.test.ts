import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { useApp } from "../api/support.ts";
import { tessera } from "../cli/support.ts";
import { command } from "../support/command.ts";
import { freshDir, onSqlite } from "../support/stores.ts";
import { connectAgent } from "./support.ts";

const BIN = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));
const KEY = "tsr_abcdefgh_secret";

onSqlite("tessera mcp", (engine) => {
  const use = useApp(engine);

  it("offers an agent the same tools over standard input and output", async () => {
    const env = { TESSERA_URL: `${use.app.url}/`, TESSERA_KEY: use.key };
    const options = { command: process.execPath, args: [BIN, "mcp"], cwd: freshDir(), env };
    const agent = await connectAgent(new StdioClientTransport(options) as Transport);
    const made = await agent.use("create_code", { name: "By pipe", content: "example.com" });
    assert.equal(made.json.name, "By pipe", made.text);
    assert.equal((await agent.use("read_code", { id: made.json.id })).json.name, "By pipe");
    await agent.client.close();
  });
});

describe("tessera mcp with wrong settings or input", () => {
  const HELLO = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`;

  it("names the missing settings, and never shows the key", async () => {
    const none = await command(["mcp"]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /TESSERA_URL is "".*\n.*TESSERA_KEY/);
    const odd = await command(["mcp"], { env: { TESSERA_URL: "x", TESSERA_KEY: "hunter2" } });
    assert.ok(!odd.stderr.includes("hunter2"));
  });

  it("answers messages it cannot forward with the reason", async () => {
    const env = { TESSERA_URL: "http://127.0.0.1:9", TESSERA_KEY: KEY };
    const { stdout, stderr } = await tessera(["mcp"], { env, input: HELLO });
    const answer = JSON.parse(stdout);
    assert.equal(answer.id, 7);
    assert.match(answer.error.message, /127\.0\.0\.1:9 cannot be reached/);
    assert.match(stderr, /cannot be reached/);
    assert.ok(!`${stdout}${stderr}`.includes(KEY));
  });
});
