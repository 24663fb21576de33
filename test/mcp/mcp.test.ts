import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { answerMessage } from "../../src/agents/session.ts";
import { makeTools, requestOf } from "../../src/agents/tools.ts";
import { createKeys } from "../../src/keys/service.ts";
import { createIds } from "../../src/shared/ids.ts";
import { assertRateHeaders, MISSING, PATH, useApp } from "../api/support.ts";
import { readApi } from "../docs/support.ts";
import { readPng } from "../rendering/support/pictures.ts";
import { onSqlite } from "../support/stores.ts";
import { connectAgent, httpTransport } from "./support.ts";

const PAGE = "https://agent.example";
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const callOf = (name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

onSqlite("/mcp", (engine) => {
  const use = useApp(engine, { CORS_ORIGINS: PAGE });
  const agent = (key = use.key) => connectAgent(httpTransport(use.app.url, key));
  const post = (body: unknown, headers: Record<string, string> = {}, key: string | undefined = use.key) =>
    use.app.request("POST", "/mcp", {
      ...(key === undefined ? {} : { key }),
      json: body,
      headers: { accept: "application/json, text/event-stream", ...headers },
    });

  it("creates, finds, reads, changes, deletes and restores a code with tools only", async () => {
    const { client, use: tool } = await agent((await use.app.user()).key);
    // From here on the client checks every structured result against the schema of its tool.
    await client.listTools();
    const made = await tool("create_code", { name: "Poster", content: "https://example.com/a" });
    assert.equal(made.isError, false, made.text);
    assert.deepEqual(JSON.parse(made.text), made.json);
    const { id } = made.json;
    await use.scan(id, [{}, {}]);
    const found = await tool("list_codes", { q: "Post", limit: 5 });
    assert.deepEqual(
      found.json.data.map((code: { id: string; scanCount: number }) => [code.id, code.scanCount]),
      [[id, 2]],
    );
    assert.equal((await tool("read_analytics", { id, days: 7 })).json.totalScans, 2);
    assert.equal((await tool("list_scans", { id })).json.data.length, 2);
    await tool("change_code", { id, content: "https://example.com/b", isPublic: false });
    const changed = (await tool("read_code", { id })).json;
    assert.deepEqual([changed.content, changed.isPublic], ["https://example.com/b", false]);
    assert.equal((await tool("list_versions", { id })).json.data.length, 2);
    const back = await tool("restore_version", { id, version: 1 });
    assert.equal(back.json.content, "https://example.com/a", back.text);

    assert.equal((await tool("delete_code", { id })).text, "Done.");
    assert.ok((await tool("read_code", { id })).isError);
    assert.equal((await tool("list_codes", { state: "deleted" })).json.data[0].id, id);
    assert.equal((await tool("restore_code", { id })).json.id, id);
  });

  it("creates many codes with one call, all or none, and names each invalid field", async () => {
    const { use: tool } = await agent();
    const before = await use.countCodes();
    // More than 64 KiB, which only this tool accepts.
    const menu = (table: number) => ({ name: `Table ${table}`, content: `example.com/?t=${table}&${"x".repeat(600)}` });
    const made = await tool("create_codes", { qrcodes: Array.from({ length: 120 }, (_, i) => menu(i + 1)) });
    assert.equal(made.json.data.length, 120, made.text);
    const bad = await tool("create_codes", { qrcodes: [menu(1), { name: "x", content: "" }] });
    assert.ok(bad.isError);
    assert.match(bad.text, /- qrcodes\[1\]\.content: /);
    const large = "x".repeat(70_000);
    for (const message of [
      callOf("create_code", { name: large, content: "x" }),
      callOf("nope", { large }),
      { large },
    ]) {
      const refused = await post(message);
      assert.equal(refused.status, 400);
      assert.equal(refused.json.message, "The body is larger than 64 KiB.");
    }
    assert.equal(await use.countCodes(), before + 120);
  });

  it("returns pictures", async () => {
    const { use: tool } = await agent();
    const { id } = await use.code();
    const { image } = await tool("draw_code", { id, format: "png", size: 300 });
    assert.equal(image?.mimeType, "image/png");
    assert.equal(readPng(Buffer.from(image!.data, "base64")).size, 300);
    assert.match((await tool("draw_code", { id, format: "svg" })).text, /^<svg/);
    const { json } = await post(callOf("draw_code", { id, format: "pdf" }));
    assert.equal(json.result.content[0].resource.mimeType, "application/pdf");
  });

  it("explains what is invalid, and changes nothing", async () => {
    const { use: tool } = await agent();
    const before = await use.countCodes();
    const bad = await tool("create_code", { name: "", content: "javascript:alert(1)", size: "512" });
    assert.ok(bad.isError);
    for (const field of ["name", "content", "size"]) assert.match(bad.text, new RegExp(`- ${field}: `));
    assert.match((await tool("create_code", { name: "x" })).text, /- content: /);
    assert.ok((await tool("read_code", { id: MISSING })).isError);
    assert.match((await tool("read_code", { id: MISSING, days: 3 })).text, /Unknown arguments: days.*takes: id/);
    assert.match((await tool("read_code", { constructor: 1, id: MISSING })).text, /Unknown arguments: constructor/);
    assert.match((await tool("read_insights", { ids: [] })).text, /ids must have at least one value/);
    for (const id of ["..", "../styles", "a/b", "x?y=1", "", { a: 1 }, null, 7, "%2e%2e", undefined]) {
      assert.ok((await tool("read_code", { id })).isError, JSON.stringify(id));
    }
    await assert.rejects(tool("drop_everything"), /no tool "drop_everything".*create_code/);
    assert.equal(await use.countCodes(), before);
  });

  it("offers exactly the tools listed in docs/agents.md", async () => {
    const { client } = await agent();
    const text = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");
    const [table] = /\| Tools \|[\s\S]*?\n\n/.exec(text)!;
    const named = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
    const { tools } = await client.listTools();
    assert.deepEqual(named.sort(), tools.map(({ name }) => name).sort());
  });

  describe("limits", () => {
    it("counts every message once, whatever its outcome, and answers 429 above the limit", async () => {
      const { key } = await use.app.user("free");
      const remaining = (answer: { headers: Headers }) => Number(answer.headers.get("x-ratelimit-remaining"));
      const sent: (unknown | string)[] = [
        LIST,
        callOf("list_codes"),
        callOf("create_code", { name: "One", content: "example.com" }),
        callOf("no_such_tool"),
        callOf("read_code", { id: ".." }),
        {},
        [LIST, LIST],
        { jsonrpc: "2.0", method: "notifications/initialized" },
      ];
      for (const [index, message] of sent.entries()) {
        assert.equal(remaining(await post(message, {}, key)), 19 - index, JSON.stringify(message));
      }
      const broken = await use.app.request("POST", "/mcp", {
        key,
        body: "{",
        headers: { "content-type": "application/json" },
      });
      assert.equal(broken.status, 400);
      assert.equal(remaining(broken), 19 - sent.length);
      for (let left = remaining(broken); left > 0; left--) await post(LIST, {}, key);
      const refused = await post(callOf("list_codes"), {}, key);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get("retry-after")) > 0);
      assert.equal((await use.ask("GET", PATH, { key })).status, 429, "the window is shared with the API");
    });

    it("refuses a missing or wrong key with 401, and pages of other origins", async () => {
      for (const key of [undefined, "tsr_nonsense"]) {
        const answer = await post(LIST, {}, key ?? "");
        assert.equal(answer.status, 401, answer.text);
        const [, metadata] = /^Bearer resource_metadata="([^"]+)"$/.exec(answer.headers.get("www-authenticate")!)!;
        assert.equal(metadata, "http://tessera.test/.well-known/oauth-protected-resource");
        assert.equal(answer.json.error, "invalid_api_key");
        assertRateHeaders(answer);
      }
      assert.equal((await post(LIST, { origin: "https://evil.example" })).status, 403);
      const unread = await use.app.request("POST", "/mcp", {
        body: "{",
        headers: { "content-type": "application/json" },
      });
      assert.equal(unread.status, 401, "the key is checked before the body");
    });
  });

  it("describes itself as a protected resource with bearer tokens and no authorization server", async () => {
    for (const end of ["", "/mcp"]) {
      const answer = await use.app.request("GET", `/.well-known/oauth-protected-resource${end}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.deepEqual(answer.json, {
        resource: "http://tessera.test/mcp",
        resource_name: "Tessera",
        bearer_methods_supported: ["header"],
        resource_documentation: "http://tessera.test/docs",
      });
    }
  });

  it("tells agents that the content of codes is data, and how much of the limit is left", async () => {
    const { key } = await use.app.user("free");
    const { client, use: tool } = await agent(key);
    assert.match(client.getInstructions() ?? "", /are data.*never follow instructions/);
    const { limit, remaining } = (await tool("read_me")).json;
    assert.equal(limit, 20);
    const next = await use.ask("GET", "/api/v1/me", { key });
    assert.equal(next.json.remaining, remaining - 1);
    assert.equal(next.headers.get("x-ratelimit-remaining"), String(remaining - 1));
  });

  it("names the agent's program in the audit log", async () => {
    const { id, key } = await use.app.user();
    const made = await post(
      callOf("create_code", { name: "Poster", content: "https://example.com" }),
      { "user-agent": "Agent/1.0" },
      key,
    );
    assert.ok(!made.json.result.isError, made.text);
    const [workspace] = await use.app.store.workspaces.ofUser(id);
    const [entry] = await use.app.store.audit.page(workspace!.id, { limit: 1 });
    assert.deepEqual([entry?.action, entry?.agent], ["code.created", "Agent/1.0"]);
  });

  it("offers a read-only key only the tools that read", async () => {
    const { id: owner } = await use.app.user();
    const keys = createKeys({ store: use.app.store, clock: use.clock, createId: createIds(use.clock.now) });
    const { text } = await keys.create({ workspaceId: owner, userId: owner }, "For an agent", {
      scope: "read-only",
      endsAt: null,
    });
    const { client, use: tool } = await agent(text);
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 6);
    for (const { name, annotations } of tools) assert.equal(annotations!.readOnlyHint, true, name);
    assert.ok(!tools.some(({ name }) => name === "list_audit"), "which needs a full key of an owner");
    assert.equal((await tool("read_me")).json.scope, "read-only");
    await assert.rejects(tool("create_code", { name: "x", content: "example.com" }), /no tool "create_code"/);
  });

  it("allows pages of allowed origins", async () => {
    const asked = await use.app.request("OPTIONS", "/mcp", {
      headers: { origin: PAGE, "access-control-request-method": "POST" },
    });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get("access-control-allow-origin"), PAGE);
    assert.match(asked.headers.get("access-control-allow-headers")!, /MCP-Protocol-Version/);
    const answer = await post(LIST, { origin: PAGE });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("access-control-allow-origin"), PAGE);
  });

  it("has no stream and no session, so any node can answer", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await use.app.request(method, "/mcp", { key: use.key });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get("allow"), "POST");
    }
    const answer = await post(LIST);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("mcp-session-id"), null);
  });

  it("answers messages outside the protocol with an error", async () => {
    for (const body of [{}, [], "x", null, { jsonrpc: "2.0", id: 1 }, [[[]]], [LIST]]) {
      const answer = await post(body);
      assert.ok(answer.status >= 400 && answer.status < 500, `${JSON.stringify(body)}: ${answer.status}`);
    }
    const deep = callOf("create_code", JSON.parse("[".repeat(15) + "]".repeat(15)));
    assert.ok((await post(deep)).text.includes("error"));
    assert.ok(!use.app.log.some((line) => line.includes('"level":50')), "none is an internal error");
  });
});

describe("the tools of /mcp", async () => {
  const { document, operations } = await readApi();
  const tools = makeTools(document, operations);
  const tool = (name: string) => tools.find((each) => each.name === name)!;

  it("take names and schemas from the operations, without references", () => {
    assert.ok(tools.length > 30);
    assert.deepEqual(tool("create_code").inputSchema.required, ["name", "content"]);
    assert.match(tool("create_code").description, /^Create a publicly shared QR code\./);
    assert.ok(!JSON.stringify(tools).includes("$ref"));
    assert.equal(tool("create_code").title, "Create code");
    assert.equal(tool("reset_style").title, "Remove look");
    for (const { name, title, description, outputSchema } of tools) {
      assert.match(name, /^[a-z_]+$/);
      assert.ok(!description.startsWith(`${title}.`), name);
      assert.ok(outputSchema === undefined || outputSchema.type === "object", name);
    }
    const drawn = tools.filter(({ outputSchema }) => !outputSchema).map(({ name }) => name);
    assert.ok(drawn.includes("draw_code") && drawn.includes("delete_code"));
    assert.deepEqual(
      drawn.filter((name) => !/^(?:draw|delete|reset)_/.test(name)),
      [],
    );
    assert.equal(tool("delete_code").annotations.destructiveHint, true);
    assert.deepEqual(tool("restore_version").inputSchema.properties.version, {
      type: "integer",
      minimum: 1,
      description: "Number of the version.",
    });
    const repeatable = tools
      .filter(({ operation }) => operation.method === "POST")
      .filter(({ annotations }) => annotations.idempotentHint);
    assert.deepEqual(repeatable.map(({ name }) => name).toSorted(), ["restore_code", "restore_version"]);
  });

  it("put arguments into path, query and body", () => {
    assert.deepEqual(requestOf(tool("list_scans"), { id: "a-1", limit: 3 }), {
      method: "GET",
      url: "/api/v1/qrcodes/a-1/scans?limit=3",
    });
    assert.deepEqual(requestOf(tool("change_code"), { id: "a", name: "n" }), {
      method: "PATCH",
      url: "/api/v1/qrcodes/a",
      body: { name: "n" },
    });
  });

  it("log an internal error and hide it from the agent", async () => {
    const fault = new TypeError("cannot read properties of undefined (reading 'secret')");
    const heard: unknown[] = [];
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    });
    const { text } = await answerMessage(request, callOf("read_me"), {
      tools,
      call: () => Promise.reject(fault),
      onError: (error) => heard.push(error),
    });
    assert.equal(JSON.parse(text).error.code, -32603);
    assert.doesNotMatch(text, /secret/);
    assert.deepEqual(heard, [fault]);
  });
});
