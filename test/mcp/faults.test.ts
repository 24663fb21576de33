/** What an agent is told when a tool fails by a fault of ours, and who hears of the rest. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answerMessages } from "../../src/http/mcp/session.ts";
import type { Tool } from "../../src/http/mcp/tools.ts";

describe("a fault behind /mcp", () => {
  const fault = new TypeError("cannot read properties of undefined (reading 'secret')");
  const fail = async () => {
    throw fault;
  };
  const tools = [{ name: "broken", run: fail }] as unknown as Tool[];

  for (const [method, params] of Object.entries({
    "tools/call": { name: "broken", arguments: {} },
    "resources/read": { uri: "tessera://codes" },
  })) {
    it(`${method}: is logged, and told without its insides`, async () => {
      const heard: unknown[] = [];
      const request = new Request("http://localhost/mcp", {
        method: "POST",
        headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
      });
      const { text } = await answerMessages(
        request,
        { jsonrpc: "2.0", id: 1, method, params },
        { call: fail, tools, apiPath: "/api/v1", document: () => "{}", onError: (error) => heard.push(error) },
      );
      const { error } = JSON.parse(text);
      assert.equal(error.code, -32603);
      assert.match(error.message, /Something went wrong on our side/);
      assert.doesNotMatch(text, /secret/);
      assert.deepEqual(heard, [fault]);
    });
  }
});
