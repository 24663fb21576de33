import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { createKeys } from "../../src/keys/service.ts";
import { createIds } from "../../src/shared/ids.ts";
import { assertRateHeaders, MISSING, PATH, useApp } from "../api/support.ts";
import { readPng } from "../rendering/support/pictures.ts";
import { onSqlite } from "../support/stores.ts";
import { connectAgent, httpTransport } from "./support.ts";

const PAGE = "https://agent.example";

onSqlite("/mcp", (engine) => {
  const use = useApp(engine, { CORS_ORIGINS: PAGE });
  const agent = (key = use.key) => connectAgent(httpTransport(use.app.url, key));
  const post = (body: unknown, headers: Record<string, string> = {}, key: string | undefined = use.key) =>
    use.app.request("POST", "/mcp", {
      ...(key === undefined ? {} : { key }),
      json: body,
      headers: { accept: "application/json, text/event-stream", ...headers },
    });
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  it("makes, finds, reads, changes, pauses, deletes and restores a code by tools alone", async () => {
    const { use: tool } = await agent((await use.app.user()).key);
    const made = await tool("create_code", { name: "Poster", content: "https://example.com/a" });
    assert.equal(made.isError, false, made.text);
    const { id, shareUrl } = made.json;
    assert.match(shareUrl, /\/r\//);
    const found = await tool("find_codes", { q: "Post" });
    assert.deepEqual(found.json.codes, [{ ...made.json, scans: 0 }]);
    await use.scan(id, [{}, {}]);
    assert.equal((await tool("read_code", { id })).json.scanCount, 2);
    assert.equal((await tool("read_analytics", { id, days: 7 })).json.totalScans, 2);
    assert.equal((await tool("list_scans", { id })).json.scans.length, 2);
    const changed = await tool("change_code", { id, content: "https://example.com/b" });
    assert.equal(changed.json.content, "https://example.com/b");
    assert.equal((await tool("pause_code", { id })).json.paused, true);
    assert.equal((await tool("pause_code", { id, paused: false })).json.paused, undefined);

    const asked = await tool("delete_code", { id });
    assert.match(asked.text, /Nothing is deleted yet.*"Poster".*2 scans/);
    const wrong = await tool("delete_code", { id, confirm: "yes" });
    assert.ok(wrong.isError);
    assert.equal((await tool("read_code", { id })).json.name, "Poster");
    assert.equal((await tool("delete_code", { id, confirm: "Poster" })).isError, false);
    assert.ok((await tool("read_code", { id })).isError);
    assert.equal((await tool("find_codes", { state: "deleted" })).json.codes[0].id, id);
    assert.equal((await tool("restore_code", { id })).json.id, id);
  });

  it("makes many codes with one call, all or none, and names each bad field", async () => {
    const { use: tool } = await agent();
    const before = await use.countCodes();
    const menu = (table: number) => ({ name: `Table ${table}`, content: `example.com/?t=${table}` });
    const made = await tool("create_codes", { qrcodes: Array.from({ length: 120 }, (_, i) => menu(i + 1)) });
    assert.equal(made.json.made, 120, made.text);
    assert.equal(made.json.codes.length, 100);
    const bad = await tool("create_codes", { qrcodes: [menu(1), { name: "x", content: "" }] });
    assert.ok(bad.isError);
    assert.match(bad.text, /- qrcodes\[1\]\.content: /);
    assert.equal(await use.countCodes(), before + 120);
  });

  it("draws a code as a picture, judges it and explains what was not counted", async () => {
    const { use: tool } = await agent();
    const { id } = await use.code();
    const { image } = await tool("draw_code", { id, size: 300 });
    assert.equal(image?.mimeType, "image/png");
    assert.equal(readPng(Buffer.from(image!.data, "base64")).size, 300);
    assert.match((await tool("draw_code", { id, format: "svg" })).text, /^<svg/);
    assert.match((await tool("judge_code", { id })).json.grade, /^[A-F]$/);
    assert.equal((await tool("explain_uncounted", { id })).isError, false);
  });

  it("sets a look, proposes one that scans, and goes back to an earlier content", async () => {
    const { use: tool } = await agent();
    const { id } = await use.code({ content: "https://example.com/first", foregroundColor: "#ffe9a8" });
    const proposed = await tool("propose_look", { id });
    assert.equal(proposed.json.changes[0].field, "foregroundColor", proposed.text);
    const { foregroundColor } = proposed.json;
    assert.equal((await tool("change_code", { id, foregroundColor })).isError, false);
    // Round eyes in the palest colour that squares can have may not be read: black ones are.
    await tool("change_code", { id, foregroundColor: "#000000" });
    assert.equal((await tool("set_look", { id, eyeFrame: "rounded" })).json.eyeFrame, "rounded");
    assert.equal((await tool("read_look", { id })).json.eyeFrame, "rounded");
    assert.deepEqual((await tool("propose_look", { id })).json.changes, []);
    assert.match((await tool("set_look", { id, modules: "stars" })).text, /- modules: .*dots/);
    assert.equal((await tool("list_looks")).json.looks.length, 0);

    await tool("change_code", { id, content: "https://example.com/second" });
    const { versions } = (await tool("read_history", { id })).json;
    assert.deepEqual(
      versions.map(({ content }: { content: string }) => content.slice(20)),
      ["second", "first"],
    );
    const back = await tool("restore_version", { id, version: String(versions[1].version) });
    assert.equal(back.json.content, "https://example.com/first", back.text);
  });

  it("says what is wrong and what to do, and changes nothing", async () => {
    const { client, use: tool } = await agent();
    const before = await use.countCodes();
    const bad = await tool("create_code", { name: "", content: "javascript:alert(1)", size: "512" });
    assert.ok(bad.isError);
    for (const field of ["name", "content", "size"]) assert.match(bad.text, new RegExp(`- ${field}: `));
    assert.match((await tool("create_code", { name: "x" })).text, /Missing: content/);
    assert.match((await tool("read_code", { id: MISSING })).text, /find_codes/);
    assert.match((await tool("read_code", { id: MISSING, days: 3 })).text, /no argument "days".*It takes: id/);
    for (const id of ["..", "../styles", "a/b", "x?y=1", "", { a: 1 }, null, 7, "%2e%2e"]) {
      assert.ok((await tool("read_code", { id })).isError, JSON.stringify(id));
    }
    await assert.rejects(tool("drop_everything"), /no tool "drop_everything".*create_code/);
    await assert.rejects(client.readResource({ uri: "tessera://codes/../x" }), /no resource/);
    await assert.rejects(client.getPrompt({ name: "menu_codes", arguments: {} }), /Missing: menu, tables/);
    assert.equal(await use.countCodes(), before);
  });

  it("offers resources and prompts", async () => {
    const { client } = await agent();
    const { id } = await use.code({ name: "In a resource" });
    const text = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return (contents[0] as { text: string }).text;
    };
    assert.equal(JSON.parse(await text(`tessera://codes/${id}`)).name, "In a resource");
    assert.ok(JSON.parse(await text("tessera://codes")).some((code: { id: string }) => code.id === id));
    assert.match(await text("tessera://content"), /- `wifi`: .*WIFI:/);
    assert.equal(JSON.parse(await text("tessera://reference")).openapi, "3.1.0");
    const { prompts } = await client.listPrompts();
    assert.ok(prompts.length >= 3);
    const { messages } = await client.getPrompt({ name: "campaign_report", arguments: { category: "Summer" } });
    assert.match((messages[0]!.content as { text: string }).text, /"Summer" over 30 days/);
  });

  it("takes names and schemas from the interface, without a reference to elsewhere", async () => {
    const { client } = await agent();
    const { tools } = await client.listTools();
    const create = tools.find(({ name }) => name === "create_code")!;
    assert.deepEqual(create.inputSchema.required, ["name", "content"]);
    assert.match(create.description!, /^Create a publicly shared QR code\./);
    assert.ok(!JSON.stringify(tools).includes("$ref"));
    for (const { name, annotations, title } of tools) {
      assert.match(name, /^[a-z_]+$/);
      assert.ok(annotations && title, name);
    }
    assert.equal(tools.find(({ name }) => name === "delete_code")!.annotations!.destructiveHint, true);
  });

  it("is described as it is", async () => {
    const { client } = await agent();
    const text = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");
    const [table] = /\| Tools \|[\s\S]*?\n\n/.exec(text)!;
    const named = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
    const { tools } = await client.listTools();
    assert.deepEqual(named.sort(), tools.map(({ name }) => name).sort());
  });

  describe("limits", () => {
    it("counts a tool call as one request and greetings as none", async () => {
      const { key } = await use.app.user("free");
      const { client, use: tool } = await agent(key);
      await client.listTools();
      await client.listPrompts();
      for (let i = 0; i < 20; i++) assert.equal((await tool("find_codes")).isError, false);
      const refused = await tool("find_codes");
      assert.ok(refused.isError);
      assert.match(refused.text, /Wait \d+ seconds/);
      assert.equal((await use.ask("GET", PATH, { key })).status, 429);
    });

    it("bounds what is not counted: lists, greetings and the reference", async () => {
      const { key } = await use.app.user("free");
      const read = { ...LIST, method: "resources/read", params: { uri: "tessera://reference" } };
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await post(Array(10).fill(read), {}, key)).status);
      for (let i = 0; i < 3; i++) statuses.push((await post(Array(10).fill(LIST), {}, key)).status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429]);
      use.clock.move(60_000);
      assert.equal((await post(LIST, {}, key)).status, 200);
    });

    it("refuses a missing and a wrong key with 401, and pages of other origins", async () => {
      for (const key of [undefined, "tsr_nonsense"]) {
        const answer = await post(LIST, {}, key ?? "");
        assert.equal(answer.status, 401, answer.text);
        assert.equal(answer.headers.get("www-authenticate"), "Bearer");
        assert.equal(answer.json.error, "invalid_api_key");
        assertRateHeaders(answer);
      }
      assert.equal((await post(LIST, { origin: "https://evil.example" })).status, 403);
      const unread = await use.app.request("POST", "/mcp", {
        body: "{",
        headers: { "content-type": "application/json" },
      });
      assert.equal(unread.status, 401, "whose it is comes before what it says");
    });
  });

  it("shows a read-only key the tools that read, and no others", async () => {
    const { id: owner } = await use.app.user();
    const keys = createKeys({ store: use.app.store, clock: use.clock, createId: createIds(use.clock.now) });
    const { text } = await keys.create(owner, "For an agent", { scope: "read-only", endsAt: null });
    const { client, use: tool } = await agent(text);
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 6);
    for (const { name, annotations } of tools) assert.equal(annotations!.readOnlyHint, true, name);
    assert.equal((await tool("read_key")).json.scope, "read-only");
    await assert.rejects(tool("create_code", { name: "x", content: "example.com" }), /no tool "create_code"/);
  });

  it("is for pages of allowed origins too", async () => {
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

  it("has no stream and no session: any node may answer", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await use.app.request(method, "/mcp", { key: use.key });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get("allow"), "POST");
    }
    const answer = await post(LIST);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("mcp-session-id"), null);
  });

  it("answers messages that are none of the protocol's with an error", async () => {
    for (const body of [{}, [], "x", null, { jsonrpc: "2.0", id: 1 }, [[[]]], Array(11).fill(LIST)]) {
      const answer = await post(body);
      assert.ok(answer.status >= 400 && answer.status < 500, `${JSON.stringify(body)?.slice(0, 40)}: ${answer.status}`);
    }
    const deep = {
      ...LIST,
      method: "tools/call",
      params: { name: "create_code", arguments: JSON.parse("[".repeat(15) + "]".repeat(15)) },
    };
    assert.ok((await post(deep)).text.includes("error"));
    assert.ok(!use.app.log.some((line) => line.includes('"level":50')), "nothing of it is our fault");
  });
});
