import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import { createKeyText } from "../../src/keys/format.ts";
import type { RequestOptions } from "../support/app.ts";
import { startApp } from "../support/app.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { assertError, badFields, MISSING, PATH, useApp, withoutRequestId } from "./support.ts";

const JSON_TYPE = { "content-type": "application/json" };
const VALID = { name: "Menu", content: "https://example.com/menu" };
const LIMIT_BYTES = 64 * 1024;

/** A creation of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const head = JSON.stringify({ ...VALID, padding: "" });
  return head.replace('""', `"${"x".repeat(bytes - head.length)}"`);
}

onEachEngine("Errors of /api/v1", (engine) => {
  const use = useApp(engine);
  const send = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    use.ask("POST", PATH, { body, headers });

  describe("400", () => {
    const deep = (open: string, close: string, depth: number) =>
      open.repeat(depth) + close.repeat(depth);
    const bodies: [string, string | Uint8Array][] = [
      ["nothing", ""],
      ["white space", " \n "],
      ["half an object", '{"name":'],
      ["a trailing comma", '{"name":"a",}'],
      ["two objects", '{"name":"a"}{"name":"b"}'],
      ["a comment", '{/* hm */"name":"a"}'],
      ["NaN", '{"size":NaN}'],
      ["plain text", "name=Menu"],
      ["an array", "[]"],
      ["an array of objects", JSON.stringify([VALID])],
      ["a string", '"name"'],
      ["a number", "5"],
      ["null", "null"],
      ["true", "true"],
      ["invalid UTF-8", Uint8Array.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0x22, 0x7d])],
      ["UTF-16", Buffer.from(JSON.stringify(VALID), "utf16le")],
      ["a raw NUL", '{"name":"a\0b"}'],
      ["arrays 30 deep", deep("[", "]", 30)],
      ["arrays 30,000 deep", deep("[", "]", 30_000)],
      ["open arrays 60,000 deep", "[".repeat(60_000)],
      ["objects 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
      ["depth inside a field", JSON.stringify({ ...VALID, x: JSON.parse(deep("[", "]", 100)) })],
      ["__proto__", '{"name":"a","content":"https://a.example","__proto__":{"size":1}}'],
      ["__proto__ inside", '{"name":"a","content":"https://a.example","x":{"__proto__":{}}}'],
      ["64 KiB and a byte", bodyOf(LIMIT_BYTES + 1)],
      ["a megabyte", bodyOf(1 << 20)],
    ];
    for (const [what, body] of bodies) {
      it(`refuses ${what} as a body, and stores nothing`, async () => {
        const before = await use.countCodes();
        const fields = badFields(await send(body));
        assert.deepEqual(fields, ["body"]);
        assert.equal(await use.countCodes(), before);
      });
    }

    it("takes a body of exactly 64 KiB", async () => {
      assert.equal((await send(bodyOf(LIMIT_BYTES))).status, 201);
    });

    it("leaves the prototype of everything alone", async () => {
      await send('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
      assert.equal(({} as { polluted?: number }).polluted, undefined);
    });

    it("names fields that are arrays, objects, NUL or half characters", async () => {
      const body = String.raw`{"name":["a"],"content":{"a":1},"category":"\u0000","type":["url"]}`;
      assert.deepEqual(badFields(await send(body)), ["category", "content", "name", "type"]);
      const halves = String.raw`{"name":"\ud83d","content":"https://example.com/\udc00"}`;
      assert.deepEqual(badFields(await send(halves)), ["content", "name"]);
    });

    it("asks for Content-Type: application/json", async () => {
      const body = JSON.stringify(VALID);
      const types = ["text/plain", "application/x-www-form-urlencoded", "text/json", "json", ";"];
      for (const type of [...types, "application/jsonx", "multipart/form-data; boundary=x"]) {
        assert.deepEqual(badFields(await send(body, { "content-type": type })), ["body"], type);
      }
      for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
        assert.equal((await send(body, { "content-type": type })).status, 201, type);
      }
    });

    it("asks for a body where none came", async () => {
      assert.deepEqual(badFields(await use.ask("POST", PATH)), ["body"]);
      assert.deepEqual(badFields(await use.ask("POST", PATH, { headers: JSON_TYPE })), ["body"]);
    });
  });

  describe("401", () => {
    it("says the same to a missing, malformed, unknown and revoked key", async () => {
      const { key, id } = await use.app.user();
      const [listed] = await use.app.store.keys.list(id);
      assert.equal((await use.app.request("GET", PATH, { key })).status, 200);
      await use.app.store.keys.revoke(listed!.prefix, use.clock.now());
      const wrong: RequestOptions[] = [
        {},
        { key: "" },
        { key: "tsr_" },
        { key: "x".repeat(5000) },
        { key: use.key.slice(0, -1) },
        { key: `${use.key}x` },
        { key: use.key.toUpperCase() },
        { key },
        { headers: { authorization: use.key } },
        { headers: { authorization: `Basic ${use.key}` } },
        { headers: { authorization: `Bearer ${use.key} ${use.key}` } },
        { headers: { authorization: "Bearer \u00e9" } },
        { headers: { "x-api-key": use.key } },
      ];
      const answers = [];
      for (const options of wrong) {
        const answer = await use.app.request("GET", PATH, options);
        assertError(answer, 401, "invalid_api_key");
        assert.equal(answer.headers.get("x-ratelimit-limit"), "100000");
        answers.push(withoutRequestId(answer));
      }
      assert.equal(new Set(answers).size, 1);
    });

    it("comes before anything else that is wrong", async () => {
      const ways: [string, string, RequestOptions][] = [
        ["POST", PATH, { body: "{", headers: JSON_TYPE }],
        ["POST", PATH, { body: "x".repeat(LIMIT_BYTES * 2), headers: JSON_TYPE }],
        ["POST", PATH, { body: "x", headers: { "content-type": "text/plain" } }],
        ["GET", `${PATH}?limit=x`, {}],
        ["GET", `${PATH}/${MISSING}`, {}],
        ["GET", "/api/v1/nothing", {}],
        ["POST", "/api/v1/nothing", { body: "{", headers: JSON_TYPE }],
        ["PUT", PATH, { body: "x", headers: { "content-type": "text/plain" } }],
        ["GET", "/api/v1", {}],
        ["GET", "/api/v1/", {}],
        ["GET", "/api/v1/%zz", {}],
        ["GET", `${PATH}/${"a".repeat(600)}`, {}],
      ];
      for (const [method, path, options] of ways) {
        assertError(await use.app.request(method, path, options), 401, "invalid_api_key");
      }
    });

    it("reads the scheme in any case", async () => {
      for (const scheme of ["bearer", "BEARER"]) {
        const headers = { authorization: `${scheme} ${use.key}` };
        assert.equal((await use.app.request("GET", PATH, { headers })).status, 200);
      }
    });
  });

  describe("404", () => {
    it("answers alike for every unknown path and method", async () => {
      const body = { body: "{", headers: JSON_TYPE };
      const ways: [string, string, RequestOptions?][] = [
        ["GET", "/api/v1"],
        ["GET", "/api/v1/"],
        ["GET", "/api/v1/nothing"],
        ["GET", "/api/v1/QRCODES"],
        ["GET", `${PATH}/`],
        ["PUT", PATH, { json: VALID }],
        ["DELETE", PATH],
        ["PATCH", PATH, { json: {} }],
        ["OPTIONS", PATH],
        ["PROPFIND", PATH],
        ["POST", `${PATH}/${MISSING}`, { json: VALID }],
        ["PUT", `${PATH}/${MISSING}`, body],
        ["POST", "/api/v1/nothing", body],
        ["POST", "/api/v1/nothing", { body: "x", headers: { "content-type": "text/plain" } }],
        ["POST", `${PATH}/${MISSING}/analytics`],
        ["GET", `${PATH}/${MISSING}/nothing`],
        ["GET", "/api/v1/%zz"],
        ["GET", `${PATH}/%`],
        ["GET", `${PATH}/%E0%A4%A/scans`],
        ["GET", `${PATH}/%ff`],
      ];
      const answers = [];
      for (const [method, path, options] of ways) {
        const answer = await use.ask(method, path, options);
        assertError(answer, 404, "not_found");
        answers.push(withoutRequestId(answer));
      }
      assert.equal(new Set(answers).size, 1);
    });
  });

  describe("429", () => {
    const FREE = { settings: { PLAN_LIMITS: "free=3", UNAUTHENTICATED_LIMIT: "3" } };

    it("comes after 401 and before 400 and 404, and says when to come back", async (t) => {
      const clock = createTestClock();
      const inAnHour = clock.now() / 1000 + 3600;
      const app = await startApp({ engine, clock, ...FREE });
      t.after(() => app.close());
      const { key } = await app.user("free");
      for (const left of ["2", "1", "0"]) {
        const answer = await app.request("GET", PATH, { key });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("x-ratelimit-limit"), "3");
        assert.equal(answer.headers.get("x-ratelimit-remaining"), left);
        const reset = Number(answer.headers.get("x-ratelimit-reset"));
        assert.equal(reset, inAnHour, "the oldest leaves in an hour");
      }
      const ways: [string, string, RequestOptions][] = [
        ["GET", PATH, {}],
        ["POST", PATH, { body: "{", headers: JSON_TYPE }],
        ["GET", `${PATH}?limit=x`, {}],
        ["GET", `${PATH}/${MISSING}`, {}],
        ["PUT", "/api/v1/nothing", { body: "{", headers: JSON_TYPE }],
        ["GET", "/api/v1/%zz", {}],
      ];
      for (const [method, path, options] of ways) {
        const answer = await app.request(method, path, { key, ...options });
        assertError(answer, 429, "rate_limited");
        assert.equal(answer.headers.get("x-ratelimit-remaining"), "0");
        assert.equal(Number(answer.headers.get("retry-after")), 3600);
        assert.equal(Number(answer.headers.get("x-ratelimit-reset")), inAnHour);
      }
    });

    it("counts whatever the outcome, but not a 429 itself", async (t) => {
      const app = await startApp({ engine, ...FREE });
      t.after(() => app.close());
      const { key } = await app.user("free");
      await app.request("POST", PATH, { key, body: "{", headers: JSON_TYPE });
      await app.request("GET", "/api/v1/nothing", { key });
      const third = await app.request("GET", `${PATH}/${MISSING}`, { key });
      assert.equal(third.headers.get("x-ratelimit-remaining"), "0");
      assertError(await app.request("GET", PATH, { key }), 429, "rate_limited");
    });

    it("is never the answer to a missing, malformed or revoked key, however often it comes", async (t) => {
      const app = await startApp({ engine, ...FREE });
      t.after(() => app.close());
      const { key } = await app.user("free");
      const revoked = await app.user("free");
      await app.store.keys.revoke(revoked.key.slice(4, 12), Date.now());
      for (const left of ["2", "1", "0", "0", "0"]) {
        const answer = await app.request("GET", PATH);
        assertError(answer, 401, "invalid_api_key");
        assert.equal(answer.headers.get("x-ratelimit-limit"), "3");
        assert.equal(answer.headers.get("x-ratelimit-remaining"), left);
        assert.equal(answer.headers.get("retry-after"), null);
      }
      for (const wrong of [revoked.key, "nonsense", createKeyText().text]) {
        for (let i = 0; i < 3; i++) {
          const answer = await app.request("GET", PATH, { key: wrong });
          assertError(answer, 401, "invalid_api_key");
          assert.equal(answer.headers.get("x-ratelimit-remaining"), "0");
        }
      }
      assert.equal((await app.request("GET", PATH, { key })).status, 200, "a valid key passes");
    });

    it("is never the answer to openapi.json, which counts in no window", async (t) => {
      const app = await startApp({ engine, ...FREE });
      t.after(() => app.close());
      for (let i = 0; i < 5; i++) {
        const answer = await app.request("GET", "/api/v1/openapi.json");
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("x-ratelimit-remaining"), "3");
      }
    });
  });

  describe("500", () => {
    for (const [table, limit] of [
      ["codes", "100"],
      ["rate_windows", "100"],
      ["api_keys", "1000"],
    ] as const) {
      it(`says nothing of what went wrong when ${table} cannot be read, and keeps the headers`, async (t) => {
        const app = await startApp({ engine });
        t.after(() => app.close());
        const { key } = await app.user();
        assert.equal((await app.request("GET", PATH, { key })).status, 200);
        await sql.raw(`ALTER TABLE ${table} RENAME TO gone`).execute(app.store.auth.db);
        const ways: [string, string, RequestOptions][] = [
          ["GET", PATH, {}],
          ["GET", `${PATH}/${MISSING}`, {}],
          ["POST", PATH, { json: VALID }],
          ["DELETE", `${PATH}/${MISSING}`, {}],
        ];
        for (const [method, path, options] of ways) {
          const answer = await app.request(method, path, { key, ...options });
          assertError(answer, 500, "internal_error");
          assert.equal(answer.headers.get("x-ratelimit-limit"), limit);
          const left = Number(answer.headers.get("x-ratelimit-remaining"));
          if (table === "rate_windows") assert.equal(left, 99, "as it was last known");
          assert.doesNotMatch(answer.text, /sql|table|codes|gone|\.ts/i);
          const { requestId } = answer.json;
          const logged = app.log.find((line) => line.includes(requestId) && line.includes('"err"'));
          assert.ok(logged, "the log has the cause under the same request id");
        }
      });
    }
  });
});
